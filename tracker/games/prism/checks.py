"""Target numbers: the effect of energy on them, success, nearness, the rolls that answer a result, and odds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Literal, get_args

from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK

Reaction = Literal["dodge", "deflect"]
WAYS: tuple[Reaction, ...] = get_args(Reaction)
"""The reactions that may burn energy."""


def succeeds(target: int, result: int) -> bool:
    """Return whether a result is at or under the target number (S-TN-2)."""
    return result <= target


def percent(target: int) -> int:
    """Return the chance in percent to roll at or under the target number, from 0 up (S-DICE-1, S-TN-2)."""
    return max(0, min(BOOK.dice.highest + 1, target + 1))


def raised(points: int, house: HouseRules) -> int:
    """Return what `points` of energy or stamina add to the fighter's target number (S-TN-3, S-DODGE-4)."""
    return points // house.desperation_cost


def price(reaction: Reaction, defensive: bool, house: HouseRules) -> Fraction:
    """Return the energy per point off the attacker's target number: X to dodge, Y = X/2 to deflect.

    Rules: S-DODGE-1, S-DEFLECT-1.
    """
    deflection = BOOK.deflection
    cost = Fraction(house.dodge_energy) * (deflection.of_dodge if reaction == "deflect" else 1)
    return cost * (deflection.defensive if defensive and house.defensive == "half" else 1)


def penalty(reaction: Reaction, energy: int, defensive: bool, house: HouseRules) -> int:
    """Return what so much energy takes off the attacker's target number, rounded down (S-DODGE-1, S-DEFLECT-1)."""
    return floor(energy / price(reaction, defensive, house))


def least(reaction: Reaction, defensive: bool, house: HouseRules) -> int:
    """Return the least energy of a reaction: a dodge takes off at least 1, unless free dodges are allowed (SQ 31)."""
    if reaction != "dodge" or house.free_dodge:
        return 0
    return ceil(price(reaction, defensive, house))


def farness(target: int, result: int, house: HouseRules) -> int:
    """Return how far a success is below its target number. Smaller is nearer (S-OPP-2)."""
    return (min(target, BOOK.dice.highest) if house.closeness_cap else target) - result


def reactor_wins(actor_below: int, reactor_below: int, house: HouseRules) -> bool:
    """Return whether the reactor wins a simple contest in which both succeeded, by how far each is below its number.

    Rules: S-OPP-2.
    """
    return reactor_below < actor_below or (reactor_below == actor_below and house.ties_go_to == "reactor")


def window(reactor_number: int, result: int, house: HouseRules) -> range:
    """Return the rolls that answer a result in a complex contest. An empty range when none does.

    Rules: S-OPP-3, S-DODGE-4.
    """
    return range(result + 1, min(reactor_number + house.complex_equal, BOOK.dice.highest + 1))


def needed(dodge_number: int, result: int, house: HouseRules) -> int:
    """Return the least stamina that opens a window for a desperation dodge. 0 when none can (S-DODGE-4)."""
    if result >= BOOK.dice.highest:
        return 0
    return max(0, result + 2 - house.complex_equal - dodge_number) * house.desperation_cost


# Cached: it sums over every pair of rolls, and menus ask for each target.
@lru_cache(maxsize=4096)
def contest_percent(target: int, reactor_number: int, house: HouseRules) -> float:
    """Return the chance in percent that the actor wins a simple contest (S-OPP-2)."""
    highest = BOOK.dice.highest
    won = 0
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
    """Return the chance in percent that an attack hits a dodger with this target number. None: nobody dodges.

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


def improvement(skill: int, potential: int) -> int:
    """Return the number to roll at or under for a skill to rise. Below 0 it cannot rise (S-GROW-1)."""
    growth = BOOK.growth
    return growth.start - growth.factor * (skill + potential)
