"""Driver: the terminal given back when the program is stopped, and taken again when it goes on, as often as that is."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import termios
import tty
from types import FrameType

from textual import constants
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size

_KEYS = (
    linux_driver.KITTY_DISAMBIGUATE_ESCAPE_CODES
    | linux_driver.KITTY_REPORT_ALL_KEYS
    | linux_driver.KITTY_REPORT_ASSOCIATED_TEXT
)
"""How keys are reported, as at the start."""
WAIT = 0.5
"""Seconds that whoever reads the keys has to come to an end."""


class TableDriver(LinuxDriver):
    """Textual's own starts a second reader of keys on SIGCONT, and forgets how the terminal was before."""

    _table_loop: asyncio.AbstractEventLoop | None = None
    _away = False
    """Stopped in order: the terminal is as it was before the program."""
    stuck = False
    """Whether the reader of keys did not end in time."""

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._table_loop = asyncio.get_running_loop()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def disable_input(self) -> None:
        """Stop reading keys, and do not wait for ever."""
        thread = self._key_thread
        if self.exit_event.is_set() or thread is None:
            return
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

    def _sigtstp_application(self, *signalled: int | FrameType | None) -> None:
        if self._table_loop is not None and not self._away:
            self._table_loop.call_soon_threadsafe(self.stop)

    def _sigcont_application(self, *signalled: int | FrameType | None) -> None:
        if self._table_loop is not None and not self._away:
            self._table_loop.call_soon_threadsafe(self._take_again)

    def stop(self) -> None:
        """Give the terminal back and stop, where a shell can let the program go on; goes on at once where none can."""
        if self._away or self._key_thread is None or self._app._exit:
            return
        self._away = True
        self.suspend_application_mode()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
        self.resume_application_mode()
        self._away = False
        self._redraw()

    def _take_again(self) -> None:
        """After a stop without notice: whoever had the terminal meanwhile may have changed it."""
        if self._away or self._writer_thread is None or self.exit_event.is_set() or self._app._exit:
            return
        with contextlib.suppress(termios.error, OSError):
            modes = termios.tcgetattr(self.fileno)
            modes[tty.LFLAG] = self._patch_lflag(modes[tty.LFLAG])
            modes[tty.IFLAG] = self._patch_iflag(modes[tty.IFLAG])
            modes[tty.CC][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, modes)
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1004h")
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        if not constants.DISABLE_KITTY_KEY:
            self.write(f"\x1b[<u\x1b[>{_KEYS}u")
        self.flush()
        self._redraw()

    def _redraw(self) -> None:
        size = Size(*self._get_terminal_size())
        self._app.post_message(Resize(size, size))
        self._app.refresh(layout=True)
        self._app.screen.refresh(layout=True)
