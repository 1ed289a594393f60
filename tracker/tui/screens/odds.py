"""The page of the odds: policies, lengths, falls and spread, updated as the fights are played.

Its key turns them off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.controller.controller import Controller
from tracker.text.cells import Line, Span, width, wrap
from tracker.tui.screens.text_page import Reading

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen

LOOK = 0.5
"""The seconds between looks at the numbers."""


def _wrapped(text: str, cells: int) -> tuple[str, ...]:
    """Return a text in lines of at most `cells`. Each keeps the indent of the first."""
    if width(text) <= cells:
        return (text,)
    indent = len(text) - len(text.lstrip())
    return tuple(f"{' ' * indent}{line}" for line in wrap(text.lstrip(), max(1, cells - indent), 2))


class OddsPage(Reading):
    """Any other key closes it, as every page."""

    def __init__(self, controller: Controller) -> None:
        super().__init__("Odds", self._laid)
        self._controller = controller

    def _laid(self, cells: int) -> tuple[Line, ...]:
        """Return the lines of the present odds, at most `cells` wide."""
        controller = self._controller
        return tuple(
            (Span(line),)
            for text in controller.odds.page(controller.session.journal.done, cells)
            for line in _wrapped(text, cells)
        )

    def on_mount(self) -> None:
        self.set_interval(LOOK, self._draw)

    def foot(self) -> tuple[Span, ...]:
        key = self._controller.keymap.key("odds")
        return (*super().foot(), Span(f"   {key}", "key"), Span(" no more odds", "dim"))

    def taken(self, key: str, character: str | None = None) -> bool:
        """Return whether the key turned the odds off, which leaves the page."""
        if key in self._controller.keymap.by_id("odds").keys:
            self._controller.odds.turn_off()
            self.leave()
            return True
        return False


def open_over(fight: FightScreen) -> None:
    """Open the page of the odds. Its key there turns them off."""
    fight.app.push_screen(OddsPage(fight.controller), lambda _: fight.draw())
