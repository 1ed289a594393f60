"""Rule book: the rules of a game in words, one entry for each rule id, and the words a table uses for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `text` in the game's own words, `see` the ids of rules beside it, `words` it is searched by."""

    id: str
    title: str
    text: str
    see: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    source: str = ""
    house: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    """Words that stand for it on the screen, where no id does: labels of conditions, choices of menus."""


@dataclass(frozen=True)
class RuleBook:
    """All rules of a game. `synonyms` has, by a word of the table, the words of the rules that it may mean."""

    rules: tuple[Rule, ...] = ()
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def rule(self, id: str) -> Rule | None:
        return self._by_id.get(id.strip().upper())

    def cited(self, text: str) -> tuple[str, ...]:
        """Return the ids that a text names, each once, in their order."""
        return tuple(dict.fromkeys(self._pattern.findall(text))) if self.rules else ()

    def shown_in(self, text: str) -> tuple[Rule, ...]:
        """Return the rules that a text names by id, then those named by a sign, each once, in the order of the text.

        A sign is a word of the screen that stands for a rule, such as the label of a condition.
        """
        by_sign = (self._sign_of[sign.casefold()] for sign in self._signs.findall(text)) if self._sign_of else ()
        ids = dict.fromkeys((*self.cited(text), *by_sign))
        return tuple(self._by_id[id.upper()] for id in ids)

    # The four below are kept and made on demand: the patterns are long, and few who open a book look up by sign.
    @cached_property
    def _sign_of(self) -> dict[str, str]:
        return {sign.casefold(): rule.id for rule in self.rules for sign in rule.signs}

    @cached_property
    def _signs(self) -> re.Pattern[str]:
        return _any_of(self._sign_of, re.IGNORECASE)

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id.upper(): rule for rule in self.rules}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _any_of(rule.id for rule in self.rules)


def _any_of(words: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """Return a pattern of any of these words, whole. The longest first, so that H-DEF-10 is not taken for H-DEF-1."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])", flags)
