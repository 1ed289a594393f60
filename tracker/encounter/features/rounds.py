"""Rounds: in a game whose clock has them, each begins with an entry of the agenda that lets the game order it again."""

from __future__ import annotations

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.state import DECLARE, ROUND, Rank


def schedule(draft: StepBuilder) -> None:
    """Put the beginning of the next round on the agenda, in a game that has rounds."""
    unit = draft.rules.unit
    if unit.round:
        start = unit.round_start(draft.encounter.count) + unit.round
        number = str(unit.round_number(start))
        draft.emit(ev.DueAdded(who="", what=ROUND, at=start, rank=Rank.EVENT, ref=number))


def begin(draft: StepBuilder, due: Due) -> None:
    """Begin a round that has come due: schedule the next one, and let the game order this one."""
    schedule(draft)
    draft.emit(ev.RoundBegan(number=int(due.ref), called=draft.rules.unit.round_name))
    draft.rules.turns.begin_round(draft, int(due.ref))
    say_who_still_waits(draft)


def say_who_still_waits(draft: StepBuilder) -> None:
    """Log the fighters who lie in wait while a round begins and have no turn to come."""
    waiting = [
        fighter.name
        for fighter in draft.encounter
        if fighter.able and fighter.waiting and not fighter.busy
        if draft.encounter.agenda.find(fighter.id, DECLARE) is None
    ]
    if waiting and draft.encounter.release:
        draft.note(f"Still waiting: {', '.join(waiting)}", secret=True)
