"""The page of the odds: policies, lengths, falls and spread, anew as the fights are played; its key turns them off."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.text.cells import Line, Span
from tracker.tui.screens.text_page import Reading
from tracker.views.sheet import lay_words

LOOK = 0.5
"""Seconds between looks at the numbers."""


class OddsPage(Reading):
    """Any other key closes it, as every page."""

    def __init__(self, controller: Controller) -> None:
        super().__init__("Odds", self._laid)
        self._controller = controller

    def _laid(self, cells: int) -> tuple[Line, ...]:
        """The lines of the odds as they stand now, at most `cells` wide."""
        return tuple(lay_words(self._controller.odds.page(self._controller.session.journal.done), cells))

    def on_mount(self) -> None:
        self.set_interval(LOOK, self._draw)

    def foot(self) -> tuple[Span, ...]:
        """What the keys do, that of the odds included."""
        key = self._controller.keymap.key("odds")
        return (*super().foot(), Span(f"   {key}", "key"), Span(" no more odds", "dim"))

    def taken(self, key: str, character: str | None = None) -> bool:
        """Whether the key turned the odds off, which leaves the page."""
        if key in self._controller.keymap.by_id("odds").keys:
            self._controller.odds.turn_off()
            self.leave()
            return True
        return False
