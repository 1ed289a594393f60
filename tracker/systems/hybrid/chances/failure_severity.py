"""Severity: the second roll of a critical failure, where the edition or the house has it (H-CHECK-9)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.model.questions import Roll, Task
from tracker.systems.hybrid.book.rounding import exact
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import tiers
from tracker.systems.hybrid.chances.success_chance import signed


def check(who: str, missed_by: int, secret: bool = False) -> Roll:
    """The d100 against what a check was missed by; not open-ended (ruling 36)."""
    missed = (f"missed by {missed_by} (H-CHECK-9)",)
    return Roll(who, "severity", "how bad the failure is", "d100", sum=missed, secret=secret)


def roll_if_critical(draft: StepBuilder, who: str, data: Any, then: str) -> bool:
    """Roll the severity of a check that failed critically, then resume at the stage `then`; returns whether it did.

    A `hidden` check has a secret severity.
    """
    if data["tier"] != tiers.CRITICAL:
        return False
    missed_by = -int(data["margin"])
    hidden = bool(data.get("hidden"))
    after = {"who": who, "missed_by": missed_by, "then": then, "hidden": hidden}
    draft.roll(check(who, missed_by, hidden), Task("severity", after))
    return True


def rolled(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """The tier is known; the stage that waits for it resumes."""
    who, data = task.data["who"], task.data
    tier, effect = tiers.severity(data["missed_by"], data["total"], rules.book)
    hidden = bool(data.get("hidden"))
    draft.note(f"{draft[who].name}: {tier}, effect {signed(exact(effect))}", who, secret=hidden)
    draft.push(data["then"], who=who, tier=tier, success=False, margin=-data["missed_by"], hidden=hidden)
