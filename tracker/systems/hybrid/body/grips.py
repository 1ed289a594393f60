"""Grips: which combatant holds which, how strongly, and how a hold ends on both sides (H-ATK-8, ruling 46)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.systems.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.systems.hybrid.body.conditions import GRAPPLING, HELD
from tracker.systems.hybrid.book.rulebook import Rulebook

STRENGTH = "hold"
"""The mark of one held: how strong the hold on it is."""


def release(draft: StepBuilder, held: str, why: str) -> None:
    """Nobody holds this one any more."""
    condition = draft[held].condition(HELD)
    if condition is None:
        return
    draft.end(held, HELD, why)
    holder = draft[condition.of].condition(GRAPPLING)
    if holder is not None and holder.of == held:
        draft.end(condition.of, GRAPPLING, why)
    draft.emit(ev.MarkChanged(who=held, mark=STRENGTH, value=0))


def _freed(draft: StepBuilder, rules: Rulebook, who: str, key: str) -> None:
    """The game master has freed a combatant by hand: nobody has a grip on it any more."""
    for other in draft.encounter:
        grip_on = other.condition(GRAPPLING)
        if grip_on is not None and grip_on.of == who:
            draft.end(other.id, GRAPPLING, "by hand")
    draft.emit(ev.MarkChanged(who=who, mark=STRENGTH, value=0))


def lose_grip(draft: StepBuilder, who: str, why: str) -> None:
    """A combatant who cannot hold any longer lets go of whomever it held."""
    grip_on = draft[who].condition(GRAPPLING)
    if grip_on is None:
        return
    held = draft[grip_on.of].condition(HELD)
    if held is not None and held.of == who:
        release(draft, grip_on.of, why)
    draft.end(who, GRAPPLING, why)


def _ungripped(draft: StepBuilder, rules: Rulebook, who: str, key: str) -> None:
    """The game master has taken a grip away: whomever it held is free."""
    for other in draft.encounter:
        held = other.condition(HELD)
        if held is not None and held.of == who:
            release(draft, other.id, "by hand")


LIFECYCLES = (ConditionLifecycle((HELD,), ended=_freed), ConditionLifecycle((GRAPPLING,), ended=_ungripped))
