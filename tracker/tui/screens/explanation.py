"""Explanation: the lines of a sum or another answer, and the way to the rules that they name."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.session import Session
from tracker.text.cells import Span
from tracker.tui.screens.text_page import Reading
from tracker.views.sheet import lay_words

_RULES = "question_mark"


class Explanation(Reading):
    """`?` lists the rules that the lines name; any other key that does not scroll closes the page."""

    def __init__(self, title: str, texts: Sequence[str], session: Session) -> None:
        super().__init__(title, lambda cells: lay_words(texts, cells))
        self._texts = texts
        self._session = session

    def taken(self, key: str, character: str | None = None) -> bool:
        """Whether the key was that of the rules."""
        if key != _RULES:
            return False
        from tracker.controller.rules_at_hand import RulesAtHand
        from tracker.tui.screens.rule_page import RulePage

        rules = RulesAtHand.of(self._session, "\n".join(self._texts))
        self.app.push_screen(RulePage(rules, rules.shown[0].rule if len(rules.shown) == 1 else None))
        return True

    def foot(self) -> tuple[Span, ...]:
        """What the keys do."""
        return (*super().foot(), Span("   ?", "key"), Span(" rules", "dim"))
