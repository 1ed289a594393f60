"""Impacts: the range and damage of what is thrown, both sides' dice of a slam, and who falls (F-THROW, F-SLAM)."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from math import floor

from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules.loads import limits
from tracker.systems.kit.figures import half_up
from tracker.systems.kit.sixes import Sixes


class Fall(StrEnum):
    """What a slam does to the two."""

    FOE = "the foe falls"
    FOE_ROLLS = "the foe rolls DX or falls"
    ONE = "the attacker falls"
    NOBODY = "nobody falls"


def hands(weight: Fraction, lift: Fraction) -> int | None:
    """Hands a throw needs; None when it is too heavy to be thrown (F-THROW-1)."""
    if weight > limits(lift)["two_hands"]:
        return None
    return 1 if weight <= limits(lift)["one_hand"] else 2


def ratio_row(weight: Fraction, lift: Fraction) -> tuple[Fraction, Fraction] | None:
    """The row of the † range table, the next one up: ratio and modifier; None above the last (F-THROW-3, F-THROW-5)."""
    rows = zip(BOOK.throw.ratios, BOOK.throw.modifiers, strict=True)
    return next((row for row in rows if weight / lift <= row[0]), None)


def distance(st: int, weight: Fraction, lift: Fraction, bonus: int = 0) -> Fraction | None:
    """Yards a thing can be thrown, one decimal half up (FQ 15); `bonus` adds to ST; None: not at all (F-THROW-3)."""
    row = ratio_row(weight, lift)
    return None if row is None or hands(weight, lift) is None else half_up((st + bonus) * row[1], 1)


def training(dx: int, throwing: int | None, art: int | None, palm: bool) -> tuple[int, int]:
    """What Throwing (palm-sized) and Throwing Art add to ST for range, and Art to each die (F-THROW-3, F-THROW-4)."""
    by_throwing = max(0, min(2, throwing - dx)) if throwing is not None and palm else 0
    by_art = max(0, min(2, art - dx + 1)) if art is not None else 0
    return max(by_throwing, by_art), by_art


def damage(thrust: Sixes, weight: Fraction, lift: Fraction, per_die: int = 0) -> Sixes:
    """Dice of a thrown thing (F-THROW-4, F-THROW-5 †); raises ValueError above 8·BL."""
    rows = zip(BOOK.throw.weights, BOOK.throw.per_die, strict=True)
    each = next((each for most, each in rows if weight <= most * lift), None)
    if each is None:
        raise ValueError("too heavy to be thrown")
    return Sixes(thrust.count, thrust.more + int(each * thrust.count) + per_die * thrust.count)


def collision(hp: int, velocity: Fraction) -> Sixes:
    """Crushing dice of a body of so many hit points at so many yards a second (F-SLAM-3)."""
    product = hp * velocity / BOOK.slam.divisor
    for most, minus in (*BOOK.slam.steps, (Fraction(1), BOOK.slam.under_one)):
        if product < 1 and product <= most:
            return Sixes(1, -minus)
    return Sixes(floor(product + 1 - BOOK.slam.whole))


def strong(rolled: Sixes, least: int) -> Sixes:
    """With all-out (strong): `least` more, or one a die if that is more (F-SLAM-5, FQ 18 †)."""
    return Sixes(rolled.count, rolled.more + max(least, rolled.count))


def falls(own: int, foe: int) -> Fall:
    """Who falls after both have rolled damage; below 0 counts as 0, and 0 against 0 is equal (F-SLAM-4, FQ 17)."""
    own, foe = max(0, own), max(0, foe)
    if own >= foe:
        return Fall.FOE if own >= 2 * foe and own > 0 else Fall.FOE_ROLLS
    return Fall.ONE if foe >= 2 * own else Fall.NOBODY
