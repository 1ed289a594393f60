"""Stages: which room goes on after an answer or a roll; the names are what is saved with an open question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.systems.hybrid import aftermath, batch, hand, initiative, landing, simple

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

_STAGES: dict[str, Callable[[Draft, Hybrid, Task], None]] = {
    "enter": lambda draft, rules, task: initiative.enter(draft, rules, task.data["who"]),
    "entered": initiative.entered,
    "again": lambda draft, rules, task: initiative.roll(draft, rules, task.data["who"]),
    "initiative": initiative.rolled,
    "after": lambda draft, rules, task: initiative.after_action(draft, rules, task.data["who"]),
    "landed": landing.landed,
    "batch": batch.go_on,
    "recover": aftermath.recover,
    "recovered": aftermath.recovered,
    "recovering": aftermath.recovering,
    "looked": simple.looked,
    "aided": simple.aided,
    "drawn": simple.drawn_fast,
    "rolled over": simple.rolled_over,
    "unbind": simple.unbind,
    "unbound": simple.unbound,
    "hand.offered": hand.offered,
    "hand.check": hand.check,
    "hand.checked": hand.checked,
}


def resume(draft: Draft, rules: Hybrid, task: Task) -> None:
    """Carry out one stage."""
    _STAGES[task.stage](draft, rules, task)
