"""Explanation: the lines of a sum or another answer, and the way to the rules that they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.keymap import Keymap
from tracker.session import Session
from tracker.text.cells import Span
from tracker.tui.screens.text_page import Reading
from tracker.views.fighters.sheet import lay_words

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen


class Explanation(Reading):
    """The key of the help lists the rules that the lines name. Any other that does not scroll closes the page."""

    def __init__(self, title: str, texts: Sequence[str], session: Session, keymap: Keymap) -> None:
        super().__init__(title, lambda cells: lay_words(texts, cells))
        self._texts = texts
        self._session = session
        self._help = keymap.by_id("help").keys

    def taken(self, key: str, character: str | None = None) -> bool:
        """Open the rules if the key is theirs. Return whether it was."""
        if key not in self._help:
            return False
        from tracker.tui.screens.rule_page import RulePage

        self.app.push_screen(RulePage.of(self._session, self._texts))
        return True

    def foot(self) -> tuple[Span, ...]:
        return (*super().foot(), Span(f"   {shown(self._help[0])}", "key"), Span(" rules", "dim"))


def open_over(fight: FightScreen) -> None:
    """Open the page with the sum of a roll, or with another answer that the controller has."""
    controller = fight.controller.shown
    page = controller.view.page
    fight.app.push_screen(Explanation(page.title, page.lines, controller.session, controller.keymap))
