"""Exact numbers: read exactly as written, rounded half up, printed to two decimals."""

from __future__ import annotations

from fractions import Fraction
from math import floor


def exact(number: object) -> Fraction:
    """Return a number of a file, a line or a mark as the exact fraction that was written."""
    return Fraction(str(number))


def half_up(value: Fraction, digits: int = 0) -> Fraction:
    """Round to `digits` decimals, halves up."""
    scale = 10**digits
    return Fraction(floor(value * scale + Fraction(1, 2)), scale)


def plain(value: Fraction | int) -> str:
    """Return a figure as text with at most two decimals: `8.4`, `29`."""
    return f"{round(float(value), 2):.10g}"


def at_least_once(percent: int, tries: int) -> int:
    """Return the chance in percent, rounded half up, that one of several tries succeeds, each with chance `percent`."""
    return int(half_up(100 * (1 - Fraction(100 - percent, 100) ** tries)))
