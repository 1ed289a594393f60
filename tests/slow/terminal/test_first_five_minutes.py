"""README's five minutes in a real terminal: its commands, its keys, and what it quotes; then the fight goes on."""

from __future__ import annotations

import re
import shlex
import shutil
import time
from pathlib import Path

from tests.played_pages import COMMAND, ROOT, five_minutes, shows, steps_of
from tests.tui.emulator import Emulator
from tests.tui.terminal import LONG, Terminal, terminal

SIGNS = {"enter": "\r", "space": " ", "escape": "\x1b", "backspace": "\x7f"}
SIZE = (80, 24)


def program(folder: Path, command: str) -> str:
    """What runs a command of the page in a folder."""
    words = shlex.split(command.removeprefix(".venv/bin/"))
    return f"import os, sys; os.chdir({str(folder)!r}); from tracker.cli import main; sys.exit(main({words[1:]!r}))"


def until_shown(own: Terminal, quote: str) -> None:
    """Wait until the terminal shows a quoted line."""
    end = time.monotonic() + LONG
    while True:
        screen = Emulator(*SIZE)
        screen.feed(own.written)
        text = "\n".join("".join(sign for sign, _ in row) for row in screen.rows_seen())
        if shows(text, quote):
            return
        assert time.monotonic() < end, text
        own.answered(0.05, 1)


def test_whoever_follows_readme_sees_what_it_quotes_and_goes_on_where_the_fight_stopped(tmp_path: Path) -> None:
    page = five_minutes()
    shutil.copytree(ROOT / "saves", tmp_path / "saves")
    first = COMMAND.search(page)
    assert first is not None
    with terminal(program(tmp_path, first[0]), size=SIZE) as own:
        until_shown(own, "Ready? Everyone is aware of everyone.")
        own.quiet()
        for step in steps_of(page):
            for key in step.keys:
                own.send(SIGNS.get(key, key))
                own.answered(0.1)
            for quote in step.quotes:
                until_shown(own, quote)
        own.send("\x11")
        assert own.ended() == 0
    again = re.search(r"`(tracker play saves/[\w.-]+\.fight\.toml)`", page)
    assert again is not None
    with terminal(program(tmp_path, again[1]), size=SIZE) as own:
        until_shown(own, "Brann: initiative, 2d6")
        own.quiet()
        own.send("\x11")
        assert own.ended() == 0
