"""Checks: the effect of energy on a target number, success, nearness, and the rolls that answer a result."""

from __future__ import annotations

from fractions import Fraction
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
    # The lowest roll that answers is 1 above the result, and the target number must be above that roll.
    return max(0, result + 2 - house.complex_equal - dodge_number) * house.desperation_cost


def improvement(skill: int, potential: int) -> int:
    """Return the number to roll at or under for a skill to rise. Below 0 it cannot rise (S-GROW-1)."""
    growth = BOOK.growth
    return growth.start - growth.factor * (skill + potential)
