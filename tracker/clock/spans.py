"""Spans of time: counts as seconds and as words, written and read, and rates whose fractions are carried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_WHOLE = re.compile(r"\d{1,7}")
_LONG_PART = 10
"""The counts of a round, or of another greater number, from which a ruler has labels inside it."""
_NAME = re.compile(r"[^\W\d_][\w-]{0,19}")


@dataclass(frozen=True, slots=True)
class Counting:
    """A count written as two numbers: `base` counts make one of the greater, `sign` separates them.

    Both numbers start from `first`. The second has at least `digits` digits and goes up by `step` a count.
    `Counting(3, ".", 1)` writes 10 as `4.2`, `Counting(60, ":", digits=2)` writes 83 as `1:23`, and
    `Counting(2, ".", step=5)` writes half seconds as tenths, 7 as `3.5`.

    `down` lets the second number go down: `Counting(10, ":", 1, down=True)` writes 0 as `1:10`, 9 as `1:1`, 10 as
    `2:10`. `names` replace the second number, one for each of the `base`.
    """

    base: int
    sign: str
    first: int = 0
    digits: int = 1
    step: int = 1
    down: bool = False
    names: tuple[str, ...] = ()
    greater: Counting | None = None
    """The greater number as two numbers itself, such as a pass within a round: `2.1:18`."""
    of: str = ""
    """The name of the greater number: `round`. With it a moment is `round 2, shot 14` in sentences, and a bare number
    that is typed is the second one, in the present round or the next."""
    greater_first: int | None = None
    """The first value of the greater number, where that is not `first`."""

    def __post_init__(self) -> None:
        """Raise ValueError for parts that cannot be read back."""
        if self.base < 1 or self.step < 1 or self.first < 0 or (self.greater_first or 0) < 0:
            raise ValueError("A clock has at least one count to the greater number, and starts from 0 or more.")
        if not self.sign or any(sign.isalnum() or sign.isspace() for sign in self.sign):
            raise ValueError(f"The sign between the numbers of a clock is no letter, digit or blank: {self.sign!r}")
        if self.names and (len(self.names) != self.base or len(set(map(str.casefold, self.names))) != self.base):
            raise ValueError(f"The names of a clock are {self.base} different ones, one for each count.")
        if any(not _NAME.fullmatch(name) or self.sign in name for name in self.names):
            raise ValueError("A name of a clock is one word of letters, without the sign between the numbers.")

    def text(self, count: int) -> str:
        """Return the count as two numbers. Before the beginning with a minus in front."""
        if count < 0:
            return f"-{self.text(-count)}"
        return f"{self._greater(count // self.base)}{self.sign}{self.less(count)}"

    def less(self, count: int) -> str:
        """Return the second of the two numbers of a count as it is written, or its name."""
        place = count % self.base
        if self.names:
            return self.names[place]
        place = self.base - 1 - place if self.down else place
        return f"{place * self.step + self.first:0{self._width if self.step > 1 else self.digits}d}"

    def moment(self, count: int, noun: str) -> str:
        """Return the count in words, `noun` naming a count: `round 2, pass 1, shot 14`.

        A second number with a name stands without the noun. It is `shot 2:14` where the greater number has no name.
        """
        if not self.of or count < 0:
            return f"{noun} {self.text(count)}"
        greater = count // self.base
        words = self.greater.moment(greater, self.of) if self.greater else f"{self.of} {self._greater(greater)}"
        return f"{words}, {self.less(count).replace('-', ' ') if self.names else f'{noun} {self.less(count)}'}"

    @property
    def greatest(self) -> str:
        """The name of the greatest number, such as `round`. Empty where only the smallest number has a name."""
        return self.of and (self.greater.greatest if self.greater else self.of)

    def greatest_number(self, count: int) -> int:
        """Return the first number of a count as it is written: of three numbers, that of the greatest unit."""
        greater = count // self.base
        if self.greater is not None:
            return self.greater.greatest_number(greater)
        return greater + (self.first if self.greater_first is None else self.greater_first)

    def _greater(self, greater: int) -> str:
        """Return a greater number as it is written. `greater` counts it from 0."""
        if self.greater is not None:
            return self.greater.text(greater)
        return str(self.greatest_number(greater * self.base))

    @property
    def _width(self) -> int:
        """Return the digits of a second number that increases: as in a decimal fraction, a leading nought matters."""
        return max(self.digits, len(str((self.base - 1) * self.step + self.first)))

    def place(self, text: str) -> int | None:
        """Return the counts since the greater number began at a second number or name. None for any other text."""
        for place, name in enumerate(self.names):
            if name.casefold() == text.casefold():
                return place
        if self.names or not _WHOLE.fullmatch(text):
            return None
        place, over = divmod(int(text) - self.first, self.step)
        if over or not 0 <= place < self.base:
            return None
        return self.base - 1 - place if self.down else place

    def read(self, text: str) -> int | None:
        """Return the count written as two numbers. None when `text` is not one."""
        front, sign, back = text.rpartition(self.sign)
        if not sign or (self.step > 1 and len(back) != self._width):
            return None
        less, greater = self.place(back), self._read_greater(front)
        return None if less is None or greater is None else greater * self.base + less

    def _read_greater(self, text: str) -> int | None:
        """Return a written greater number as its count from 0, in greater units. None for any other text."""
        if self.greater is not None:
            return self.greater.read(text)
        if not _WHOLE.fullmatch(text):
            return None
        greater = int(text) - (self.first if self.greater_first is None else self.greater_first)
        return greater if greater >= 0 else None


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """The unit a game counts in: its name and how many of it make a second (10 counts, or half a 2 s sub-phase)."""

    one: str
    many: str
    per_second: Fraction
    counting: Counting | None = None
    """The notation of a count. None: a whole number."""
    aliases: tuple[str, ...] = ()
    """Further words for the unit in lines, besides `count` and its own name."""
    round: int = 0
    """The counts of a round. The game is called at the beginning of each. 0: no rounds."""
    round_name: str = "round"

    def seconds(self, units: int) -> float:
        """Return the length of `units` in seconds, to a tenth."""
        return round(float(units / self.per_second), 1)

    def words(self, units: int) -> str:
        """Return a span: `1 count`, `12 counts`."""
        return f"{units} {self.one if units == 1 else self.many}"

    def text(self, count: int) -> str:
        """Return a moment as the table writes it: `17`, `4.2`, `1:23`."""
        return str(count) if self.counting is None else self.counting.text(count)

    def moment(self, count: int) -> str:
        """Return a moment in words: `count 17`, `sub-phase 4.2`, `round 2, shot 14`."""
        return f"{self.one} {count}" if self.counting is None else self.counting.moment(count, self.one)

    def round_number(self, count: int) -> int:
        """Return the round of a count, from 1 on. 1 in a game without rounds."""
        return count // self.round + 1 if self.round else 1

    def round_start(self, count: int) -> int:
        """Return the first count of the round that `count` lies in."""
        return count - count % self.round if self.round else 0

    def read(self, text: str, now: int = 0) -> int | None:
        """Return the moment written by `text`. None when it is none.

        A bare whole number is the count itself. Where the greater number has a name (`Counting.of`), a bare number or
        name is the next such moment from `now` on.
        """
        counting = self.counting
        if counting is not None and counting.of:
            place = counting.place(text.removeprefix("+"))
            if place is not None:
                return now + (place - now) % counting.base
            return counting.read(text)
        if _WHOLE.fullmatch(text.removeprefix("+")):
            return int(text)
        return None if counting is None else counting.read(text)

    @property
    def label_step(self) -> int:
        """The least step of a ruler's labels: 5, or one of the greater numbers where that is short."""
        return 5 if self.counting is None or self.counting.base >= _LONG_PART else self.counting.base

    def labels(self, first: int, last: int, step: int) -> Iterator[tuple[int, str]]:
        """Yield the counts from `first` to `last` that a ruler names, about `step` apart, each with its text.

        Without a second number every multiple of `step` is named, else the beginning of every greater number. A long
        one is divided further, by every second number that `step` divides.
        """
        counting = self.counting
        base = 1 if counting is None else counting.base
        # Of short ones as many as reach the step, of long ones the nearest number, so that no round is left out.
        # `-(-a // b)` rounds up.
        wide = -(-step // base) * base if base < _LONG_PART else max(1, (step + base // 2) // base) * base
        if counting is None or counting.names or base < 2 * step:
            for count in range(max(0, -(-first // wide) * wide), last + 1, wide):
                yield count, self.text(count)
            return
        for count in range(max(0, first), last + 1):
            place = count % base
            if place == 0:
                yield count, self.text(count)
            elif step // 2 < base - place and place * 2 > step and self._even(counting, place, step):
                yield count, counting.less(count) if counting.of else self.text(count)

    @staticmethod
    def _even(counting: Counting, place: int, step: int) -> bool:
        return int(counting.less(place)) % (step * counting.step) == 0

    @property
    def example(self) -> str:
        """A moment for the sentence of a refusal."""
        return self.text(45) if self.counting is None else self.counting.text(self.counting.base * 3 + 1)

    def names(self) -> tuple[str, ...]:
        """Return the words that mean a fighter's present in a line: `count`, its own name, its aliases."""
        return tuple(dict.fromkeys(["count", self.one, *self.aliases]))


WHOLE = TimeUnit("count", "counts", Fraction(1))
"""Counts written as whole numbers, where no game is at hand."""


def carried(units: int, every: int, carry: int) -> tuple[int, int]:
    """Return the whole points that `units` more give at one for `every` units, and the units left over."""
    return divmod(carry + units, every)
