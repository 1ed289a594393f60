"""The terminal's own cursor stands, after every key, on what is asked, marked, selected or typed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ui.emulator import Emulator
from tests.ui.playing import SIZES
from tests.ui.terminal import Terminal, terminal

pytestmark = pytest.mark.slow
PROGRAM = """
import sys
from tests.ui.opening import declaring
from tracker.ui.app import run
sys.exit(run(declaring("brawl", "hanna")))
"""
START = """
import sys
from tracker.ui.app import run
from tracker.ui.entries import Entry
sys.exit(run(entries=[Entry(f"Fight {n}", "an encounter", str(n)) for n in range(9)]))
"""
KEYS = {"enter": "\r", "esc": "\x1b", "down": "\x1b[B", "up": "\x1b[A", "left": "\x1b[D", "tab": "\t"}


class Reader:
    """A terminal that is shown all that the program writes, as a screen reader would be."""

    def __init__(self, own: Terminal, size: tuple[int, int]) -> None:
        self.own = own
        self.screen = Emulator(*size)
        self._fed = 0

    def press(self, *keys: str) -> str:
        """Press keys, each drawn before the next; gives the line the cursor stands on."""
        for key in keys:
            self.own.send(KEYS.get(key, key))
            self.see()
        return self.screen.line

    def see(self) -> None:
        self.own.quiet()
        self.screen.feed(self.own.written[self._fed :])
        self._fed = len(self.own.written)
        assert not self.screen.hidden

    @property
    def line(self) -> str:
        return self.screen.line

    @property
    def before(self) -> str:
        return self.screen.before


Size = tuple[int, int]


def at_every_size(read: Callable[[Size], None]) -> None:
    """A terminal of each size, all at the same time: most of it is waiting until one has fallen silent."""
    with ThreadPoolExecutor(len(SIZES)) as readers:
        for _ in readers.map(read, SIZES):
            pass


def test_the_cursor_is_where_a_screen_reader_has_to_look() -> None:
    at_every_size(_through_a_declaration)


def _through_a_declaration(size: Size) -> None:
    with terminal(PROGRAM, size=size) as own:
        own.until("Brawl")
        reader = Reader(own, size)
        reader.see()
        assert "Hanna may declare" in reader.line, "what is asked"
        assert "Old Tom" in reader.press("2"), "whoever is selected"
        assert "The Bard" in reader.press("down")
        reader.press("esc")
        reader.press(":")
        assert reader.before.endswith(": ")
        reader.press("n", "o", "t", "e", " ", "中", "文")
        assert reader.before.endswith("note 中文"), "after wide signs too"
        reader.press("left")
        assert reader.before.endswith("note 中")
        assert "Hanna may declare" in reader.press("esc")
        assert "▸" in reader.press("j") and "newcomer" in reader.line, "the choice that is marked"
        assert "▸" in reader.press("down") and "library" in reader.line
        reader.press("esc", "l")
        marked = reader.press("up")
        assert "Big Olaf: 16 → 47" in marked, "the line of the log that is marked"
        assert reader.press("up") != marked
        reader.press("esc", "?")
        assert reader.screen.y == 1, "the first line of a page"
        assert "Hanna may declare" in reader.press("esc")
        reader.press("a", "1", "4")
        assert "Hanna" not in reader.line and "▸" not in reader.line, "what is asked next"


def test_the_cursor_follows_the_mark_of_the_start_list() -> None:
    at_every_size(_through_the_start_list)


def _through_the_start_list(size: Size) -> None:
    with terminal(START, size=size) as own:
        own.until("Fight 8")
        reader = Reader(own, size)
        reader.see()
        assert "▸ 1  Fight 0" in reader.line
        assert "▸ 3  Fight 2" in reader.press("down", "down")
