"""Pages of the screen, drawn at one size after another."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from tests.game_master import line_of_an_ordinary_game_master
from tests.tui.monkey import GAMES, opened
from tests.tui.playing import Player
from tracker.model.refusals import Refused
from tracker.session import Session

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
