"""Rules at hand: the rules that a page names, each with a key, and those that answer words. Loaded when asked for."""

from __future__ import annotations

from functools import cached_property

from tracker.game_api.rule_book import Rule, RuleBook
from tracker.model.lazy_dataclass import dataclass
from tracker.session import Session
from tracker.views.pages.rule_page import beside
from tracker.views.pages.rule_search import RuleSearch

KEYS = "123456789abcdefghilmnopqrstuvwxyz"
"""The keys of rules in a list, in order. Without j and k, which scroll."""


@dataclass(frozen=True)
class KeyedRule:
    """A rule and the key that opens it."""

    key: str
    rule: Rule


@dataclass(frozen=True)
class RulesAtHand:
    """The rules of a fight's game, with those that are `shown` where it was asked for them."""

    book: RuleBook
    house_rules: tuple[str, ...] = ()
    """The house rules in force that differ, as a file has them."""
    shown: tuple[KeyedRule, ...] = ()

    @staticmethod
    def of(session: Session, text: str) -> RulesAtHand:
        """Return the rules of the fight. `shown` are those that a text names by id or by a word for them."""
        display = session.rules.display
        book = display.rule_book()
        return RulesAtHand(book, display.house_rules(changed=True), keyed(book.shown_in(text)))

    def opened_by(self, key: str) -> Rule | None:
        return next((entry.rule for entry in self.shown if entry.key == key), None)

    def find(self, words: str) -> tuple[Rule, ...]:
        """Return the rules that answer words, the best first."""
        return self._search.find(words)

    def beside(self, rule: Rule) -> tuple[Rule, ...]:
        return beside(rule, self.book)

    # Kept: the index is built only when something is searched for.
    @cached_property
    def _search(self) -> RuleSearch:
        return RuleSearch(self.book)


def keyed(rules: tuple[Rule, ...]) -> tuple[KeyedRule, ...]:
    """Return rules with their keys, as many as there are keys."""
    return tuple(KeyedRule(key, rule) for key, rule in zip(KEYS, rules, strict=False))
