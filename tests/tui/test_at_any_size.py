"""At any size, from one cell to five hundred columns: every pane and page is drawn, and keys go on working."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.game_master import line_of_an_ordinary_game_master
from tests.tui.monkey import FIRST, GAMES, opened
from tests.tui.playing import Player, playing
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Spectator
from tracker.session import Session
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.preparation import read_encounter

FEW = ((1, 1), (4, 24), (9, 2), (500, 10))
MANY = (
    *((1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (4, 2), (4, 24), (5, 5), (7, 1), (8, 8), (10, 3), (12, 40), (20, 2)),
    *((1, 10), (1, 200), (40, 10), (500, 10), (500, 1), (80, 24)),
)
PAGES: dict[str, Sequence[str]] = {
    "fight": (), "log": ("l",), "sheet": ("s",), "timeline": ("t",), "keys": ("question_mark",), "explain": ("x",),
    "summary": (":summary",), "walk": ("[",), "palette": ("ctrl+p",), "settings": (":settings",),
    "library": (":library",), "reckon": (":reckon",), "fighter": ("minus",), "join": ("j",), "line": ("colon", "x"),
    "notes": (":notes",), "fold": (":fold",), "filter": ("slash",), "events": (":events",),
}  # fmt: skip
LONGEST = 2.0
"""Seconds for drawing another size; what hangs takes for ever."""


def some_steps_into(at: int, steps: int, folder: Path) -> Session:
    session = opened(*GAMES[at], folder, 1)
    for _ in range(steps):
        try:
            session.say(line_of_an_ordinary_game_master(session))
        except Refused:
            break
    return session


async def opens(player: Player, keys: Sequence[str]) -> None:
    for key in keys:
        if key.startswith(":"):
            await player.press("colon")
            await player.type(key[1:])
            await player.press("enter")
        else:
            await player.press(key)


async def drawn_at(player: Player, sizes: Sequence[tuple[int, int]]) -> None:
    for size in sizes:
        began = time.process_time()
        await player.pilot.resize_terminal(*size)
        await player.press("pagedown", "down", "up")
        assert player.app.is_running and player.app._exception is None, size
        assert len(player.seen()) <= max(1, size[1]) and time.process_time() - began < LONGEST, size


@pytest.mark.parametrize("page", PAGES)
async def test_every_page_is_drawn_at_the_least_and_the_widest_size(page: str, tmp_path: Path) -> None:
    async with playing(some_steps_into(FIRST["plain"], 20, tmp_path), (80, 24)) as player:
        await opens(player, PAGES[page])
        await drawn_at(player, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("at", FIRST.values(), ids=FIRST)
async def test_every_page_of_every_game_is_drawn_at_any_size(at: int, page: str, tmp_path: Path) -> None:
    for steps in (0, 25):
        async with playing(some_steps_into(at, steps, tmp_path), (80, 24)) as player:
            await opens(player, PAGES[page])
            await drawn_at(player, MANY)


async def test_after_the_summary_at_four_columns_the_program_can_be_left(tmp_path: Path) -> None:
    async with playing(some_steps_into(FIRST["hybrid"], 25, tmp_path), (80, 24)) as player:
        await opens(player, (":summary",))
        await drawn_at(player, ((4, 24), (3, 1)))
        await player.press("ctrl+q")
    assert player.app.return_code == 0


@pytest.mark.parametrize("at", FIRST.values(), ids=FIRST)
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
