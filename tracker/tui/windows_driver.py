"""Windows driver: Textual's own, which reads the console. Nothing there stops a program for a while."""

from __future__ import annotations

from textual.drivers.windows_driver import WindowsDriver


class TableDriver(WindowsDriver):
    """Textual's driver with what the app asks of its driver on every system."""

    stuck = False
    """False always: Textual's reader is awaited until it ends."""

    def stop(self) -> None:
        """Do nothing: Windows has no shell that resumes a stopped program."""
