"""Windows driver: Textual's own, which reads the console. Nothing there stops a program for a while."""

from __future__ import annotations

from textual.drivers.windows_driver import WindowsDriver


class TableDriver(WindowsDriver):
    """Textual's driver with what the app asks of its driver on every system."""

    stuck = False
    """False always: Textual's reader is awaited until it ends."""

    sent = 0
    """Bytes that the terminal was sent."""

    def write(self, data: str) -> None:
        """Write to the terminal, and count it."""
        self.sent += len(data.encode())
        super().write(data)

    def stop(self) -> None:
        """Do nothing: Windows has no shell that resumes a stopped program."""
