"""Driver: reads keys whatever bytes come, gives the terminal back when the program stops, takes it when it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import selectors
import signal
import sys
import termios
import tty
from types import FrameType
from typing import Protocol, cast

from textual import constants
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size

from tracker.tui.input_reader import InputReader
from tracker.tui.shutdown import Ending
from tracker.tui.textual_private import leaves

assert sys.platform != "win32"  # said to the type checker: there `windows_driver` is in its place

_UNAMBIGUOUS, _ALTERNATE_KEYS, _ALL_KEYS, _TEXT = 0b1, 0b100, 0b1000, 0b10000
_KEYS = _UNAMBIGUOUS | _ALTERNATE_KEYS | _ALL_KEYS | _TEXT
"""The flags for reports of keys: Textual's, and the key of the base layout, for other alphabets. The numbers are those
of https://sw.kovidgoyal.net/kitty/keyboard-protocol/#progressive-enhancement."""
_ASK = f"\x1b[>{_KEYS}u"
WAIT = 0.5
"""The seconds that the thread reading keys has to end."""
_CHUNK = 1 << 16
"""The most bytes read at once."""
_BURST = 16
"""The number of bytes at once that is no single key: more may be on their way."""
_LULL = 0.005
"""The seconds in which bytes on their way arrive."""
_LOOK = 0.1
"""The seconds between looks at whether a terminal without bytes is read on."""


class _Ends(Protocol):
    """The part of the app that the driver uses."""

    ending: Ending


class TableDriver(LinuxDriver):
    """Textual's own starts a second reader of keys on SIGCONT, and forgets how the terminal was before."""

    _table_loop: asyncio.AbstractEventLoop | None = None
    _away = False
    """True while stopped in order: the terminal is as it was before the program."""
    stuck = False
    """True if the reader of keys did not end in time."""
    sent = 0
    """Bytes that the terminal was sent."""

    def start_application_mode(self) -> None:
        """Wait for the terminal, keep the loop that handles its signals, and begin as Textual's driver does."""
        self._wait_for_terminal()
        self._table_loop = asyncio.get_running_loop()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def write(self, data: str) -> None:
        """Write to the terminal, and count the bytes. Textual's request to report keys is replaced by this program's.

        That one also asks for the key at the same place on the base layout.
        """
        asks = data.startswith("\x1b[>") and data.endswith("u") and data[3:-1].isdecimal()
        data = _ASK if asks else data
        self.sent += len(data.encode())
        super().write(data)

    def run_input_thread(self) -> None:
        """Read until told to end. The thread ends quietly when the terminal is gone, which `Ending` handles."""
        # Replaces a method of Textual's whole: its loop has no place for another decoder. `_debug` is its own switch.
        reader = InputReader(getattr(self, "_debug", False))
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                messages = reader.tick()
                if selector.select(reader.wait):
                    try:
                        data = os.read(self.fileno, _CHUNK)
                        while _BURST <= len(data) < _CHUNK and selector.select(_LULL):
                            next_data = os.read(self.fileno, _CHUNK - len(data))
                            if not next_data:
                                break
                            data += next_data
                    except OSError:
                        return
                    if not data:
                        self.exit_event.wait(_LOOK)
                    messages = reader.read(data)
                for message in messages:
                    self.process_message(message)
            for message in reader.end():
                self.process_message(message)

    def disable_input(self) -> None:
        """Stop reading keys, with a limit on the wait."""
        # `_key_thread`: Textual's own method joins it without a limit, and hangs where the terminal never answers.
        if not hasattr(self, "_key_thread"):
            super().disable_input()
            return
        thread = self._key_thread
        if self.exit_event.is_set() or thread is None:
            return
        # The mouse goes off before reading ends: reports on their way would be typed into the shell.
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        self._disable_mouse_support()
        self.exit_event.set()
        thread.join(WAIT)
        self.stuck = thread.is_alive()
        if not self.stuck:
            self.exit_event.clear()
        with contextlib.suppress(termios.error, OSError):
            termios.tcflush(self.fileno, termios.TCIFLUSH)

    # Signals only ask the loop: a writer's queue may be held where they come

    # Private in Textual, which installs these two as handlers; its own suspend and resume right within the handler.
    def _sigtstp_application(self, *signalled: int | FrameType | None) -> None:
        if self._table_loop is not None and not self._away:
            self._table_loop.call_soon_threadsafe(self.stop)

    def _sigcont_application(self, *signalled: int | FrameType | None) -> None:
        if self._table_loop is not None and not self._away:
            self._table_loop.call_soon_threadsafe(self._take_again)

    def stop(self) -> None:
        """Restore the terminal and stop, where a shell can resume the program. Otherwise go on at once."""
        # An app that is leaving has given the terminal back already, and would take it once more.
        # `_key_thread` and `_app`: Textual keeps no public word of whether its driver runs, and for whom.
        if self._away or self._key_thread is None or leaves(self._app):
            return
        self._away = True
        self.suspend_application_mode()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
        self.resume_application_mode()
        self._away = False
        self._redraw()

    def _wait_for_terminal(self) -> None:
        """Stop until the shell gives this program the terminal, which `&` and `bg` do not."""
        ending = cast(_Ends, self._app).ending
        while not self._in_foreground():
            if ending.begun:
                ending.leave_in_background()
            os.kill(os.getpid(), signal.SIGSTOP)

    def _in_foreground(self) -> bool:
        """Return whether this program may read and set the terminal, or the terminal is gone."""
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return True

    def _take_again(self) -> None:
        """Set up the terminal after a stop without notice: another program may have changed it."""
        if self._away or self._writer_thread is None or self.exit_event.is_set() or leaves(self._app):
            return
        with contextlib.suppress(termios.error, OSError):
            modes = termios.tcgetattr(self.fileno)
            # `_patch_lflag` and those below: what Textual does in `start_application_mode`, without its second reader.
            modes[tty.LFLAG] = self._patch_lflag(modes[tty.LFLAG])
            modes[tty.IFLAG] = self._patch_iflag(modes[tty.IFLAG])
            modes[tty.CC][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, modes)
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1004h")
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        if not constants.DISABLE_KITTY_KEY:
            self.write(f"\x1b[<u{_ASK}")
        self.flush()
        self._redraw()

    # `_get_terminal_size`: a driver tells its app of a new size, and there is no other way to ask for one.
    def _redraw(self) -> None:
        """Have the whole screen drawn again, for the size that the terminal has now."""
        size = Size(*self._get_terminal_size())
        self._app.post_message(Resize(size, size))
        self._app.refresh(layout=True)
        self._app.screen.refresh(layout=True)
