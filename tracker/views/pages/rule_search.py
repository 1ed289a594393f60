"""Rule search: the rules of a game ranked by how well they answer words of the table. Imported when it is asked for."""

from __future__ import annotations

import re
import unicodedata
import weakref
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from tracker.game_api.rule_book import Rule, RuleBook
from tracker.text.suggestions import distance
from tracker.views.pages.rule_page import beside, heading, rule_text

if TYPE_CHECKING:
    from sqlite3 import Connection

MOST = 12
"""The most rules that a search finds."""
_WEIGHTS = (10.0, 6.0, 4.0, 1.0)
"""The weights of a word in id, title, words and text."""
_SYNONYM, _MISTYPED = 0.4, 0.7
"""The weight of a synonym, and of a corrected word, relative to the word itself."""
_BEGUN = 0.5
"""The weight of a word's beginning, for a last word that is one itself: `arm` for `armour`."""
_COVER = 0.5
"""The share of a rule's score that depends on how many words of the question it answers."""
_SHORTEST, _LONG = 4, 7
"""The least letters of a word that may have one mistyped letter, and of one that may have two."""
_LONGEST = 200
"""The most characters of a question."""
_SAYS_NOTHING = """
a about after all am an and any anybody anyone are as at be been but by can could did do does for from get
gets getting got had has have he her him his how i if in into is it its kind left let lets me my not of on one
or our out past rule rules she should so some somebody someone something still that the their them then there
they this to up us use used was we were what when where which while who whom whose why will with would you
your
"""
_IDLE = frozenset(_SAYS_NOTHING.split())
"""Words that say nothing about the rule that is meant."""


class RuleSearch:
    """An index of one book, in memory, closed with its search. Without SQLite or its FTS5 a count of the words."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self._index = _indexed(book)
        if self._index is not None:
            weakref.finalize(self, self._index.close)
        self._counted = () if self._index is not None else tuple(map(_fields, book.rules))

    def find(self, question: str, most: int = MOST) -> tuple[Rule, ...]:
        """Return the rules that answer a question, the best first. A rule whose id is asked for comes alone."""
        if (rule := self.book.rule(question)) is not None:
            return (rule,)
        words = _words(question)
        meant = [*dict.fromkeys(word for word in words if word not in _IDLE)] or words
        scores, answered = _Scores(), Counter[int]()
        for word in meant:
            of_word = self._of_word(word, begun=word == meant[-1])
            scores.add(of_word)
            answered.update(of_word.keys())
        for first, second in pairwise(words):
            scores.add(self._scores_of_phrase(f"{first} {second}"))
        for number in scores:
            # A rule that has few of the words is worth less.
            scores[number] *= 1 - _COVER + _COVER * answered[number] / len(meant)
        best = sorted(scores, key=lambda number: (-scores[number], number))
        return tuple(self.book.rules[number] for number in best[:most])

    def _of_word(self, word: str, begun: bool) -> _Scores:
        """Return each rule's score for one word of a question: as it is, as a synonym, or corrected.

        `begun`: it may be the beginning of a word that is still being typed.
        """
        scores, meanings = self._scores_of_phrase(word), self._meanings(word)
        if begun:
            scores.add(self._scores_of_phrase(word, begun=True), _BEGUN if scores else 1.0)
        if not scores and not meanings and (near := self._nearest(word)):
            scores.add(self._scores_of_phrase(near), _MISTYPED)
            meanings = self._meanings(near)
        for part in dict.fromkeys(part for meaning in meanings for part in _words(meaning)):
            scores.add(self._scores_of_phrase(part), _SYNONYM)
        return scores

    def _scores_of_phrase(self, phrase: str, begun: bool = False) -> _Scores:
        """Return the score of each rule with a word or a phrase: whole, or if `begun` the beginning of one."""
        if self._index is None:
            return _counted(self._counted, phrase)
        rows = self._index.execute(
            f"SELECT rowid, -bm25(rules, {', '.join(map(str, _WEIGHTS))}) FROM rules WHERE rules MATCH ?",
            (f'"{phrase}" *' if begun else f'"{phrase}"',),
        )
        return _Scores((int(number), float(score)) for number, score in rows)

    def _meanings(self, word: str) -> tuple[str, ...]:
        """Return the words of the rules that a word of the table may mean, in any form: `bullet` for `bullets`."""
        if self._index is None:
            return self.book.synonyms.get(word, ())
        rows = self._index.execute("SELECT meant FROM synonyms WHERE synonyms MATCH ?", (f'word: "{word}"',))
        return tuple(meaning for (meant,) in rows for meaning in meant.split("\n"))

    def _nearest(self, word: str) -> str:
        """Return the known word or two words that a mistyped one means. Empty for none."""
        parts = ((word[:cut], word[cut:]) for cut in range(_SHORTEST - 1, len(word) - _SHORTEST + 2))
        for first, second in parts:
            if first in self._known and second in self._known and self._scores_of_phrase(f"{first} {second}"):
                return f"{first} {second}"
        if len(word) < _SHORTEST:
            return ""
        most = 1 if len(word) < _LONG else 2
        near = [
            (distance(word, known), known)
            for known in self._begun_by.get(word[0], ())
            if abs(len(known) - len(word)) <= most and _may_be(word, known)
        ]
        far, known = min(near, default=(_LONG, ""))
        return known if far <= most else ""

    # Kept: only a search with an unknown word needs it, and then with each further key.
    @cached_property
    def _known(self) -> frozenset[str]:
        texts = (text for rule in self.book.rules for text in _fields(rule)[1:])
        return frozenset(_words(" ".join((*texts, *self.book.synonyms)), most=None))

    @cached_property
    def _begun_by(self) -> Mapping[str, Sequence[str]]:
        """Return the words that a word may be a typing error for, by first letter. Not short ones or numbers.

        Fingers seldom slip on the first letter, and so few words have to be compared.
        """
        words: dict[str, list[str]] = {}
        for word in self._known:
            if len(word) >= _SHORTEST and word.isalpha():
                words.setdefault(word[0], []).extend((word, f"{word}s"))
        return words


def _may_be(word: str, known: str) -> bool:
    """Return whether `word` may be a typing error for the `known` one.

    A letter was dropped, doubled or swapped, in a long word also replaced. Too many short words differ by one letter
    only: `share` is not a mistyped `shake`.
    """
    others = len(set(word) - set(known))
    return others <= 2 if len(word) >= _LONG else not others or len(known) < len(word)


class _Scores(dict[int, float]):
    """The scores by position of the rule in the book."""

    def add(self, others: Mapping[int, float], weight: float = 1.0) -> None:
        """Add other scores, each times a weight."""
        for number, score in others.items():
            self[number] = self.get(number, 0.0) + weight * score


def _fields(rule: Rule) -> tuple[str, ...]:
    return rule.id, rule.title, ", ".join((*rule.words, *rule.house)), rule.text


def _indexed(book: RuleBook) -> Connection | None:
    """Return the book in an index. None if this Python has no SQLite, or its SQLite no FTS5."""
    try:
        import sqlite3  # noqa: PLC0415 -- not every Python has it
    except ImportError:
        return None
    # Whichever thread lets go of the search closes its index; each search is asked by one thread at a time.
    index = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        index.execute("CREATE VIRTUAL TABLE rules USING fts5(id, title, words, text, tokenize = 'porter unicode61')")
    except sqlite3.OperationalError:
        index.close()
        return None
    index.executemany(
        "INSERT INTO rules (rowid, id, title, words, text) VALUES (?, ?, ?, ?, ?)",
        [(place, *_fields(rule)) for place, rule in enumerate(book.rules)],
    )
    index.execute("CREATE VIRTUAL TABLE synonyms USING fts5(word, meant UNINDEXED, tokenize = 'porter unicode61')")
    index.executemany(
        "INSERT INTO synonyms (word, meant) VALUES (?, ?)",
        [(word, "\n".join(meant)) for word, meant in book.synonyms.items()],
    )
    return index


def _counted(rules: Sequence[tuple[str, ...]], phrase: str) -> _Scores:
    """Return each rule's score for words that begin with `phrase`: the weights of its fields, and their rarity."""
    begins = re.compile(rf"\b{re.escape(phrase)}", re.IGNORECASE)
    having = {
        place: sum(weight for weight, text in zip(_WEIGHTS, fields, strict=True) if begins.search(text))
        for place, fields in enumerate(rules)
    }
    many = sum(weight > 0 for weight in having.values())
    return _Scores((number, weight / many) for number, weight in having.items() if weight)


def _words(text: str, most: int | None = _LONGEST) -> list[str]:
    """Return the words of a text, small and without accents, without signs that the index reads as operators."""
    flat = unicodedata.normalize("NFKD", text[:most].casefold())
    return re.findall(r"[^\W_]+", "".join(sign for sign in flat if not unicodedata.combining(sign)))


def looked_up(search: RuleSearch, asked: str, house_rules: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the rule that answers best as lines, then other titles. All titles without a question. Empty if none fits.

    `house_rules` are those in force that differ, as a file has them.
    """
    if not asked.strip():
        return tuple(map(heading, search.book.rules))
    answers = search.find(asked)
    if not answers:
        return ()
    rule, *others = answers
    lines = [heading(rule), *rule_text(rule, house_rules)]
    if see := ", ".join(f"{other.id} ({other.title})" for other in beside(rule, search.book)):
        lines.append(f"See also: {see}.")
    if others:
        lines += ["", "Other rules:", *(f"  {heading(other)}" for other in others)]
    return tuple(lines)
