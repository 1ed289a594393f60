"""The stages of a step that are of no verb, each with its function. Their names are saved with an open question."""

from __future__ import annotations

from collections.abc import Callable

from tracker.games.hybrid.blows import shock
from tracker.games.hybrid.chances import failure_severity
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.timing import initiative
from tracker.model.questions import Task


def severity(fighter: Acting, data: Data) -> None:
    """Note how bad a critical failure is, and go on with the stage that waits for it."""
    failure_severity.rolled(fighter.draft, fighter.rules, fighter.who, data)


OF_A_FIGHTER: dict[str, Callable[[Acting], None]] = {
    "enter": initiative.enter,
    "again": initiative.rolled_again,
    "after": initiative.after_action,
    "come back": initiative.come_back,
    "recover": shock.recover,
}
AFTER_A_ROLL: dict[str, Callable[[Acting, Data], None]] = {
    "entered": initiative.entered,
    "initiative": initiative.rolled,
    "recovered": shock.recovered,
    "recovering": shock.recovering,
    "severity": severity,
}


def resume(fighter: Acting, task: Task) -> None:
    """Go on with a stage of a fighter's turn, or after a roll."""
    if task.stage in OF_A_FIGHTER:
        OF_A_FIGHTER[task.stage](fighter)
    else:
        AFTER_A_ROLL[task.stage](fighter, task.data)
