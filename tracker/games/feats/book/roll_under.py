"""Rolling under: 3d6 at or under a target, result tiers by a table of criticals, and the odds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from tracker.game_api import parts
from tracker.game_api.part import Options
from tracker.game_api.values import WORKS, Judgement, Needs, Percent
from tracker.games.toolkit.sums import Sum, signed
from tracker.games.toolkit.tables import Whole
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Roll

CRITICAL, SUCCESS, FAILURE, FUMBLE = "critical success", "success", "failure", "critical failure"
WAYS = Counter(sum(faces) for faces in product(range(1, 7), repeat=3))
"""Each total of 3d6 with the number of the 216 combinations that give it."""


class Criticals(Whole):
    """Totals that always or never succeed, and which are a critical success or failure.

    `critical` pairs a least target with the highest total that is then a critical success. `fumble_too` is a highest
    target and a total that up to it is a critical failure. `missed_by` is the margin of failure from which on it is
    one.
    """

    critical: tuple[tuple[int, int], ...]
    fumble_too: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Under:
    """Results and odds of 3d6.

    Without `criticals` there is only success and failure, and only a fumble's total always fails.
    """

    book: Criticals

    def tier(self, target: int, total: int, criticals: bool = True) -> str:
        """Return the tier of a total against a target. Without `criticals` it is only success or failure."""
        book = self.book
        if not criticals:
            return SUCCESS if total <= target and total < book.fumble else FAILURE
        if total <= book.always or any(target >= least and total <= most for least, most in book.critical):
            return CRITICAL
        highest_target, fumble_total = book.fumble_too
        fumbles_at_low_target = target <= highest_target and total == fumble_total
        if total >= book.fumble or fumbles_at_low_target or total - target >= book.missed_by:
            return FUMBLE
        return SUCCESS if total <= target and total < book.never else FAILURE

    def succeeds(self, target: int, total: int, criticals: bool = True) -> bool:
        """Return whether a total succeeds against a target."""
        return self.tier(target, total, criticals) in (CRITICAL, SUCCESS)

    def often(self, target: int, criticals: bool = True) -> Fraction:
        """Return the chance of success, as a share of all combinations of 3d6."""
        good = sum(ways for total, ways in WAYS.items() if self.succeeds(target, total, criticals))
        return Fraction(good, WAYS.total())

    def percent(self, target: int, criticals: bool = True) -> float:
        """Return the chance of success in percent, to a tenth."""
        return round(float(100 * self.often(target, criticals)), 1)

    def chance(self, target: int, criticals: bool = True, event: str = WORKS) -> Percent:
        """Return the chance with the number that the dice must not exceed: `12 or less, 74.1 %`."""
        return Percent.of(self.percent(target, criticals), Needs.of(target, "{} or less"), event)

    def told(self, need: Sum, rule: str, criticals: bool = True) -> tuple[str, ...]:
        """Return a number as lines, each summand with its rule id, and the chance of success."""
        percent = self.percent(need.total, criticals)
        return (*need.told("target"), f"{need.total} or less on 3d6: {percent:g} % ({rule})")

    def record(self, need: Sum, criticals: bool = True) -> dict[str, Any]:
        """Return a number and its chance as plain data."""
        return {"target": need.total, "percent": self.percent(need.total, criticals), "sum": list(need.lines)}


class Dice(parts.Dice[Options]):
    """3d6 in a game that rolls under. The game's class names the table, and whether there are criticals."""

    __slots__ = ()
    under: ClassVar[Under]

    @property
    def _criticals(self) -> bool:
        return True

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return the result of a roll: success at or under the target."""
        success = self.under.succeeds(chance, total, self._criticals)
        return Judgement(self.under.tier(chance, total, self._criticals), float(success), chance - total, success)

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """Add a modifier to the target. A roll of damage stays as it is."""
        if roll.chance is None:
            return roll
        return replace(roll, chance=roll.chance + amount, sum=(*roll.sum, f"{why} {signed(amount)}"))

    def open_to_roller(self, roll: Roll) -> bool:
        """Return whether a roll is of the roller's own stamina or health."""
        return roll.what in ("stamina", "HT")

    def odds(self, roll: Roll) -> str:
        """Return the chance in words, `12 or less, 74.1 %`. Empty for damage."""
        return "" if roll.chance is None else self.under.chance(roll.chance, self._criticals).told
