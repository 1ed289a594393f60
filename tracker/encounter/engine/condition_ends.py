"""Condition ends: a condition that was given an end is over, at its count or when a fighter acts next."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import TURN, UNDER_WAY, Condition
from tracker.model.state import END


def end_those_until_acting(draft: StepBuilder, who: str) -> None:
    """End the conditions of any fighter that last until `who` acts, which it does now.

    Conditions that the game ends after the action's rolls stay, and those that last a turn get the mark to end with it.
    """
    for bearer, condition in until_acting(draft, who):
        if condition.lasts == TURN:
            _let_end_with_turn(draft, bearer, condition)
        elif not outlasts_declaration(draft, condition):
            end_condition(draft, bearer, condition, f"{draft[who].name} acts")


def _let_end_with_turn(draft: StepBuilder, bearer: str, condition: Condition) -> None:
    """Let a condition end with the turn that has just begun: it is gained anew with that mark (UNDER_WAY)."""
    draft.emit(
        ev.ConditionGained(
            who=bearer,
            condition=condition.key,
            label=condition.label,
            amount=condition.amount,
            of=condition.of,
            until=condition.until,
            acts=condition.acts,
            own=condition.own,
            secret=condition.secret,
            lasts=UNDER_WAY,
        )
    )


def end_those_through_turn(draft: StepBuilder, who: str, passed: bool = False) -> None:
    """End the conditions that last to the end of the turn of `who`, which has just ended.

    Nothing ends while an action of it is under way. If the turn was `passed` up, those yet to begin with it end too.
    """
    if draft[who].actions:
        return
    for bearer, condition in until_acting(draft, who):
        if condition.lasts == UNDER_WAY or (passed and condition.lasts):
            end_condition(draft, bearer, condition, f"the turn of {draft[who].name} ends")


def outlasts_declaration(draft: StepBuilder, condition: Condition) -> bool:
    """Return whether the game ends a condition that lasts until a fighter acts, some time after its declaration.

    In a fight of an older release all of them end with the declaration.
    """
    with_declaration = condition.own or draft.rules.turns.ends_with_declaration(condition)
    return bool(draft.encounter.release) and not with_declaration


def end_those_that_wait_for(draft: StepBuilder, who: str) -> None:
    """End what others were to bear until `who` acts next: it is out and does not act. Its own conditions stay.

    In a fight of an older release they stay until they are ended by hand.
    """
    for bearer, condition in until_acting(draft, who):
        if bearer != who and draft.encounter.release:
            end_condition(draft, bearer, condition, f"{draft[who].name} is out of the fight")


def until_acting(draft: StepBuilder, who: str) -> list[tuple[str, Condition]]:
    """Return each condition that lasts until a fighter acts next, with its bearer."""
    return [
        (fighter.id, condition)
        for fighter in draft.encounter
        for condition in fighter.conditions
        if condition.acts == who
    ]


def end_condition(draft: StepBuilder, who: str, condition: Condition, why: str) -> None:
    """End a condition: take its scheduled end off the agenda, if it has one, and apply the consequences."""
    due = draft.encounter.agenda.find(who, END, condition.key)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=END, at=due.count, ref=due.ref, why=why))
    draft.emit(
        ev.ConditionEnded(who=who, condition=condition.key, label=condition.label, why=why, secret=condition.secret)
    )
    draft.rules.resolution.apply_consequences(draft, who, condition.key)
