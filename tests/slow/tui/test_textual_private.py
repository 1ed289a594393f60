"""Without any of the private names of Textual, in a process that has never had them, the screen is played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
IMPORTED = ("textual._time", "textual._xterm_parser")
WITHOUT = """
import asyncio, builtins, sys

taken, real = set(sys.argv[1:]), builtins.__import__

def lacking(name, globals=None, locals=None, fromlist=(), level=0):
    if name in taken and (globals or {}).get("__name__", "").startswith("tracker."):
        raise ImportError(f"cannot import name {fromlist!r} from {name!r}")
    return real(name, globals, locals, fromlist, level)

builtins.__import__ = lacking

from tests.plain_fights import fight
from tests.tui.playing import playing
from tracker.tui.driver import TableDriver
from tracker.tui.input_reader import InputReader

async def play():
    async with playing(fight()) as player:
        player.app.on_terminal = True
        await player.drawn()
        assert "Brann" in player.text()
        await player.press("enter")
        assert player.screen.controller.session.encounter.began

asyncio.run(play())
reader = InputReader()
messages = [*reader.read(b"a\\x1b[A\\x1b[<0;5;5M\\x1b[I"), *reader.end()]
print([getattr(message, "key", type(message).__name__) for message in messages])
"""


def played_without(*names: str) -> str:
    """Play a little without these modules; return what the reader then makes of two keys and two reports."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *names], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("names", [IMPORTED[:1], IMPORTED[1:], IMPORTED], ids=" ".join)
def test_without_any_private_name_of_textual_the_screen_is_drawn_and_takes_keys(names: tuple[str, ...]) -> None:
    reports = "" if "textual._xterm_parser" in names else ", 'MouseDown', 'AppFocus'"
    assert played_without(*names) == f"['a', 'up'{reports}]"
