"""Energy: what a dodge, a deflection, a move and a second action cost and bring."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Literal

from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import book
from tracker.systems.prism.checks.quality import exact

Reaction = Literal["dodge", "deflect"]
PACES = ("stay", "move", "after", "slow", "slow-after", "double")
"""The ways to move, as they are typed (S-TURN)."""


def price(reaction: Reaction, defensive: bool, house: HouseRules) -> Fraction:
    """Energy for 1 off the attacker's target number: X to dodge, Y = X/2 to deflect (S-DODGE-1, S-DEFLECT-1)."""
    deflection = book().deflection
    cost = Fraction(house.dodge_energy)
    if reaction == "deflect":
        cost *= exact(deflection.of_dodge)
    if defensive and house.defensive == "half":
        cost *= exact(deflection.defensive)
    return cost


def penalty(reaction: Reaction, energy: int, defensive: bool, house: HouseRules) -> int:
    """What so much energy takes off the attacker's target number, fractions dropped (S-DODGE-1, S-DEFLECT-1)."""
    return floor(energy / price(reaction, defensive, house))


def metres(speed: int, pace: str) -> Fraction:
    """How far one gets: Speed times the pace (S-TURN)."""
    return speed * exact(book().movement.pace(pace).speed)


def move_price(pace: str, house: HouseRules) -> int:
    """The energy of a way to move, rounded up (S-TURN)."""
    return ceil(house.move_energy * exact(book().movement.pace(pace).energy))
