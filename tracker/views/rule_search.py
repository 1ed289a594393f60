"""Rule search: the rules of a game ranked by how well they answer words of the table. Imported when it is asked for."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tracker.system_api.rule_book import Rule, RuleBook
from tracker.views.rule_page import beside, heading, rule_text

MOST = 12
"""Rules that a search finds at most."""
_WEIGHTS = (10.0, 6.0, 4.0, 1.0)
"""What a word counts in id, title, words and text."""
_SYNONYM = 0.4
"""What a synonym counts, beside the word itself."""
_LONGEST = 200
"""Characters of a question that are read."""
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
    """An index of one book, in memory; where SQLite has no FTS5, a plain count of the words."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self._index = _indexed(book)
        self._counted = () if self._index is not None else tuple(map(_fields, book.rules))

    def find(self, question: str, most: int = MOST) -> tuple[Rule, ...]:
        """The rules that answer a question, the best first; a rule whose id is asked for alone."""
        if (rule := self.book.rule(question)) is not None:
            return (rule,)
        words = _words(question)
        meant = [word for word in words if word not in _IDLE] or words
        scores: dict[int, float] = {}
        pairs = [f"{first} {second}" for first, second in pairwise(words)]
        for at, score in self._scored([*meant, *pairs], begun=meant[-1:]):
            scores[at] = score
        synonyms = [synonym for word in meant for synonym in self.book.synonyms.get(word, ())]
        for at, score in self._scored(dict.fromkeys(part for synonym in synonyms for part in _words(synonym))):
            scores[at] = scores.get(at, 0.0) + _SYNONYM * score
        best = sorted(scores, key=lambda at: (-scores[at], at))
        return tuple(self.book.rules[at] for at in best[:most])

    def _scored(self, words: Iterable[str], begun: Iterable[str] = ()) -> list[tuple[int, float]]:
        """Each rule with one of these words or phrases, or with a word that is `begun` so, with its score."""
        terms = [*(f'"{word}"' for word in words), *(f'"{word}" *' for word in begun)]
        if not terms:
            return []
        if self._index is None:
            return _counted(self._counted, [term.strip('" *') for term in terms])
        rows = self._index.execute(
            f"SELECT rowid, -bm25(rules, {', '.join(map(str, _WEIGHTS))}) FROM rules WHERE rules MATCH ?",
            (" OR ".join(terms),),
        )
        return [(int(at), float(score)) for at, score in rows]


def _fields(rule: Rule) -> tuple[str, ...]:
    """What a rule is searched in, in the order of the weights."""
    return rule.id, rule.title, ", ".join((*rule.words, *rule.house)), rule.text


def _indexed(book: RuleBook) -> sqlite3.Connection | None:
    """The book in an index; None where this Python's SQLite was built without FTS5."""
    index = sqlite3.connect(":memory:")
    try:
        index.execute("CREATE VIRTUAL TABLE rules USING fts5(id, title, words, text, tokenize = 'porter unicode61')")
    except sqlite3.OperationalError:
        index.close()
        return None
    index.executemany(
        "INSERT INTO rules (rowid, id, title, words, text) VALUES (?, ?, ?, ?, ?)",
        [(at, *_fields(rule)) for at, rule in enumerate(book.rules)],
    )
    return index


def _counted(rules: Sequence[tuple[str, ...]], terms: Sequence[str]) -> list[tuple[int, float]]:
    """Each rule with a word that begins with a term, scored by the weights of its fields and how rare the term is."""
    hits: dict[int, float] = {}
    for term in dict.fromkeys(terms):
        begins = re.compile(rf"\b{re.escape(term)}", re.IGNORECASE)
        having = {
            at: sum(weight for weight, text in zip(_WEIGHTS, fields, strict=True) if begins.search(text))
            for at, fields in enumerate(rules)
        }
        many = sum(weight > 0 for weight in having.values())
        for at, weight in having.items():
            if weight:
                hits[at] = hits.get(at, 0.0) + weight / many
    return [*hits.items()]


def _words(text: str) -> list[str]:
    """The words of a text, small and without accents; never a sign that the index would take for an order."""
    flat = unicodedata.normalize("NFKD", text[:_LONGEST].casefold())
    return re.findall(r"[^\W_]+", "".join(sign for sign in flat if not unicodedata.combining(sign)))


def looked_up(search: RuleSearch, asked: str, house_rules: Iterable[str] = ()) -> tuple[str, ...]:
    """The rule that answers best as lines, then the titles of others; all titles where nothing is asked; or nothing.

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
