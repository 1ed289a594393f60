"""Exact numbers: figures read as they were written, rounded as a book rounds, and told to two decimals."""

from __future__ import annotations

from fractions import Fraction
from math import floor


def exact(number: object) -> Fraction:
    """A number of a file, a line or a mark, as it was written."""
    return Fraction(str(number))


def half_up(value: Fraction, digits: int = 0) -> Fraction:
    """Rounded to so many decimals, halves up."""
    scale = 10**digits
    return Fraction(floor(value * scale + Fraction(1, 2)), scale)


def plain(value: Fraction | int) -> str:
    """A figure with at most two decimals: `8.4`, `29`."""
    return f"{round(float(value), 2):.10g}"


def at_least_once(percent: int, tries: int) -> int:
    """How often in a hundred one of several tries succeeds that each do so `percent` of the time, rounded half up."""
    return int(half_up(100 * (1 - Fraction(100 - percent, 100) ** tries)))
