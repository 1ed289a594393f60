"""Presence: who leaves the fight, is taken out of it, or comes back."""

from __future__ import annotations

from dataclasses import replace

from tracker.dice.source import SeededDice
from tracker.encounter.engine.condition_ends import end_those_that_wait_for
from tracker.encounter.engine.declarations import lose_pending, not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.sides import last_side, sides_left
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

BY_HAND = "down by hand"
"""The mark of a fighter whom the GM has put down. Only the GM brings it back."""


def enter(draft: StepBuilder, who: str) -> None:
    """Apply the consequences of missing points to a fighter who comes into play, such as going down at none.

    A fight of an older release keeps to its rule: a fighter who comes with no points left acts all the same.
    """
    if not draft.encounter.release:
        return
    for pool in draft[who].profile.pools:
        if draft[who].lost(pool.name):
            draft.rules.resolution.apply_consequences(draft, who, pool.name)


def out_at_the_start(encounter: Encounter, rules: Rules) -> tuple[str, ...]:
    """Return a sentence for each fighter whose points take it out of the fight as soon as it begins."""
    draft = StepBuilder(replace(encounter, began=True), rules, SeededDice(1))
    for fighter in encounter:
        enter(draft, fighter.id)
    changes = [event for event in draft.events if isinstance(event, ev.PresenceChanged)]
    return tuple(f"{encounter[event.who].name} starts {event.presence}: {event.why}" for event in changes)


def leave(draft: StepBuilder, command: cmd.Leave) -> None:
    """Let a fighter go down, surrender or leave by hand."""
    combatant = draft[command.who]
    how = Presence(command.how)
    if combatant.presence is how:
        raise Refused(f"{combatant.name} {how.words} already.")
    if not combatant.able and how is not Presence.LEFT:
        raise Refused(f"{combatant.name} {combatant.presence.words}, so cannot be marked as {how.value}.")
    not_in_the_middle(draft, f"Taking {combatant.name} out")
    if how is Presence.DOWN and draft.encounter.release:
        draft.emit(ev.MarkChanged(who=command.who, mark=BY_HAND, value=True))
    take_out(draft, command.who, how, command.why or "by hand")


def take_out(draft: StepBuilder, who: str, how: Presence, why: str) -> None:
    """Take `who` out of the fight. All it has pending is lost, and what the game ties to it ends."""
    before = sides_left(draft)
    lose_pending(draft, who, why)
    draft.emit(ev.PresenceChanged(who=who, presence=how.value, why=why))
    draft.rules.resolution.on_taken_out(draft, who)
    end_those_that_wait_for(draft, who)
    last_side(draft, before)


def come_back(draft: StepBuilder, command: cmd.Return) -> None:
    """Bring a fighter who was out of the fight back into it."""
    combatant = draft[command.who]
    if combatant.able:
        raise Refused(f"{combatant.name} is in the fight already.")
    not_in_the_middle(draft, f"Bringing {combatant.name} back")
    _put_back(draft, command.who, "by hand")
    if draft.encounter.began:
        draft.rules.turns.join(draft, command.who)


def _put_back(draft: StepBuilder, who: str, why: str) -> None:
    """Put a fighter back into the fight, without a place in the order yet."""
    draft.emit(ev.PresenceChanged(who=who, presence=Presence.IN.value, why=why))
    if draft[who].marks.get(BY_HAND):
        draft.emit(ev.MarkChanged(who=who, mark=BY_HAND, value=False))


def recover(draft: StepBuilder, by_clock: bool) -> list[str]:
    """Bring back each fighter who is down and has got better in this step, if nothing keeps it out. Return their ids.

    Of the others the log says why they are still down, unless time mended them (`by_clock`), such as a point of rest. A
    fight of an older release leaves all of them to the game master.
    """
    back: list[str] = []
    if not draft.encounter.release or MENDS.isdisjoint(map(type, draft.events)):
        return back
    for who in dict.fromkeys(filter(None, (_better(draft, event) for event in draft.events))):
        if draft[who].presence is not Presence.DOWN or draft.start[who].presence is not Presence.DOWN:
            continue
        by_hand = bool(draft[who].marks.get(BY_HAND))
        why = "taken out by hand" if by_hand else draft.rules.resolution.keeps_out(draft.encounter, who)
        if not why:
            _put_back(draft, who, "nothing keeps it down any more")
            back.append(who)
        elif not by_clock:
            draft.note(f"{draft[who].name} is still down: {why}; `{who} returns` brings it back", who)
    return back


MENDS: frozenset[type] = frozenset((ev.PoolChanged, ev.ConditionEnded))
"""The events that may improve a fighter's state."""


def _better(draft: StepBuilder, event: ev.Event) -> str:
    """Return the fighter who got points, or was out of the fight and lost a condition, by an event. Else empty."""
    match event:
        case ev.PoolChanged() if event.lost < 0:
            return event.who
        case ev.ConditionEnded() if event.who in draft.start and not draft.start[event.who].able:
            return event.who
        case _:
            return ""
