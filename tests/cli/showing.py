"""Showing: what `tracker play` hands to the screen, which itself is not there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from tracker.session import Session
from tracker.tui.app_config import AppConfig


class Shown:
    """What the screen was given."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.given: dict[str, Any] = {}
        self.closing: Callable[[], None] = lambda: None
        self.meanwhile: Callable[[Shown], None] = lambda shown: None

    def run(self, config: AppConfig, closing: Callable[[], None] = lambda: None) -> int:
        """In the place of the screen."""
        self.session = config.session
        values = {field.name: (getattr(config, field.name), field.default) for field in fields(config)}
        self.given = {name: value for name, (value, default) in values.items() if value != default}
        self.closing = closing
        self.meanwhile(self)
        return 0

    def entries(self) -> list[str]:
        """What could be chosen."""
        return [entry.name for entry in self.given["entries"]]

    def choose(self, place: int) -> tuple[Session, Callable[[], str]]:
        """Choose one."""
        opened: tuple[Session, Callable[[], str]] = self.given["open_entry"](self.given["entries"][place])
        return opened
