"""Spans of time: counts as seconds and as words, written and read, and rates whose fractions are carried."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_WHOLE = re.compile(r"\d{1,7}")


@dataclass(frozen=True, slots=True)
class Counting:
    """How a count is written as two numbers: `base` counts make one of the greater, `sign` stands between them.

    Both numbers start from `first`; the second has at least `digits` digits and goes up by `step` a count.
    `Counting(3, ".", 1)` writes 10 as `4.2`, `Counting(60, ":", digits=2)` writes 83 as `1:23`, and
    `Counting(2, ".", step=5)` writes half seconds as tenths, 7 as `3.5`.
    """

    base: int
    sign: str
    first: int = 0
    digits: int = 1
    step: int = 1

    def text(self, count: int) -> str:
        """The count as two numbers; before the beginning with a minus in front."""
        if count < 0:
            return f"-{self.text(-count)}"
        greater, less = divmod(count, self.base)
        return f"{greater + self.first}{self.sign}{less * self.step + self.first:0{self.digits}d}"

    @property
    def _width(self) -> int:
        """The digits of a second number that goes up by steps: as of a decimal fraction, a nought in front weighs."""
        return max(self.digits, len(str((self.base - 1) * self.step + self.first)))

    def read(self, text: str) -> int | None:
        """The count written as two numbers; None when `text` is not one."""
        parts = text.split(self.sign)
        if len(parts) != 2 or not all(_WHOLE.fullmatch(part) for part in parts):
            return None
        if self.step > 1 and len(parts[1]) != self._width:
            return None
        greater, (less, over) = int(parts[0]) - self.first, divmod(int(parts[1]) - self.first, self.step)
        return greater * self.base + less if greater >= 0 and 0 <= less < self.base and not over else None


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """The unit a game counts in: its name and how many of it make a second (10 counts; half a 2 s sub-phase)."""

    one: str
    many: str
    per_second: Fraction
    counting: Counting | None = None
    """How a count is written; None: as the whole number it is."""
    aliases: tuple[str, ...] = ()
    """Further words for the unit in lines, besides `count` and its own name."""

    def seconds(self, units: int) -> float:
        """How long `units` last, in seconds, to a tenth."""
        return round(float(units / self.per_second), 1)

    def words(self, units: int) -> str:
        """A span: `1 count`, `12 counts`."""
        return f"{units} {self.one if units == 1 else self.many}"

    def text(self, count: int) -> str:
        """A moment as the table writes it: `17`, `4.2`, `1:23`."""
        return str(count) if self.counting is None else self.counting.text(count)

    def read(self, text: str) -> int | None:
        """The moment written by `text`; a bare whole number is the count itself. None when it is neither."""
        if _WHOLE.fullmatch(text.removeprefix("+")):
            return int(text)
        return None if self.counting is None else self.counting.read(text)

    @property
    def example(self) -> str:
        """A moment for a sentence that says what would work."""
        return self.text(45) if self.counting is None else self.counting.text(self.counting.base * 3 + 1)

    def names(self) -> tuple[str, ...]:
        """The words that mean the present of somebody in a line: `count`, its own name, its aliases."""
        return tuple(dict.fromkeys(["count", self.one, *self.aliases]))


WHOLE = TimeUnit("count", "counts", Fraction(1))
"""Counts written as whole numbers, where no game is at hand."""


def carried(units: int, every: int, carry: int) -> tuple[int, int]:
    """Whole points after `units` more at one point `every` so many, and the rest to carry (0 to every − 1)."""
    return divmod(carry + units, every)
