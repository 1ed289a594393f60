"""Spans of time: counts as seconds, and rates whose fractions are carried."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """The unit a game counts in: its name and how many of it make a second (10 counts; half a 2 s sub-phase)."""

    one: str
    many: str
    per_second: Fraction

    def seconds(self, units: int) -> float:
        """How long `units` last, in seconds, to a tenth."""
        return round(float(units / self.per_second), 1)

    def words(self, units: int) -> str:
        """`1 count`, `12 counts`."""
        return f"{units} {self.one if units == 1 else self.many}"


def carried(units: int, every: int, carry: int) -> tuple[int, int]:
    """Whole points after `units` more at one point `every` so many, and the rest to carry (0 to every − 1)."""
    return divmod(carry + units, every)
