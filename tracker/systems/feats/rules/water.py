"""Water: breath, going without air and swimming (F-BREATH, F-AIR, F-SWIM)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules.loads import factor

EXERTIONS = tuple(BOOK.breath.times)


def breath(ht: int, exertion: str = "rest", *, control: bool = False, unprepared: bool = False) -> int:
    """Seconds a breath is held, fractions dropped (F-BREATH-1); exertion is rest, mild or heavy."""
    book = BOOK.breath
    prepared = Fraction(ht * book.times[exertion]) * (book.control if control else 1)
    return floor(prepared * (book.unprepared if unprepared else 1))


def airless(seconds: int) -> str:
    """What so long without air has come to: "dead", "harmed" (HT, or IQ −1 for good) or nothing (F-AIR-2, F-AIR-4)."""
    if seconds >= BOOK.air.dead:
        return "dead"
    return "harmed" if seconds > BOOK.air.harmed else ""


def water_move(basic_move: int) -> int:
    """Yards a second in water: a fifth of Basic Move, fractions dropped, at least 1 (F-SWIM-4)."""
    return max(1, basic_move // BOOK.swim.slower)


def swum(basic_move: int, level: int, seconds: int = 10) -> Fraction:
    """Yards swum at top speed (F-SWIM-4)."""
    return water_move(basic_move) * factor(level) * seconds
