"""Target numbers: what energy does to them, who succeeds, who is nearer, what answers a result, how likely it is."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Literal, get_args

from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import BOOK

Reaction = Literal["dodge", "deflect"]
WAYS: tuple[Reaction, ...] = get_args(Reaction)
"""The reactions that energy is burnt in."""


def succeeds(target: int, result: int) -> bool:
    """Whether a result is at or under the target number (S-TN-2)."""
    return result <= target


def percent(target: int) -> int:
    """How often in a hundred a roll is at or under the target number: the results 0 to it (S-DICE-1, S-TN-2)."""
    return max(0, min(BOOK.dice.highest + 1, target + 1))


def raised(points: int, house: HouseRules) -> int:
    """What so many points, of energy or stamina, add to one's own target number (S-TN-3, S-DODGE-4)."""
    return points // house.desperation_cost


def price(reaction: Reaction, defensive: bool, house: HouseRules) -> Fraction:
    """Energy for 1 off the attacker's target number: X to dodge, Y = X/2 to deflect (S-DODGE-1, S-DEFLECT-1)."""
    deflection = BOOK.deflection
    cost = Fraction(house.dodge_energy) * (deflection.of_dodge if reaction == "deflect" else 1)
    return cost * (deflection.defensive if defensive and house.defensive == "half" else 1)


def penalty(reaction: Reaction, energy: int, defensive: bool, house: HouseRules) -> int:
    """What so much energy takes off the attacker's target number, fractions dropped (S-DODGE-1, S-DEFLECT-1)."""
    return floor(energy / price(reaction, defensive, house))


def least(reaction: Reaction, defensive: bool, house: HouseRules) -> int:
    """The least energy of a reaction: a dodge takes off 1 at least, unless it may be had for nothing (SQ 31)."""
    if reaction != "dodge" or house.free_dodge:
        return 0
    return ceil(price(reaction, defensive, house))


def farness(target: int, result: int, house: HouseRules) -> int:
    """How far a success is below its target number; the less, the nearer (S-OPP-2)."""
    return (min(target, BOOK.dice.highest) if house.closeness_cap else target) - result


def reactor_wins(actor: int, reactor: int, house: HouseRules) -> bool:
    """Whether the reactor wins a simple contest both have succeeded in, by how far each is below (S-OPP-2)."""
    return reactor < actor or (reactor == actor and house.ties_go_to == "reactor")


def window(own: int, result: int, house: HouseRules) -> range:
    """The rolls that answer a result, complex; none when it is empty (S-OPP-3, S-DODGE-4)."""
    return range(result + 1, min(own + house.complex_equal, BOOK.dice.highest + 1))


def needed(own: int, result: int, house: HouseRules) -> int:
    """The least stamina that opens a window for a desperation dodge; 0 when nothing can (S-DODGE-4)."""
    if result >= BOOK.dice.highest:
        return 0
    return max(0, result + 2 - house.complex_equal - own) * house.desperation_cost


@lru_cache(maxsize=4096)
def contest_percent(target: int, own: int, house: HouseRules) -> float:
    """How often in a hundred the actor wins a simple contest, before anybody has rolled (S-OPP-2)."""
    highest = BOOK.dice.highest
    won = 0
    for result in range(min(target, highest) + 1):
        far = farness(target, result, house)
        for answer in range(highest + 1):
            won += not (succeeds(own, answer) and reactor_wins(far, farness(own, answer, house), house))
    return float(Fraction(won, 100))


@lru_cache(maxsize=4096)
def hit_percent(target: int, own: int | None, house: HouseRules) -> float:
    """How often in a hundred an attack hits; `own` is the dodger's target number, None for nobody who dodges.

    Complex: over every result that succeeds, what is left of it by the answers to it (S-DODGE-2).
    """
    if own is None or house.dodge_roll == "none":
        return float(percent(target))
    if house.dodge_roll == "simple":
        return contest_percent(target, own, house)
    results = range(min(target, BOOK.dice.highest) + 1)
    return float(Fraction(sum(100 - len(window(own, result, house)) for result in results), 100))


def improvement(skill: int, potential: int) -> int:
    """What must be rolled at or under for a skill to rise; below 0 it cannot (S-GROW-1)."""
    growth = BOOK.growth
    return growth.start - growth.factor * (skill + potential)
