"""`ctrl+l` where the players' pages cannot be served."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.lanes import sample
from tests.tui.opening import example
from tests.tui.playing import SIZES, Player
from tracker.cli import share
from tracker.text import extras
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.web.process import PageServer


@pytest.mark.parametrize("size", sample(SIZES), ids=str)
async def test_without_the_extra_the_key_names_the_command_that_installs_it(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in share.NEEDED else name)
    server = PageServer(tmp_path / "duel.fight.toml", tmp_path, ("Ana",), share.missing)
    app = TrackerApp(AppConfig(example("duel"), guard=0.0, colour=True, share=lambda session: server))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        await player.press("ctrl+l")
        seen = " ".join(" ".join([*player.screen._outcome.text(), *player.screen._question.text()]).split())
        assert f"{sys.executable} -m pip install 'combat-tracker[web]'" in seen
        assert not server.running
        await player.press("enter")
        assert player.screen.controller.session.encounter.began, "the fight goes on"


async def test_a_fight_that_is_not_saved_here_says_how_another_one_is_shared() -> None:
    app = TrackerApp(AppConfig(example("duel"), guard=0.0, colour=True))
    async with app.run_test(size=(80, 24)):
        player = Player(app)
        await player.drawn()
        await player.press("ctrl+l")
        assert "tracker share FIGHT" in " ".join(player.text().split())
