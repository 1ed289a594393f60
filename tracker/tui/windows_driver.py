"""Windows driver: Textual's own, which reads the console. Nothing there stops a program for a while."""

from __future__ import annotations

from textual.drivers.windows_driver import WindowsDriver


class TableDriver(WindowsDriver):
    """Textual's driver with what the app asks of its driver on every system."""

    stuck = False
    """Textual's reader is waited for until it ends, so it never fails to end in time."""

    def stop(self) -> None:
        """Do nothing: Windows has no shell that lets a stopped program go on."""
