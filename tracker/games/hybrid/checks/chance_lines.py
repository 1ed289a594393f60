"""Chance lines: the sum of a recorded chance read back, to reckon it again without one of its terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tracker.game_api.turning_term import Term
from tracker.games.hybrid.book.rounding import half_up
from tracker.model.events import Rolled
from tracker.model.lazy_dataclass import dataclass

_START = re.compile(r"(?:.*: )(?P<value>−?\d+(?:\.\d+)?)")
_SHARE = re.compile(r"(?P<why>.*): × (?P<factor>\d+(?:/\d+)?) = .*")
_SUMMAND = re.compile(r"(?:DF [+−]\d+(?:\.\d+)? )?(?P<why>.*): (?P<amount>[+−]\d+(?:\.\d+)?)")
_BY_HAND = re.compile(r"(?P<why>.*) [+−-]\d+ = (?P<amount>[+−-]\d+(?:\.\d+)?)")  # fights up to 0.2 have a hyphen
_RANKS = ("(H-SKILL-2)", "(H-SKILL-6)")
"""The rules of a fighter's fixed terms. Such a term is named only when no other turned the roll."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A summand, or a factor of all lines before it. `starts` where a new sum begins with the amount."""

    amount: Fraction
    why: str
    shown: str
    is_factor: bool = False
    starts: bool = False
    is_df: bool = False


def terms(rolled: Rolled) -> Sequence[Term]:
    """Return the terms of a roll, each with the chance without it. Empty where the lines do not give its chance."""
    lines = [line for text in rolled.sum if (line := _line_of(text)) is not None]
    if rolled.chance is None or half_up(_total(lines)) != rolled.chance:
        return ()
    return [
        Term(line.shown, line.why, half_up(_total(_without(lines, place))))
        for place, line in enumerate(lines)
        if not line.starts
    ]


def is_rank(term: Term) -> bool:
    """Return whether a term is a rank, a support or a skill pool."""
    return term.why.endswith(_RANKS)


def _without(lines: Sequence[_Line], place: int) -> list[_Line]:
    """Return the lines without the one at `place`. Without a share (× 1/2) the DFs below it weigh in full again."""
    taken, later = lines[place], lines[place + 1 :]
    if taken.is_factor and taken.amount:
        later = [replace(line, amount=line.amount / taken.amount) if line.is_df else line for line in later]
    return [*lines[:place], *later]


def _total(lines: Sequence[_Line]) -> Fraction:
    """Return the chance to which the lines add up, in order: a start begins anew, a factor multiplies all before it."""
    total = Fraction(0)
    for line in lines:
        if line.is_factor:
            total *= line.amount
        else:
            total = line.amount + (0 if line.starts else total)
    return total


def _line_of(text: str) -> _Line | None:
    """Return a line of the sum with its number. None for a line without one."""
    if (share := _SHARE.fullmatch(text)) is not None:
        return _Line(Fraction(share["factor"]), share["why"], f"× {share['factor']}", is_factor=True)
    for pattern in (_BY_HAND, _SUMMAND):
        if (summand := pattern.fullmatch(text)) is not None:
            return _Line(_number(summand["amount"]), summand["why"], summand["amount"], is_df=text.startswith("DF "))
    if (start := _START.fullmatch(text)) is not None:
        return _Line(_number(start["value"]), "", "", starts=True)
    return None


def _number(text: str) -> Fraction:
    """Return the number of a text with the typographic minus."""
    return Fraction(text.replace("−", "-"))
