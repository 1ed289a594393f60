"""Severity: the second roll of a critical failure, where the edition or a house rule has it (H-CHECK-9)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.checks import tiers
from tracker.model.questions import Roll, Task


def check(who: str, missed_by: int, secret: bool = False) -> Roll:
    """Return the d100 roll against the margin by which a check failed. Not open-ended (ruling 36)."""
    missed = (f"missed by {missed_by} (H-CHECK-9)",)
    return Roll(who, "severity", "how bad the failure is", "d100", sum=missed, secret=secret)


def roll_if_critical(draft: StepBuilder, who: str, data: Any, then: str) -> bool:
    """Roll the severity of a check that failed critically, then go on at the stage `then`. Return whether it rolls.

    `data` is the result of the check. A `hidden` check has a secret severity.
    """
    if data["tier"] != tiers.CRITICAL:
        return False
    missed_by = -int(data["margin"])
    hidden = bool(data.get("hidden"))
    data_of_severity = {"who": who, "missed_by": missed_by, "then": then, "hidden": hidden}
    draft.roll(check(who, missed_by, hidden), Task("severity", data_of_severity))
    return True
