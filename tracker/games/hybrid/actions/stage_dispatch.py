"""The stages of a step that are of no verb, each with its function; their names are saved with an open question."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions import (
    batch_resolution,
)
from tracker.games.hybrid.blows import shock
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import failure_severity
from tracker.games.hybrid.timing import initiative
from tracker.model.questions import Task

STAGES: dict[str, Callable[[StepBuilder, Rulebook, Task], None]] = {
    "enter": lambda draft, rules, task: initiative.enter(draft, rules, task.data["who"]),
    "entered": initiative.entered,
    "again": lambda draft, rules, task: initiative.rolled_again(draft, rules, task.data["who"]),
    "initiative": initiative.rolled,
    "after": lambda draft, rules, task: initiative.after_action(draft, rules, task.data["who"]),
    "come back": lambda draft, rules, task: initiative.come_back(draft, rules, task.data["who"]),
    "batch": batch_resolution.go_on,
    "recover": shock.recover,
    "recovered": shock.recovered,
    "recovering": shock.recovering,
    "severity": failure_severity.rolled,
}
