"""Shutdown: every way out, asked for or not, leaves within two seconds and the terminal as it was."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TextIO

if sys.platform != "win32":
    import termios

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGBREAK") if hasattr(signal, name))
_HANGUP = 1
"""The number of the signal for a closed terminal."""
GRACE = 1.5
"""The seconds for an orderly end. After them the process ends anyway."""
_RESTORE = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"


class Ending:
    """Watches for the end of the process. `leave` is called once, in the app's own thread, with the exit code."""

    def __init__(self, leave: Callable[[int], None], last_words: Callable[[], str] = lambda: "") -> None:
        self._leave = leave
        self._last_words = last_words
        """Returns the words for an end in a hurry."""
        self.begun = False
        self.code = 0
        """128 and the signal's number, once one has come."""
        self._before: list[Any] | None = None
        self._handlers: dict[int, Any] = {}
        self._late: threading.Timer | None = None

    def watch(self) -> None:
        """Take the signals and remember the state of the terminal."""
        self._before = _modes()
        for number in SIGNALS:
            self._handlers[number] = signal.signal(number, self._signalled)

    def restored(self, stuck: bool) -> None:
        """Note that the terminal is restored. The leaver waits for the close, unless the end is `stuck`."""
        if self._late is not None and not self.code and not stuck:
            self._late.cancel()
            self._late = None

    def release(self) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def hung_up(self) -> bool:
        """Return whether the terminal is gone, which begins the end. Windows ends the program with its console."""
        if self.code or sys.__stdin__ is None:
            return bool(self.code)
        if gone := _hung_up(sys.__stdin__):
            self.end(128 + _HANGUP)
        return gone

    def end(self, code: int) -> None:
        """Leave in order with the exit `code`, and in any case within `GRACE` seconds.

        A signal while leaving only starts the grace.
        """
        first, self.begun = not self.begun, True
        self.code = self.code or code
        if self._handlers and self._late is None:
            self._late = threading.Timer(GRACE, self._at_once)
            self._late.daemon = True
            self._late.start()
        if first:
            self._leave(code)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self.end(128 + number)

    def leave_in_background(self) -> None:
        """End at once, where the terminal is the shell's again: only the last words are written on it."""
        self._write_and_exit("", self._last_words())

    def _at_once(self) -> None:
        """End without the app: restore the terminal, write the last words, and exit."""
        _restore(self._before)
        self._write_and_exit(_RESTORE, self._last_words())

    def _write_and_exit(self, restore: str, words: str) -> None:
        """Write the sequences that `restore` the terminal and the last `words`, and exit at once."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if sys.__stderr__:
                if sys.platform != "win32":
                    os.set_blocking(sys.__stderr__.fileno(), False)
                os.write(sys.__stderr__.fileno(), f"{restore}{words}".encode())
        # Not `sys.exit`: that waits for threads, and one may be stuck on a terminal that is gone.
        os._exit(self.code or bool(words))


if sys.platform == "win32":

    def _hung_up(stream: TextIO) -> bool:
        """Say no: with its console Windows ends the program itself."""
        return False

    def _modes() -> list[Any] | None:
        """Return nothing: Textual's driver keeps how the console is set, and restores it."""
        return None

    def _restore(modes: list[Any] | None) -> None:
        """Leave the console to Textual's driver."""

else:

    def _hung_up(stream: TextIO) -> bool:
        """Return whether the terminal of a stream is gone."""
        try:
            poll = select.poll()
            poll.register(stream.fileno(), select.POLLHUP)
            return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))
        except (OSError, ValueError):
            return True

    def _modes() -> list[Any] | None:
        """Return how the terminal is set. None where it cannot be known."""
        with contextlib.suppress(termios.error, ValueError, OSError):
            return termios.tcgetattr(sys.__stdin__.fileno()) if sys.__stdin__ else None
        return None

    def _restore(modes: list[Any] | None) -> None:
        """Set the terminal as it was."""
        with contextlib.suppress(OSError, ValueError, termios.error, AttributeError):
            if sys.__stdin__ and modes is not None:
                termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, modes)
