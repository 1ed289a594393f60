"""Conditions: how a condition begins, with the count it ends at, and how it ends; each as its event."""

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
    """A condition begins, unless it is borne already; without a label its key is one.

    With `until` it ends at that count, after what lands there, and then `apply_consequences` is called. A condition
    that is borne already and would end sooner lasts until then.
    """
    borne = draft[who].condition(key)
    if borne is not None and (until is None or borne.until is None or borne.until >= until):
        return
    _end_no_more(draft, who, key)
    gained = ev.ConditionGained(who=who, condition=key, label=label or key, amount=amount, of=of, until=until, why=why)
    draft.emit(gained)
    if until is not None:
        draft.emit(ev.DueAdded(who=who, what=END, at=until, rank=Rank.ENDING, ref=key))


def end(draft: StepBuilder, who: str, *keys: str, why: str = "") -> bool:
    """Conditions are over; says whether one of them was borne."""
    borne = [condition for condition in draft[who].conditions if condition.key in keys]
    for condition in borne:
        _end_no_more(draft, who, condition.key)
        draft.emit(ev.ConditionEnded(who=who, condition=condition.key, label=condition.label, why=why))
    return bool(borne)


def _end_no_more(draft: StepBuilder, who: str, key: str) -> None:
    """The end that a condition was given leaves the agenda."""
    due = draft.encounter.agenda.find(who, END, key)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=END, at=due.count, ref=key))
