"""Rounding as the rules round: halves go up. Stats written as decimals are taken exactly as written."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

Exact = Fraction


def half_up(value: Fraction | float) -> int:
    """Return the nearest whole number, halves up: 0.5 → 1, −0.5 → 0."""
    if isinstance(value, int):
        return value
    exact = value if isinstance(value, Fraction) else Fraction(value)
    return (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)


def half_up_share(part: int, whole: int) -> int:
    """Return `part` / `whole` rounded half up, without making a fraction of it."""
    return (2 * part + whole) // (2 * whole)


# Cached: the figures of sheets are few, and each is converted for every sum.
@lru_cache(maxsize=1024)
def exact(value: float | int | Fraction) -> Fraction:
    """Return a number exactly as it is written: 13.33 is 1333/100, not the nearest binary fraction."""
    return value if isinstance(value, Fraction) else Fraction(str(value))


def whole(value: Fraction | int) -> Fraction | int:
    """Return the number, as an `int` if it is whole, because those add up faster. Never divide it by `/`."""
    return value.numerator if value.denominator == 1 else value


def shown(value: Fraction | int) -> str:
    """Return a number for reading: whole if it is whole, else with at most two decimals, and with a real minus."""
    if isinstance(value, int):
        return str(value) if value >= 0 else f"−{-value}"
    text = str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")
