"""Contests: skill against skill, when both are doing something (P-VS)."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.systems.kit import opposed
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.checks.chances import Check


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: whether its roll succeeded, what it rolled, its skill and its stat bonus."""

    success: bool
    total: int
    skill: int
    stat: int = 0

    @staticmethod
    def of(check: Check, success: bool = True, total: int = 0) -> Side:
        """The side that rolls a check: its skill is its base, its stat the bonus of the stat in it (P-VS-3)."""
        return Side(success, total, check.base, check.stat)


def winner(one: Side, other: Side, rules: Options) -> int:
    """1 when `one` wins, −1 when `other` does, 0 when both must roll again.

    Who succeeds beats who fails (P-VS-2). Both do the same: the higher skill, or the stat bonus first (P-VS-3, PQ 5);
    equal: the lower roll; equal too: nobody yet (P-VS-4, PQ 6).
    """

    def side(own: Side) -> opposed.Side:
        stat = own.stat if rules.house_rules.contest_by == "stat" else 0
        return opposed.Side(own.success, 0, (stat, own.skill, -own.total))

    return opposed.winner(side(one), side(other), both_fail=True)


def higher(one: tuple[str, Check], other: tuple[str, Check], rules: Options) -> str:
    """Who wins when both succeed or both fail, in a few words: by skill, or stat bonus first (P-VS-3, PQ 5)."""
    won = winner(Side.of(one[1]), Side.of(other[1]), rules)
    if not won:
        return "equal skills: the lower roll wins when both do the same"
    return f"{(one if won > 0 else other)[0]} wins when both succeed or both fail"
