"""A program in a terminal of its own: what it writes, what it is sent, and how it ends."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from tests.plain_fights import fight
from tracker.tui.app import run
from tracker.tui.app_config import AppConfig
sys.exit(run(AppConfig(fight())))
"""


LONG = 120.0
"""Seconds that a busy machine may take for what is over in one or two; only what never comes waits so long."""


class Terminal:
    """The outer end of a pty with a program in it."""

    def __init__(
        self, program: str = PROGRAM, env: Mapping[str, str] | None = None, size: tuple[int, int] = (120, 36)
    ) -> None:
        self.outer, self.inner = pty.openpty()
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.before = termios.tcgetattr(self.inner)
        self.written = b""
        environ = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], cwd=ROOT, env=environ,
            stdin=self.inner, stdout=self.inner, stderr=self.inner,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip

    def until(self, text: str, seconds: float = LONG) -> None:
        """Read until `text` has been written since the last call."""
        start, end = len(self.written), time.monotonic() + seconds
        while text.encode() not in self.written[start:]:
            left = end - time.monotonic()
            ended = self.process.poll()
            assert left > 0, f"{text!r} was never written: {self.written[-400:]!r}"
            # What it wrote last may still be on its way when it has ended; nothing else will come.
            read = self._read(min(left, 0.5))
            assert read or ended is None, f"it ended with {ended} and never wrote {text!r}: {self.written[-400:]!r}"

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.outer], [], [], seconds)
        with contextlib.suppress(OSError):
            if ready and (more := os.read(self.outer, 65536)):
                self.written += more
                return True
        return False

    def quiet(self, seconds: float = 0.3, longest: float = LONG) -> None:
        """Read until nothing has been written for a while."""
        end = time.monotonic() + longest
        while self._read(seconds):
            assert time.monotonic() < end, "it never stops writing"

    def answered(self, seconds: float = 0.3, longest: float = 5) -> None:
        """Read what a key leads to: until the first of it comes, and on until nothing does for a while."""
        if self._read(longest):
            self.quiet(seconds)

    def send(self, text: str) -> None:
        """Type."""
        os.write(self.outer, text.encode())

    def note(self, words: str) -> None:
        """Type a note before the fight begins, and read until it is recorded: where it is typed stands no count."""
        self.send(f":note {words}\r")
        self.until(f"· 0 {words}")

    def ended(self, seconds: float = LONG) -> int:
        """The exit code, once all it wrote has been read."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.02)
        while self.outer >= 0 and self._read(0):
            pass
        assert self.process.poll() is not None, "it did not end"
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal, as a window that is closed does."""
        os.close(self.inner)
        os.close(self.outer)
        self.inner = self.outer = -1

    def modes(self) -> list[Any]:
        """The terminal's modes, to compare with `before`."""
        return termios.tcgetattr(self.inner)

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for fd in (self.inner, self.outer):
            if fd >= 0:
                os.close(fd)


@contextlib.contextmanager
def terminal(
    program: str = PROGRAM, env: Mapping[str, str] | None = None, size: tuple[int, int] = (120, 36)
) -> Iterator[Terminal]:
    """A terminal that is closed afterwards."""
    own = Terminal(program, env, size)
    try:
        yield own
    finally:
        own.close()


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
