"""Sixes: so many dice of six and an amount more or less, as a table tells them, as they are rolled, on average."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_DICE = re.compile(r"(\d{1,3})d6?(?:([+-])(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Sixes:
    """So many d6 and an amount more or less."""

    count: int
    more: int = 0

    @property
    def text(self) -> str:
        """As a table says it: `3d−1`."""
        return f"{self.count}d{self.more:+d}".replace("-", "−") if self.more else f"{self.count}d"

    @property
    def notation(self) -> str:
        """As dice are rolled: `3d6-1`."""
        return f"{self.count}d6{self.more:+d}" if self.more else f"{self.count}d6"

    @property
    def mean(self) -> Fraction:
        """The average of the faces and what is added; what falls below 0 is not reckoned."""
        return Fraction(7 * self.count, 2) + self.more


def read_sixes(text: str) -> Sixes:
    """`1d`, `3d-1`, `2d6+1`; raises ValueError with a sentence."""
    match = _DICE.fullmatch(text.replace(" ", "").replace("−", "-"))
    if match is None or not int(match[1]):
        raise ValueError(f'"{text}" is not dice of six; write 1d, 2d+1 or 3d-1')
    amount = int(match[3] or 0)
    return Sixes(int(match[1]), -amount if match[2] == "-" else amount)
