"""Slams: both sides' dice and who falls (F-SLAM)."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from math import floor

from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules.throws import Dice


class Fall(StrEnum):
    """What a slam does to the two."""

    FOE = "the foe falls"
    FOE_ROLLS = "the foe rolls DX or falls"
    ONE = "the attacker falls"
    NOBODY = "nobody falls"


def dice(hp: int, velocity: Fraction) -> Dice:
    """Crushing dice of a body of so many hit points at so many yards a second (F-SLAM-3)."""
    book = BOOK.slam
    product = hp * velocity / book.divisor
    for most, minus in book.steps:
        if product <= most:
            return Dice(1, -minus)
    if product < 1:
        return Dice(1, -book.under_one)
    return Dice(floor(product + 1 - book.whole))


def strong(rolled: Dice, least: int) -> Dice:
    """With all-out (strong): `least` more, or one a die if that is more (F-SLAM-5, FQ 18 †)."""
    return Dice(rolled.count, rolled.more + max(least, rolled.count))


def falls(own: int, foe: int) -> Fall:
    """Who falls after both have rolled damage; below 0 counts as 0, and 0 against 0 is equal (F-SLAM-4, FQ 17)."""
    own, foe = max(0, own), max(0, foe)
    if own >= 2 * foe and own > 0:
        return Fall.FOE
    if own >= foe:
        return Fall.FOE_ROLLS
    return Fall.ONE if foe >= 2 * own else Fall.NOBODY
