"""Grips: who holds whom, how strongly, and how a hold ends on both sides (H-ATK-8, ruling 46)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.conditions import GRAPPLING, HELD
from tracker.games.hybrid.fighter import Acting
from tracker.games.toolkit import steps

STRENGTH = "hold"
"""The mark of a held fighter with the strength of the hold."""


def release(draft: StepBuilder, held_id: str, why: str) -> None:
    """End the hold on a fighter, on both sides."""
    condition = draft[held_id].condition(HELD)
    if condition is None:
        return
    draft.end(held_id, HELD, why)
    holder = draft[condition.of].condition(GRAPPLING)
    if holder is not None and holder.of == held_id:
        draft.end(condition.of, GRAPPLING, why)
    steps.mark(draft, held_id, STRENGTH, 0)


def _end_hold_by_hand(fighter: Acting, key: str) -> None:
    """End the grip on a fighter whom the game master has freed. `key` is the condition that ended."""
    for other in fighter.draft.encounter:
        grip_on = other.condition(GRAPPLING)
        if grip_on is not None and grip_on.of == fighter.who:
            fighter.draft.end(other.id, GRAPPLING, "by hand")
    fighter.mark(STRENGTH, 0)


def lose_grip(draft: StepBuilder, who: str, why: str) -> None:
    """Let a fighter release the fighter it holds."""
    grip_on = draft[who].condition(GRAPPLING)
    if grip_on is None:
        return
    hold = draft[grip_on.of].condition(HELD)
    if hold is not None and hold.of == who:
        release(draft, grip_on.of, why)
    draft.end(who, GRAPPLING, why)


def _end_grip_by_hand(fighter: Acting, key: str) -> None:
    """Free the fighters held by one whose grip the game master has ended. `key` is the condition that ended."""
    for other in fighter.draft.encounter:
        hold = other.condition(HELD)
        if hold is not None and hold.of == fighter.who:
            release(fighter.draft, other.id, "by hand")


LIFECYCLES = (
    ConditionLifecycle((HELD,), ended=_end_hold_by_hand),
    ConditionLifecycle((GRAPPLING,), ended=_end_grip_by_hand),
)
