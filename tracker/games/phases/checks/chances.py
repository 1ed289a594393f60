"""Chances: a base, levels, and one multiplication at the end (P-CHECK). Two of them in a contest (P-VS)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tracker.game_api.values import Judgement
from tracker.games.phases.book.house_rules import RULED, Options
from tracker.games.phases.book.tables import Location, tables
from tracker.games.phases.checks import opposed
from tracker.games.toolkit.sums import level_told, signed
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Roll

D100 = "1d100"


@dataclass(frozen=True, slots=True)
class Check:
    """A check: summands of the base and steps of its level, each with its reason (P-CHECK 1–3)."""

    summands: tuple[tuple[int, str], ...] = ()
    steps: tuple[tuple[int, str], ...] = ()
    stat: int = 0
    """The stat bonus among the summands (P-VS-3)."""
    rules: Options = RULED

    @property
    def base(self) -> int:
        """All percentage points before the level (P-CHECK-1)."""
        return sum(points for points, _ in self.summands)

    @property
    def level(self) -> int:
        """All steps added up (P-CHECK-3)."""
        return sum(steps for steps, _ in self.steps)

    @property
    def within(self) -> int:
        """The level, limited to those of the table (PQ 2)."""
        return max(tables().hardest, min(max(tables().levels), self.level))

    def harder(self, steps: int, why: str) -> Check:
        """Return the check with more steps (a negative number is harder), for this reason. 0 leaves it as it is."""
        return replace(self, steps=(*self.steps, (steps, why))) if steps else self

    @property
    def impossible(self) -> bool:
        """True if the level is below the table and the house rule gives no chance there (PQ 2)."""
        return self.rules.house_rules.past_the_end == "impossible" and self.level < tables().hardest

    @property
    def chance(self) -> int:
        """The base times the level's factor, rounded half up at the very end (P-CHECK-4, PQ 1 and 2)."""
        if self.impossible:
            return 0
        return max(0, (2 * self.base * tables().levels[self.within] + 100) // 200)

    @property
    def odds(self) -> str:
        """The chance in words: `69 %`, or `sure`."""
        return odds(self.chance, self.rules)

    @property
    def percent(self) -> int:
        return percent(self.chance, self.rules)

    def lines(self) -> tuple[str, ...]:
        """Return the sum behind the chance, line by line with rule ids."""
        lines = [f"{why} {signed(points)} (P-CHECK-1)" for points, why in self.summands if points]
        lines.append(f"base {self.base}".replace("-", "−"))
        lines += [f"level {signed(steps)}: {why} (P-CHECK-3)" for steps, why in self.steps]
        if self.impossible:
            return (*lines, f"level {signed(self.level)} is below the table: no chance (PQ 2)")
        beyond = f", the table ends at {signed(self.within)} (PQ 2)" if self.within != self.level else ""
        percent = tables().levels[self.within]
        exact = self.base * percent / 100
        rounded = f", rounded half up from {exact:g} (PQ 1)" if exact != int(exact) else ""
        lines.append(f"level {level_told(self.level)}{beyond}: × {percent / 100:g} (P-CHECK-2)")
        lines.append(f"chance {self.chance}{rounded} (P-CHECK-4)")
        return tuple(lines)

    def told(self, roll_name: str) -> list[str]:
        """Return the sum behind the chance, and the odds called `roll_name` as last line."""
        return [*self.lines(), f"{roll_name}: {self.odds}"]

    def roll(self, who: str, what: str, label: str, target: str = "", **data: Any) -> Roll:
        """Return the roll for the check: `what` is its kind, `label` its words, `data` are added to those of the check.

        The data keep the check, so that a modifier can change the level.
        """
        kept = {**self.data(), **data}
        return Roll(who, what, label, D100, self.chance, sum=self.lines(), target=target, weighed=True, data=kept)

    def data(self) -> dict[str, Any]:
        """Return the check as plain data for a roll, which `read` reads."""
        return {"summands": [list(summand) for summand in self.summands], "steps": [list(step) for step in self.steps]}

    @staticmethod
    def read(data: Mapping[str, Any], rules: Options) -> Check:
        """Return the check in a roll's data."""
        summands, steps = (tuple((points, why) for points, why in data[part]) for part in ("summands", "steps"))
        return Check(summands, steps, rules=rules)


def aim_level(place: Location, rules: Options) -> int:
    """Return the level of aiming at a location (P-DMG-5, PQ 22)."""
    level: int = getattr(rules.house_rules.called, place.kind)
    return level


def judge(chance: int, total: int, rules: Options) -> Judgement:
    """Return the result of a roll: success at or under the chance. Only a house rule makes a roll fail always.

    Rules: P-CHECK-5.
    """
    success = total <= chance and total < rules.house_rules.always_fails_from
    # A roll that always fails may be under the chance: its margin is below 0 all the same.
    margin = chance - total if success else min(-1, chance - total)
    return Judgement("success" if success else "failure", float(success), margin, success)


def percent(chance: int, rules: Options) -> int:
    """Return how often in a hundred a roll succeeds."""
    return max(0, min(chance, 100, rules.house_rules.always_fails_from - 1))


def odds(chance: int, rules: Options) -> str:
    """Return the chance in words: `69 %`, or `sure`."""
    often = percent(chance, rules)
    return "sure" if often == 100 else f"{often} %"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: whether its roll succeeded, the roll, its skill and its stat bonus."""

    success: bool
    total: int
    skill: int
    stat: int = 0

    @staticmethod
    def of(check: Check, success: bool = True, total: int = 0) -> Side:
        """Return the side that rolls a check: its skill is the base, its stat the stat bonus (P-VS-3)."""
        return Side(success, total, check.base, check.stat)


def winner(first: Side, second: Side, rules: Options) -> int:
    """Return 1 when `first` wins, −1 when `second` wins, 0 when both must roll again.

    Success beats failure (P-VS-2). When both do the same, the higher skill wins, or first the stat bonus (P-VS-3, PQ
    5), then the lower roll. Equal rolls decide nothing (P-VS-4, PQ 6).
    """

    def side(contestant: Side) -> opposed.Side:
        """Return a side for comparison. Of its tie-breakers the higher wins, so the total counts downwards."""
        stat = contestant.stat if rules.house_rules.contest_by == "stat" else 0
        return opposed.Side(contestant.success, breaker=(stat, contestant.skill, -contestant.total))

    return opposed.winner(side(first), side(second), both_fail=True)


def higher(first: Check, second: Check, rules: Options) -> str:
    """Return in words who wins when both succeed or both fail (P-VS-3, PQ 5)."""
    won = winner(Side.of(first), Side.of(second), rules)
    if not won:
        return "equal skills: the lower roll wins when both do the same"
    name = "one" if won > 0 else "the other"
    return f"{name} wins when both succeed or both fail"
