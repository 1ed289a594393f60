"""At any size, from one cell to five hundred columns: every pane and page is drawn, and keys go on working."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import sample
from tests.tui.any_size import MANY, PAGES, drawn_at, opens, some_steps_into
from tests.tui.monkey import FIRST, GAMES
from tests.tui.playing import playing
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Spectator
from tracker.session import Session
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.preparation import read_encounter

FEW = ((1, 1), (4, 24), (9, 2), (500, 10))


@pytest.mark.parametrize("page", sample(PAGES))
async def test_every_page_is_drawn_at_the_least_and_the_widest_size(page: str, tmp_path: Path) -> None:
    async with playing(some_steps_into(FIRST["plain"], 20, tmp_path), (80, 24)) as player:
        await opens(player, PAGES[page])
        await drawn_at(player, FEW)


@pytest.mark.parametrize("at", sample((pytest.param(at, id=game) for game, at in FIRST.items()), 4))
def test_the_players_screen_is_laid_out_at_any_size(at: int, tmp_path: Path) -> None:
    prepared = read_encounter(GAMES[at][0])
    file = start_fight(prepared, tmp_path / "one.fight.toml")
    Session(prepared.encounter, prepared.rules, SeededDice(1), file, stock(prepared)).say("begin")
    spectator = Spectator(tmp_path / "one.fight.toml")
    spectator.look()
    scene = spectator.scene()
    assert scene is not None
    for cells, height in (*MANY, (0, 0)):
        assert lay_screen(scene, "", cells, height) is not None
    file.close()
