"""New fight on the start page: one line, the game chosen once, and twelve fighters in forty keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.playing import Player, every_size
from tracker.cli.opening import begin_fight
from tracker.controller.pages.openable_files import Entry
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.paths import fight_path_for
from tracker.storage.preparation import read_encounter
from tracker.storage.settings_file import Value
from tracker.text.cells import words
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig, Opening
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.new_fight import NewFightScreen

TWELVE = "4 goblin, 2 wolf vs 6 goblin"


@every_size
async def test_twelve_fighters_stand_on_the_screen_after_forty_keys(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[Session] = []
    kept: list[tuple[str, Value]] = []

    def opening(entry: Entry) -> Opening:
        fight = begin_fight(read_encounter(entry.path), fight_path_for(entry.path, new=True))
        opened.append(session_of(fight, SeededDice(1)))
        return opened[-1], lambda: ""

    app = TrackerApp(AppConfig(open_entry=opening, keep=lambda key, value: kept.append((key, value)), colour=True))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        await player.press("plus", *["down"] * 3)
        await player.type(TWELVE)
        await player.press("enter")
        assert isinstance(app.screen, FightScreen) and player.pressed <= 40, player.pressed
    (session,) = opened
    assert len(session.encounter.combatants) == 12
    assert kept and kept[0][0] == "game", "it is chosen once"
    assert {path.name for path in tmp_path.glob("*.toml")} >= {"6-goblin.toml"}


@pytest.mark.parametrize("cells", [80, 120])
def test_the_page_names_the_game_and_cuts_none_of_its_help(cells: int) -> None:
    page = NewFightScreen(["plain"], "", lambda key: None)._laid_out(cells, 24).lines
    text = "\n".join(words(line) for line in page)
    assert "Game: the party's, else hybrid" in text and "…" not in text
    assert "or in your data folder" in " ".join(text.split())
    assert "plain" in words(NewFightScreen(["plain"], "plain", lambda key: None)._laid_out(cells, 24).lines[3])


async def test_a_line_that_makes_no_fight_is_told_and_escape_goes_back() -> None:
    app = TrackerApp(AppConfig(colour=True))
    async with app.run_test(size=(80, 24)):
        player = Player(app)
        await player.drawn()
        await player.press("plus", *"Ann", "enter")
        screen = app.screen
        assert isinstance(screen, NewFightScreen)
        assert "party" in screen._notice
        await player.press("escape")
        assert not isinstance(app.screen, NewFightScreen)
