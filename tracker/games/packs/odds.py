"""Odds: how likely the dice of a formula reach a number. Exact for what is rolled at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb, erf, sqrt

from tracker.dice.notation import Term
from tracker.games.packs.formulas import Best, Kind

MOST_EXACT = 1500
"""The widest span of totals that is computed exactly. Beyond it the normal curve is close enough."""
MOST_KEPT = 2_000_000
"""The most steps for the chances of the highest of several dice."""
OPENED = 3
"""The most times an opened die is followed: a fourth highest face in a row changes no percent."""

_ONCE = Fraction(1)
Spread = tuple[int, tuple[float, ...]]
"""The lowest total, and the chance of it and of each total above it."""


# The functions below are cached: a menu asks for the same dice against each target and with every key.
@lru_cache(maxsize=512)
def chance(plus: tuple[Kind, ...], minus: tuple[Kind, ...], need: int) -> float:
    """Return the chance, from 0 to 1, that dice less other dice show `need` or more."""
    if sum(_span(kind) for kind in (*plus, *minus)) > MOST_EXACT or any(map(_hard, (*plus, *minus))):
        return _normal(plus, minus, need)
    low, parts = spread(plus, minus)
    return min(1.0, sum(parts[max(0, need - low) :])) if need > low else 1.0


@lru_cache(maxsize=256)
def spread(plus: tuple[Kind, ...], minus: tuple[Kind, ...]) -> Spread:
    """Return the lowest total of the dice `plus` less the dice `minus`, and the chance of it and each total above."""
    low = 0
    parts: tuple[float, ...] = (1.0,)
    for kind in plus:
        least, each = _spread_of(kind)
        low, parts = low + least, added(parts, each)
    for kind in minus:
        least, each = _spread_of(kind)
        low, parts = low - least - len(each) + 1, added(parts, each[::-1])
    return low, parts


def less(first: Spread, second: Spread) -> Spread:
    """Return the chance of each total of one roll less another."""
    (low, parts), (least, others) = first, second
    return low - least - len(others) + 1, added(parts, others[::-1])


@lru_cache(maxsize=256)
def _spread_of(kind: Kind) -> Spread:
    """Return the lowest total of one kind of dice, and the chance of it and each total above, times their factor."""
    if (times := int(kind.factor)) > 1:
        low, parts = _spread_of(replace(kind, factor=_ONCE))
        spaced = [0.0] * ((len(parts) - 1) * times + 1)
        spaced[::times] = parts
        return low * times, tuple(spaced)
    if isinstance(kind, Best):
        return _best(kind)
    if kind.keep:
        return _kept(kind)
    low, single = _single(kind)
    parts = (1.0,)
    for _ in range(kind.dice):
        parts = added(parts, single)
    return kind.dice * low, parts


def _single(kind: Term) -> Spread:
    return in_order(_fallen(kind, kind.sides, kind.goes_on, OPENED if kind.goes_on else 0))


@lru_cache(maxsize=64)
def further(kind: Term, dice: int) -> Spread:
    """Return the chances of the totals that dice thrown again add. `dice` is the number of them."""
    again = kind.goes_on if kind.then == kind.sides else kind.then
    low, single = in_order(_fallen(kind, kind.then, again, OPENED - 1))
    parts: tuple[float, ...] = (1.0,)
    for _ in range(dice):
        parts = added(parts, single)
    return dice * (low - kind.less), parts


def _fallen(kind: Term, sides: int, goes_on: int, again: int) -> dict[int, float]:
    """Return the chance of each total of a die of so many sides, thrown again from the face `goes_on`.

    `again` is the number of times that it may be thrown again.
    """
    totals: dict[int, float] = {}
    for face in range(1, sides + 1):
        if goes_on and face >= goes_on and again:
            further_on = goes_on if kind.then == kind.sides else kind.then
            for further, share in _fallen(kind, kind.then, further_on, again - 1).items():
                total = face + further - kind.less
                totals[total] = totals.get(total, 0.0) + share / sides
        else:
            total = kind.worth(face)
            totals[total] = totals.get(total, 0.0) + 1 / sides
    return totals


def _kept(kind: Term) -> Spread:
    """Return the chances of the totals of the highest or lowest dice, face by face from the one that is kept first."""
    wanted_first = range(kind.sides, 0, -1) if kind.keep > 0 else range(1, kind.sides + 1)
    states = {(0, 0): 1.0}  # by the dice fallen so far and the total of those kept
    for place, face in enumerate(wanted_first):
        share, next_states = 1 / (kind.sides - place), dict[tuple[int, int], float]()
        for (fallen, total), chance_so_far in states.items():
            left = kind.dice - fallen
            for number in range(left + 1):
                kept = max(0, min(number, abs(kind.keep) - fallen))
                part = comb(left, number) * share**number * (1 - share) ** (left - number)
                if part:
                    state = (fallen + number, total + kept * face)
                    next_states[state] = next_states.get(state, 0.0) + chance_so_far * part
        states = next_states
    totals: dict[int, float] = {}
    for (_, total), part in states.items():
        totals[total] = totals.get(total, 0.0) + part
    return in_order(totals)


def _best(best: Best) -> Spread:
    """Return the chances of the best of several throws, from those that all show no more (or no less) than a total."""
    spreads = [_spread_of(kind) for kind in best.kinds]
    low = min(least for least, _ in spreads)
    high = max(least + len(parts) - 1 for least, parts in spreads)

    def all_within(total: int) -> float:
        """Return the chance that every throw shows no more than a total, or with `low` no less."""
        share = 1.0
        for least, parts in spreads:
            inside = parts[: max(0, total - least + 1)] if not best.low else parts[max(0, total - least) :]
            share *= sum(inside)
        return share

    step = 1 if best.low else -1
    return low, tuple(all_within(total) - all_within(total + step) for total in range(low, high + 1))


def in_order(totals: Mapping[int, float]) -> Spread:
    """Return the chances of totals from the lowest to the highest."""
    low, high = min(totals), max(totals)
    return low, tuple(totals.get(total, 0.0) for total in range(low, high + 1))


def added(parts: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
    """Return the chances of the totals of two rolls together."""
    totals = [0.0] * (len(parts) + len(others) - 1)
    for place, part in enumerate(parts):
        if part:
            for step, other in enumerate(others):
                totals[place + step] += part * other
    return tuple(totals)


def _hard(kind: Kind) -> bool:
    """Return whether the exact chances of dice of which some are kept take too many steps."""
    if isinstance(kind, Best):
        return any(map(_hard, kind.kinds))
    return abs(kind.keep) * kind.dice**2 * kind.sides**2 > MOST_KEPT


def _span(kind: Kind) -> int:
    """Return the greatest total of one kind of dice, as a measure of the work to reckon its chances."""
    if isinstance(kind, Best):
        return max(_span(each) for each in kind.kinds)
    most = 1 + bool(kind.twice) if kind.over else kind.sides * (OPENED + 1 if kind.goes_on else 1)
    return kind.dice * int(kind.factor) * most


def _normal(plus: Sequence[Kind], minus: Sequence[Kind], need: int) -> float:
    """Return the chance that dice less other dice show `need` or more, by the normal curve with their mean."""
    mean = variance = 0.0
    for sign, kind in (*((1, kind) for kind in plus), *((-1, kind) for kind in minus)):
        dice = kind.kinds[0] if isinstance(kind, Best) else kind  # of several throws the first is near enough
        low, parts = _single(replace(dice, keep=0, factor=_ONCE))
        single = sum(part * (low + place) for place, part in enumerate(parts))
        square = sum(part * (low + place) ** 2 for place, part in enumerate(parts))
        number = (abs(dice.keep) or dice.dice) * int(kind.factor)
        mean += sign * number * single
        variance += number * int(kind.factor) * (square - single**2)
    return (1 - erf((need - 0.5 - mean) / sqrt(2 * max(variance, 0.01)))) / 2
