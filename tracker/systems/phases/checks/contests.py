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


def winner(one: Side, other: Side, rules: Options) -> int:
    """1 when `one` wins, −1 when `other` does, 0 when both must roll again.

    Who succeeds beats who fails (P-VS-2). Both do the same: the higher skill, or the stat bonus first (P-VS-3, PQ 5);
    equal: the lower roll; equal too: nobody yet (P-VS-4, PQ 6).
    """
    return opposed.winner(_side(one, rules), _side(other, rules), both_fail=True)


def _side(side: Side, rules: Options) -> opposed.Side:
    stat = side.stat if rules.house_rules.contest_by == "stat" else 0
    return opposed.Side(side.success, 0, (stat, side.skill, -side.total))


def higher(one: tuple[str, Check], other: tuple[str, Check], rules: Options) -> str:
    """Who wins when both succeed or both fail, in a few words: by skill, or stat bonus first (P-VS-3, PQ 5)."""
    (name, mine), (rival, theirs) = one, other
    won = winner(Side(True, 0, mine.base, mine.stat), Side(True, 0, theirs.base, theirs.stat), rules)
    if not won:
        return "equal skills: the lower roll wins when both do the same"
    return f"{name if won > 0 else rival} wins when both succeed or both fail"
