"""Recovery over hours: points that come back with time, a pure function in which a long rest equals any split of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

MINUTE, HOUR, DAY = 60, 3600, 86400
WEEK, YEAR = 7 * DAY, 365 * DAY
LONGEST = 366 * DAY
"""In seconds."""
_SPAN = re.compile(r"(\d{1,6})\s*([a-zA-Z]+)")
_UNITS = {
    "second": 1, "seconds": 1, "sec": 1, "s": 1,
    "minute": MINUTE, "minutes": MINUTE, "min": MINUTE, "m": MINUTE,
    "hour": HOUR, "hours": HOUR, "h": HOUR,
    "day": DAY, "days": DAY, "d": DAY,
    "week": WEEK, "weeks": WEEK, "w": WEEK,
    "year": YEAR, "years": YEAR, "y": YEAR,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recovery:
    """`points` of a pool come back after each span of whole `seconds` of rest."""

    pool: str
    points: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Points of a pool, and what part of the way to the next ones lies behind (0 up to, not including, 1)."""

    points: int
    towards: Fraction = Fraction(0)


def recovered(before: Standing, full: int, rate: Recovery, seconds: int) -> Standing:
    """Return the standing after more `seconds` of rest. `full` is the most points of the pool.

    The part of a span that has passed is carried over. A full pool carries nothing, and one above its full stays.
    """
    if before.points >= full or rate.points <= 0 or seconds <= 0:
        return before if before.points < full else Standing(before.points)
    spans = before.towards + Fraction(seconds, rate.seconds)
    whole_spans = spans.numerator // spans.denominator
    points = before.points + whole_spans * rate.points
    return Standing(full) if points >= full else Standing(points, spans - whole_spans)


def span(words: str) -> int | None:
    """Return `8 hours`, `90 min`, `1 year` (365 days) in seconds. None for no span, or for more than 366 days."""
    parts = _SPAN.findall(words)
    if not parts or _SPAN.sub("", words).strip(" ,"):
        return None
    if any(unit.casefold() not in _UNITS for _, unit in parts):
        return None
    seconds = sum(int(number) * _UNITS[unit.casefold()] for number, unit in parts)
    return seconds if 0 < seconds <= LONGEST else None
