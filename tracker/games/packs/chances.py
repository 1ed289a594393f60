"""Chances: how likely the dice of a formula reach a number; exact for what is rolled at a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, erf, sqrt

from tracker.games.packs.formulas import Dice

MOST_EXACT = 1500
"""The widest span of totals that is worked out exactly; beyond it the normal curve is near enough."""
OPENED = 3
"""How often an opened die is followed: a fourth highest face in a row changes no percent."""

Spread = tuple[int, tuple[float, ...]]
"""The lowest total, and the chance of it and of each total above it."""


@lru_cache(maxsize=512)
def chance(plus: tuple[Dice, ...], minus: tuple[Dice, ...], need: int) -> float:
    """Return the chance, from 0 to 1, that dice less other dice show `need` or more."""
    if sum(_span(kind) for kind in (*plus, *minus)) > MOST_EXACT:
        return _normal(plus, minus, need)
    low, parts = spread(plus, minus)
    return min(1.0, sum(parts[max(0, need - low) :])) if need > low else 1.0


@lru_cache(maxsize=256)
def spread(plus: tuple[Dice, ...], minus: tuple[Dice, ...]) -> Spread:
    """Return the chance of each total of dice less other dice."""
    low = 0
    parts: tuple[float, ...] = (1.0,)
    for kind in plus:
        least, each = _of(kind)
        low, parts = low + least, _added(parts, each)
    for kind in minus:
        least, each = _of(kind)
        low, parts = low - least - len(each) + 1, _added(parts, each[::-1])
    return low, parts


@lru_cache(maxsize=256)
def _of(kind: Dice) -> Spread:
    """Return the chances of dice of one kind."""
    if kind.least:
        hit = (kind.sides - kind.least + 1) / kind.sides
        counts = range(kind.count + 1)
        return 0, tuple(comb(kind.count, n) * hit**n * (1 - hit) ** (kind.count - n) for n in counts)
    single = [0.0] * (kind.sides * (OPENED + 1) if kind.opened else kind.sides)
    share, base = 1.0, 0
    for again in range(OPENED + 1 if kind.opened else 1):
        goes_on = kind.opened and again < OPENED
        for face in range(1, kind.sides + (0 if goes_on else 1)):
            single[base + face - 1] += share / kind.sides
        share, base = share / kind.sides, base + kind.sides
    parts: tuple[float, ...] = (1.0,)
    for _ in range(kind.count):
        parts = _added(parts, single)
    return kind.count, parts


def _added(parts: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
    """Return the chances of the totals of two rolls together."""
    totals = [0.0] * (len(parts) + len(others) - 1)
    for place, part in enumerate(parts):
        if part:
            for step, other in enumerate(others):
                totals[place + step] += part * other
    return tuple(totals)


def _span(kind: Dice) -> int:
    """Return how many totals dice of one kind may show."""
    return kind.count * (1 if kind.least else kind.sides * (OPENED + 1 if kind.opened else 1))


def _normal(plus: Sequence[Dice], minus: Sequence[Dice], need: int) -> float:
    """Return the chance by the normal curve of the same mean and spread."""
    mean = variance = 0.0
    for sign, kind in (*((1, kind) for kind in plus), *((-1, kind) for kind in minus)):
        hit = (kind.sides - kind.least + 1) / kind.sides
        mean += sign * kind.count * (hit if kind.least else (kind.sides + 1) / 2)
        variance += kind.count * (hit * (1 - hit) if kind.least else (kind.sides**2 - 1) / 12)
    return (1 - erf((need - 0.5 - mean) / sqrt(2 * max(variance, 0.01)))) / 2
