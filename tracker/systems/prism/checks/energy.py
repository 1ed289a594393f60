"""Energy: what a dodge, a deflection, a move and a second action cost and bring."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Literal

from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import Pace, book

Reaction = Literal["dodge", "deflect"]


def price(reaction: Reaction, defensive: bool, house: HouseRules) -> Fraction:
    """Energy for 1 off the attacker's target number: X to dodge, Y = X/2 to deflect (S-DODGE-1, S-DEFLECT-1)."""
    deflection = book().deflection
    cost = Fraction(house.dodge_energy) * (deflection.of_dodge if reaction == "deflect" else 1)
    return cost * (deflection.defensive if defensive and house.defensive == "half" else 1)


def penalty(reaction: Reaction, energy: int, defensive: bool, house: HouseRules) -> int:
    """What so much energy takes off the attacker's target number, fractions dropped (S-DODGE-1, S-DEFLECT-1)."""
    return floor(energy / price(reaction, defensive, house))


def metres(speed: int, pace: Pace) -> Fraction:
    """How far one gets: Speed times the pace (S-TURN)."""
    return speed * book().movement.paces[pace].speed


def move_price(pace: Pace, house: HouseRules) -> int:
    """The energy of a way to move, rounded up (S-TURN)."""
    return ceil(house.move_energy * book().movement.paces[pace].energy)
