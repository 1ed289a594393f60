"""Odds: how often a roll, a contest or an attack against a dodge succeeds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK
from tracker.games.prism.checks import farness, reactor_wins, succeeds, window


def percent(target: int) -> int:
    """Return the chance in percent to roll at or under the target number, from 0 up (S-DICE-1, S-TN-2)."""
    return max(0, min(BOOK.dice.highest + 1, target + 1))


# Cached: it sums over every pair of rolls, and menus ask for each target.
@lru_cache(maxsize=4096)
def contest_percent(target: int, reactor_number: int, house: HouseRules) -> float:
    """Return the chance in percent that the actor wins a simple contest (S-OPP-2)."""
    highest = BOOK.dice.highest
    won = 0  # of 10 000 pairs of rolls, so that a hundredth of it is the percentage
    for result in range(min(target, highest) + 1):
        actor_below = farness(target, result, house)
        for answer in range(highest + 1):
            won += not (
                succeeds(reactor_number, answer)
                and reactor_wins(actor_below, farness(reactor_number, answer, house), house)
            )
    return float(Fraction(won, 100))


# Cached as `contest_percent` is.
@lru_cache(maxsize=4096)
def hit_percent(target: int, dodge_number: int | None, house: HouseRules) -> float:
    """Return the chance in percent that an attack hits a dodger with this target number. None: there is no dodge.

    A complex dodge leaves of each result that succeeds the share of rolls that do not answer it (S-DODGE-2).
    """
    if dodge_number is None or house.dodge_roll == "none":
        return float(percent(target))
    if house.dodge_roll == "simple":
        return contest_percent(target, dodge_number, house)
    return complex_percent(target, dodge_number, house)


def complex_percent(target: int, reactor_number: int, house: HouseRules) -> float:
    """Return the chance in percent that the actor wins a complex contest (S-OPP-3)."""
    results = range(min(target, BOOK.dice.highest) + 1)
    return float(Fraction(sum(100 - len(window(reactor_number, result, house)) for result in results), 100))
