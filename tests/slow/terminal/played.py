"""A fight played in a terminal of its own: what is on the screen, and what is in the fight's file."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.tui.emulator import Emulator
from tests.tui.terminal import LONG, ROOT, Terminal

CELLS = (120, 36)
_MAIN = "import sys\nfrom tracker.cli import main\nsys.exit(main({words!r}))\n"
_STEP = re.compile(r'^(?:line = "(.*)"|(undo) = .*)$', re.MULTILINE)


class Played(Terminal):
    """`tracker play` with an example, and a screen to look at."""

    def __init__(self, folder: Path, name: str = "duel", keys: str = "", env: Mapping[str, str] | None = None) -> None:
        self._emulator = Emulator(*CELLS)
        self._shown = 0
        config = folder / "config"
        config.mkdir()
        (config / "keys.toml").write_text(keys)
        self.file = folder / f"{name}.fight.toml"
        encounter = shutil.copy(ROOT / "saves" / f"{name}.toml", folder)
        own = {"TRACKER_CONFIG": str(config), "TRACKER_DATA": str(folder / "data"), "HOME": str(folder)}
        super().__init__(_MAIN.format(words=["play", str(encounter), "--seed", "3"]), own | dict(env or {}), CELLS)

    def text(self) -> str:
        """What the screen shows."""
        self._emulator.feed(self.written[self._shown :])
        self._shown = len(self.written)
        return "\n".join("".join(sign for sign, _ in row).rstrip() for row in self._emulator.rows_seen())

    def steps(self) -> list[str]:
        """The lines of the fight's file, undo among them."""
        told = self.file.read_text() if self.file.exists() else ""
        return [line or undo for line, undo in _STEP.findall(told)]

    def press(self, *parts: bytes, pause: float = 0.0) -> None:
        """Send bytes, in parts with a pause between them, and read what they lead to."""
        for number, part in enumerate(parts):
            if number:
                self.wait(pause)
            os.write(self.outer, part)
        self.answered(0.1, 0.2)

    def wait(self, seconds: float) -> None:
        """Read for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)

    def shows(self, words: str) -> None:
        """Wait until the screen shows words."""
        self._until(lambda: words in self.text(), f"{words!r} is not shown")

    def records(self, *steps: str) -> None:
        """Wait until the last steps of the file are these."""
        self._until(lambda: self.steps()[-len(steps) :] == list(steps), f"the last steps are not {steps}")

    def _until(self, seen: Callable[[], bool], failed: str) -> None:
        end = time.monotonic() + LONG
        while not seen():
            assert time.monotonic() < end and self.process.poll() is None, f"{failed}:\n{self.text()}\n{self.steps()}"
            self._read(0.1)


@contextlib.contextmanager
def played(folder: Path, name: str = "duel", keys: str = "", env: Mapping[str, str] | None = None) -> Iterator[Played]:
    """A fight at its beginning, in a terminal that is closed afterwards."""
    own = Played(folder, name, keys, env)
    try:
        own.shows("? help")
        own.quiet()
        yield own
    finally:
        own.close()
