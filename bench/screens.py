"""Screens: programs in a pseudo-terminal, and the moments at which bytes of theirs arrive."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS, COLUMNS = 36, 120
QUIET = 0.06
"""Seconds without a byte, after which a frame is over."""
LONGEST = 20.0

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("empty-and-ready")
Empty().run()
"""
LABEL = """
from textual.app import App
from textual.widgets import Label
class Counting(App):
    number = 0
    def compose(self):
        yield Label("label-and-ready")
    def on_key(self, event):
        self.number += 1
        self.query_one(Label).update(f"pressed {self.number} times")
Counting().run()
"""


class Screen:
    """A Python program in a terminal of 120 × 36; `started` is when its process was begun.

    Nothing moves in it unless it is said: what is measured ends with the first burst.
    """

    def __init__(self, words: Sequence[str], folder: Path | None = None, moves: bool = False) -> None:
        self.started = time.perf_counter()
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            self._become(words, folder, moves)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def _become(self, words: Sequence[str], folder: Path | None, moves: bool) -> None:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        environment |= {"COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
        for name in ("SSH_TTY", "SSH_CLIENT", "SSH_CONNECTION"):  # over ssh nothing moves
            environment.pop(name, None)
        if not moves:
            environment["SSH_TTY"] = "bench"
        if folder is not None:
            environment["TRACKER_DATA"] = str(folder)
            os.chdir(folder)
        os.execve(sys.executable, [sys.executable, *words], environment)

    def until(self, marker: str) -> float:
        """Seconds from the start of the process until `marker` has arrived."""
        seen = b""
        wanted = marker.encode()
        end = time.perf_counter() + LONGEST
        while time.perf_counter() < end:
            data = self._read(end - time.perf_counter())
            seen += data
            if wanted in seen:
                return time.perf_counter() - self.started
        raise TimeoutError(f"{marker!r} did not come; the end of what came is {seen[-400:]!r}")

    def press(self, key: str) -> tuple[float, int]:
        """Seconds from a key to the last byte of what it changes, and how many bytes that were."""
        self.drain()
        start = time.perf_counter()
        os.write(self._terminal, key.encode())
        last, size, wait = start, 0, 2.0
        while data := self._read(wait):
            last, size, wait = time.perf_counter(), size + len(data), QUIET
        return last - start, size

    def first_bytes(self, key: str) -> float:
        """Seconds from a key to the first bytes of what it changes, where others may follow of themselves."""
        self.drain_now()
        start = time.perf_counter()
        os.write(self._terminal, key.encode())
        self._read(LONGEST)
        return time.perf_counter() - start

    def drain_now(self) -> None:
        """Take whatever has come so far."""
        while self._read(0.0):
            pass

    def send(self, keys: str) -> None:
        """Press keys without waiting for what they change."""
        os.write(self._terminal, keys.encode())

    def awaits(self, marker: str) -> None:
        """Wait until `marker` arrives."""
        seen, end = b"", time.perf_counter() + LONGEST
        while marker.encode() not in seen:
            if time.perf_counter() > end:
                raise TimeoutError(f"{marker!r} did not come; the end of what came is {seen[-400:]!r}")
            seen += self._read(end - time.perf_counter())

    def drain(self) -> None:
        """Take whatever has come until nothing comes any more."""
        while self._read(QUIET):
            pass

    def _read(self, wait: float) -> bytes:
        ready, _, _ = select.select([self._terminal], [], [], max(0.0, wait))
        if not ready:
            return b""
        try:
            return os.read(self._terminal, 1 << 16)
        except OSError:
            return b""

    def processor(self) -> float:
        """Seconds of the processor that the program's threads have taken so far; Linux alone tells."""
        threads = Path(f"/proc/{self._process}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def close(self) -> float:
        """End the program; the seconds of the processor that it took in all."""
        os.kill(self._process, signal.SIGKILL)
        return self._ended()

    def leaves(self) -> float:
        """Wait until the program ends by itself; the seconds of the processor that it took in all."""
        while self._read(LONGEST):
            pass
        return self._ended()

    def _ended(self) -> float:
        _, _, used = os.wait4(self._process, 0)
        os.close(self._terminal)
        return used.ru_utime + used.ru_stime


def first_frame(words: Sequence[str], marker: str, folder: Path | None = None) -> float:
    """Seconds of the processor until the first frame that shows `marker`."""
    screen = Screen(words, folder)
    try:
        screen.until(marker)
    finally:
        used = screen.close()
    return used


def leaving(words: Sequence[str], marker: str, key: str, folder: Path | None = None) -> float:
    """Seconds of the processor from the key that leaves, a while after the first frame, to the end of the program."""
    screen = Screen(words, folder)
    screen.until(marker)
    screen.drain()
    before = screen.processor()
    screen.send(key)
    return screen.leaves() - before
