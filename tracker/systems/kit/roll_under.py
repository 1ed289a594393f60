"""Rolling under: 3d6 at or under a target, its tiers by a table of criticals, and its odds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from tracker.model.questions import Roll
from tracker.system_api.values import Judgement
from tracker.systems.kit import defaults
from tracker.systems.kit.defaults import Options
from tracker.systems.kit.sums import Sum, signed
from tracker.systems.kit.tables import Whole

CRITICAL, SUCCESS, FAILURE, FUMBLE = "critical success", "success", "failure", "critical failure"
WAYS = Counter(sum(faces) for faces in product(range(1, 7), repeat=3))
"""In how many of 216 ways each total falls."""


class Criticals(Whole):
    """Totals that always or never succeed, how far a miss is a critical failure, and from which targets on what is one.

    `critical` pairs a target with totals up to which it is a critical success, `fumble_too` a target up to which a
    total is a critical failure.
    """

    critical: tuple[tuple[int, int], ...]
    fumble_too: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Under:
    """3d6 by a table; without `criticals` there is only success and failure, only a fumble's total always fails."""

    book: Criticals

    def tier(self, target: int, total: int, criticals: bool = True) -> str:
        """What a total is against a target."""
        book = self.book
        if not criticals:
            return SUCCESS if total <= target and total < book.fumble else FAILURE
        if total <= book.always or any(target >= least and total <= most for least, most in book.critical):
            return CRITICAL
        low = target <= book.fumble_too[0] and total == book.fumble_too[1]
        if total >= book.fumble or low or total - target >= book.missed_by:
            return FUMBLE
        return SUCCESS if total <= target and total < book.never else FAILURE

    def succeeds(self, target: int, total: int, criticals: bool = True) -> bool:
        """Whether a total succeeds."""
        return self.tier(target, total, criticals) in (CRITICAL, SUCCESS)

    def often(self, target: int, criticals: bool = True) -> Fraction:
        """How often a target is reached: the share of all ways in which 3d6 fall."""
        good = sum(ways for total, ways in WAYS.items() if self.succeeds(target, total, criticals))
        return Fraction(good, WAYS.total())

    def percent(self, target: int, criticals: bool = True) -> float:
        """How often a target is reached, in percent to a tenth."""
        return round(float(100 * self.often(target, criticals)), 1)

    def odds(self, target: int, criticals: bool = True) -> str:
        """`12 or less, 74.1 %`."""
        return f"{target} or less, {self.percent(target, criticals):g} %".replace("-", "−")

    def told(self, need: Sum, rule: str, criticals: bool = True) -> tuple[str, ...]:
        """A sum, each summand with its rule id, and how often it is reached."""
        percent = self.percent(need.total, criticals)
        return (*need.told("target"), f"{need.total} or less on 3d6: {percent:g} % ({rule})")

    def record(self, need: Sum) -> dict[str, Any]:
        """A sum with how often it is reached, as plain data."""
        return {"target": need.total, "percent": self.percent(need.total), "sum": list(need.lines)}


class Dice(defaults.Dice[Options]):
    """What 3d6 mean to a game that rolls under; its own class says by which table, and whether there are criticals."""

    __slots__ = ()
    under: ClassVar[Under]

    @property
    def criticals(self) -> bool:
        """Whether there are criticals."""
        return True

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """At or under the target."""
        success = self.under.succeeds(chance, total, self.criticals)
        return Judgement(self.under.tier(chance, total, self.criticals), float(success), chance - total, success)

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """Modifiers add to the target; damage is left alone."""
        if roll.chance is None:
            return roll
        return replace(roll, chance=roll.chance + amount, sum=(*roll.sum, f"{why} {signed(amount)}"))

    def odds(self, roll: Roll) -> str:
        """`12 or less, 74.1 %`."""
        return "" if roll.chance is None else self.under.odds(roll.chance, self.criticals)
