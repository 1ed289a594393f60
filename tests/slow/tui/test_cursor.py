"""The terminal's own cursor stands, after every key, on what is asked, marked, selected or typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.tui.emulator import Emulator
from tests.tui.playing import SIZES
from tests.tui.terminal import LONG, Terminal, terminal

PROGRAM = """
import sys
from tests.tui.opening import declaring
from tracker.tui.app import run
from tracker.tui.app_config import AppConfig
sys.exit(run(AppConfig(declaring("brawl", "hanna"))))
"""
START = """
import sys
from pathlib import Path
from tracker.tui.app import run
from tracker.tui.app_config import AppConfig
from tracker.controller.pages.openable_files import Entry
sys.exit(run(AppConfig(entries=[Entry(f"Fight {n}", "an encounter", Path(f"{n}.toml")) for n in range(9)])))
"""
KEYS = {"enter": "\r", "esc": "\x1b", "down": "\x1b[B", "up": "\x1b[A", "left": "\x1b[D", "tab": "\t"}


class Reader:
    """A terminal that is shown all that the program writes, as a screen reader would be."""

    def __init__(self, own: Terminal, size: tuple[int, int]) -> None:
        self.own = own
        self.screen = Emulator(*size)
        self._fed = 0

    def press(self, *keys: str) -> None:
        """Press keys, each drawn before the next."""
        for key in keys:
            self.own.send(KEYS.get(key, key))
            self.own.answered()

    def see(self, seen: Callable[[Emulator], bool], why: str = "") -> None:
        """Read on until the screen is so with the cursor to be seen, and nothing more comes for a while."""
        end = time.monotonic() + LONG
        true = False
        while self.own._read(0.3) or not true:
            assert time.monotonic() < end, f"{why}: the cursor stands on {self.screen.line!r}"
            self.screen.feed(self.own.written[self._fed :])
            self._fed = len(self.own.written)
            true = seen(self.screen) and not self.screen.hidden

    def stands_on(self, *words: str, why: str = "") -> None:
        """The cursor comes to a line with all these words."""
        self.see(lambda screen: all(some in screen.line for some in words), why or f"{words}")

    def stands_behind(self, words: str) -> None:
        """The cursor comes to stand behind these words."""
        self.see(lambda screen: screen.before.endswith(words), words)


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
        reader.stands_on("Hanna may declare", why="what is asked")
        reader.press("2")
        reader.stands_on("Old Tom", why="whoever is selected")
        reader.press("down")
        reader.stands_on("The Bard")
        reader.press("esc")
        reader.press(":")
        reader.stands_behind(": ")
        reader.press("n", "o", "t", "e", " ", "中", "文")
        reader.stands_behind("note 中文")
        reader.press("left")
        reader.stands_behind("note 中")
        reader.press("esc")
        reader.stands_on("Hanna may declare")
        reader.press("j")
        reader.stands_on("▸", "newcomer", why="the choice that is marked")
        reader.press("down")
        reader.stands_on("▸", "library")
        reader.press("esc", "l", "up")
        reader.stands_on("Big Olaf", "16 → 47", why="the line of the log that is marked")
        marked = reader.screen.line
        reader.press("up")
        reader.see(lambda screen: screen.line != marked, "another line of the log")
        reader.press("esc", "?")
        reader.see(lambda screen: screen.y == 1, "the first line of a page")
        reader.press("esc")
        reader.stands_on("Hanna may declare")
        reader.press("a", "1", "4")
        reader.stands_on("space →", "●11 Hanna", why="what comes next")


def test_the_cursor_follows_the_mark_of_the_start_list() -> None:
    at_every_size(_through_the_start_list)


def _through_the_start_list(size: Size) -> None:
    with terminal(START, size=size) as own:
        own.until("Fight 8")
        reader = Reader(own, size)
        reader.stands_on("▸ 1  Fight 0")
        reader.press("down", "down")
        reader.stands_on("▸ 3  Fight 2")
