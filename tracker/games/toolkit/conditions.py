"""Conditions: begin one, with the count at which it ends, or end it. Each emits its event."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.state import END, Rank


def begin(
    draft: StepBuilder,
    who: str,
    key: str,
    label: str = "",
    of: str = "",
    why: str = "",
    amount: int = 0,
    until: int | None = None,
) -> None:
    """Begin a condition, unless the fighter has it. Its label is the key when none is given.

    With `until` it ends at that count, after what lands there, and then `apply_consequences` is called. A condition
    that would end sooner is extended to it. `of` is the fighter that the condition is about, if any.
    """
    present = draft[who].condition(key)
    if present is not None and (until is None or present.until is None or present.until >= until):
        return
    _unschedule_end(draft, who, key)
    gained = ev.ConditionGained(who=who, condition=key, label=label or key, amount=amount, of=of, until=until, why=why)
    draft.emit(gained)
    if until is not None:
        draft.emit(ev.DueAdded(who=who, what=END, at=until, rank=Rank.ENDING, ref=key))


def end(draft: StepBuilder, who: str, *keys: str, why: str = "") -> bool:
    """End the conditions with these keys. Return whether the fighter had one of them."""
    ended = [condition for condition in draft[who].conditions if condition.key in keys]
    for condition in ended:
        _unschedule_end(draft, who, condition.key)
        draft.emit(ev.ConditionEnded(who=who, condition=condition.key, label=condition.label, why=why))
    return bool(ended)


def _unschedule_end(draft: StepBuilder, who: str, key: str) -> None:
    """Take the scheduled end of a condition, if it has one, off the agenda."""
    due = draft.encounter.agenda.find(who, END, key)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=END, at=due.count, ref=key))
