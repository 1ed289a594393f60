"""D6: a number of six-sided dice plus or minus an amount, as text, as dice notation, on average."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from tracker.model.lazy_dataclass import dataclass

FACES = 6
_DICE = re.compile(r"(\d{1,3})d6?(?:([+-])(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Sixes:
    """A number of d6 plus or minus an amount."""

    count: int
    plus: int = 0

    @property
    def text(self) -> str:
        """The dice as a table writes them: `3d−1`."""
        return f"{self.count}d{self.plus:+d}".replace("-", "−") if self.plus else f"{self.count}d"

    @property
    def notation(self) -> str:
        """The dice in dice notation: `3d6-1`."""
        return f"{self.count}d6{self.plus:+d}" if self.plus else f"{self.count}d6"

    @property
    def mean(self) -> Fraction:
        """The average total. A total below 0 counts as 0."""
        return Fraction(7 * self.count, 2) + self.plus + _below(self.count, -self.plus)


# Cached, since a menu asks for the same few numbers of dice for every weapon and target.
@lru_cache(maxsize=256)
def _below(count: int, least: int) -> Fraction:
    """Return by how much the average of `count` dice rises when totals below `least` count as `least`."""
    if least <= count:
        return Fraction(0)
    ways_by_total = [1] + [0] * (least - 1)
    for _ in range(count):
        before = [0, *accumulate(ways_by_total)]
        ways_by_total = [before[total] - before[max(0, total - FACES)] for total in range(least)]
    missing = sum(combinations * (least - total) for total, combinations in enumerate(ways_by_total))
    all_combinations = FACES**count
    return Fraction(missing, all_combinations)


def read_sixes(text: str) -> Sixes:
    """Read dice such as `1d`, `3d-1`, `2d6+1`. Raises ValueError with a sentence."""
    match = _DICE.fullmatch(text.replace(" ", "").replace("−", "-"))
    if match is None or not int(match[1]):
        raise ValueError(f'"{text}" is not dice of six; write 1d, 2d+1 or 3d-1')
    amount = int(match[3] or 0)
    return Sixes(int(match[1]), -amount if match[2] == "-" else amount)
