"""Throws: range, damage and catching (F-THROW, F-CATCH)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules.loads import half_up

_DICE = re.compile(r"(\d{1,3})d6?(?:([+-])(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Dice:
    """So many d6 and an amount more or less."""

    count: int
    more: int = 0

    @property
    def text(self) -> str:
        """As the table says it: `3d−1`."""
        return f"{self.count}d{self.more:+d}".replace("-", "−") if self.more else f"{self.count}d"

    @property
    def notation(self) -> str:
        """As dice are rolled: `3d6-1`."""
        return f"{self.count}d6{self.more:+d}" if self.more else f"{self.count}d6"

    @property
    def mean(self) -> Fraction:
        """The average of the faces and what is added; what falls below 0 is not reckoned."""
        return Fraction(7 * self.count, 2) + self.more


def read_dice(text: str) -> Dice:
    """`1d`, `3d-1`, `2d6+1`; raises ValueError with a sentence."""
    match = _DICE.fullmatch(text.replace(" ", "").replace("−", "-"))
    if match is None or not int(match[1]):
        raise ValueError(f'"{text}" is not dice of six; write 1d, 2d+1 or 3d-1')
    amount = int(match[3] or 0)
    return Dice(int(match[1]), -amount if match[2] == "-" else amount)


def hands(weight: Fraction, lift: Fraction) -> int | None:
    """Hands a throw needs; None when it is too heavy to be thrown (F-THROW-1)."""
    if weight > lift * BOOK.throw.most:
        return None
    return 1 if weight <= lift * BOOK.throw.one_hand else 2


def ratio_row(weight: Fraction, lift: Fraction) -> tuple[Fraction, Fraction] | None:
    """The row of the † range table, the next one up: ratio and modifier; None above the last (F-THROW-3, F-THROW-5)."""
    ratio = weight / lift
    rows = zip(BOOK.throw.ratios, BOOK.throw.modifiers, strict=True)
    return next((row for row in rows if ratio <= row[0]), None)


def distance(st: int, weight: Fraction, lift: Fraction, bonus: int = 0) -> Fraction | None:
    """Yards a thing can be thrown, one decimal half up (FQ 15); `bonus` adds to ST; None: not at all (F-THROW-3)."""
    row = ratio_row(weight, lift)
    if row is None or hands(weight, lift) is None:
        return None
    return half_up((st + bonus) * row[1], 1)


def training(dx: int, throwing: int | None, art: int | None, palm: bool) -> tuple[int, int]:
    """What Throwing (palm-sized) and Throwing Art add to ST for range, and Art to each die (F-THROW-3, F-THROW-4)."""
    by_throwing = max(0, min(2, throwing - dx)) if throwing is not None and palm else 0
    by_art = max(0, min(2, art - dx + 1)) if art is not None else 0
    return max(by_throwing, by_art), by_art


def damage(thrust: Dice, weight: Fraction, lift: Fraction, per_die: int = 0) -> Dice:
    """Dice of a thrown thing (F-THROW-4, F-THROW-5 †); raises ValueError above 8·BL."""
    rows = zip(BOOK.throw.weights, BOOK.throw.per_die, strict=True)
    each = next((each for most, each in rows if weight <= most * lift), None)
    if each is None:
        raise ValueError("too heavy to be thrown")
    change = int(each * thrust.count)
    return Dice(thrust.count, thrust.more + change + per_die * thrust.count)
