"""Showing: what `tracker play` hands to the screen, which itself is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.session import Session


class Shown:
    """What the screen was given."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.given: dict[str, Any] = {}
        self.meanwhile: Callable[[Shown], None] = lambda shown: None

    def run(self, session: Session | None = None, **given: Any) -> int:
        """In the place of the screen."""
        self.session, self.given = session, given
        self.meanwhile(self)
        return 0

    def entries(self) -> list[str]:
        """What could be chosen."""
        return [entry.name for entry in self.given["entries"]]

    def choose(self, place: int) -> tuple[Session, Callable[[], str]]:
        """Choose one."""
        opened: tuple[Session, Callable[[], str]] = self.given["open_entry"](self.given["entries"][place])
        return opened
