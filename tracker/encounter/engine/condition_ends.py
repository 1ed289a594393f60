"""Condition ends: a condition that was given an end is over, at its count or when a fighter acts next."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Condition
from tracker.model.state import END


def end_those_until_acting(draft: StepBuilder, who: str) -> None:
    """What was to last until `who` acts next is over."""
    ending = [
        (fighter.id, condition)
        for fighter in draft.encounter
        for condition in fighter.conditions
        if condition.acts == who
    ]
    for bearer, condition in ending:
        end_condition(draft, bearer, condition, f"{draft[who].name} acts")


def end_condition(draft: StepBuilder, who: str, condition: Condition, why: str) -> None:
    """A condition that was given an end is over: its end leaves the agenda, and what hangs on it follows."""
    due = draft.encounter.agenda.find(who, END, condition.key)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=END, at=due.count, ref=due.ref, why=why))
    draft.emit(
        ev.ConditionEnded(who=who, condition=condition.key, label=condition.label, why=why, secret=condition.secret)
    )
    draft.rules.resolution.apply_consequences(draft, who, condition.key)
