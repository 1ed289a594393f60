"""Command history: the command lines typed before, and which of them was fetched last."""

from __future__ import annotations


class History:
    """Lines, the newest last."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._at = 0

    def add(self, line: str) -> None:
        self.lines.append(line)
        self._at = len(self.lines)

    def recalled(self, by: int) -> str:
        """Return the line `by` positions after the one fetched last. Empty behind the newest."""
        self._at = max(0, min(len(self.lines), self._at + by))
        return self.lines[self._at] if self._at < len(self.lines) else ""
