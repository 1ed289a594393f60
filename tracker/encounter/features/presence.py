"""Presence: who leaves the fight, is taken out of it, or comes back."""

from __future__ import annotations

from dataclasses import replace

from tracker.dice.source import SeededDice
from tracker.encounter.engine.declarations import lose_pending, not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.features.sides import last_side, sides_left
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def enter(draft: StepBuilder, who: str) -> None:
    """Apply what the points a fighter comes with do in play, such as going down at none.

    A fight whose head says no release keeps to the older rule: who comes with no points left acts all the same.
    """
    if not draft.encounter.release:
        return
    for pool in draft[who].profile.pools:
        if draft[who].lost(pool.name):
            draft.rules.resolution.apply_consequences(draft, who, pool.name)


def out_at_the_start(encounter: Encounter, rules: RuleSystem) -> tuple[str, ...]:
    """Return a sentence for each fighter whose points take it out of the fight as soon as it begins."""
    draft = StepBuilder(replace(encounter, began=True), rules, SeededDice(1))
    for fighter in encounter:
        enter(draft, fighter.id)
    changes = [event for event in draft.events if isinstance(event, ev.PresenceChanged)]
    return tuple(f"{encounter[event.who].name} starts {event.presence}: {event.why}" for event in changes)


def leave(draft: StepBuilder, command: cmd.Leave) -> None:
    """A fighter goes down, surrenders or leaves by hand."""
    combatant = draft[command.who]
    how = Presence(command.how)
    if combatant.presence is how:
        raise Refused(f"{combatant.name} {how.words} already.")
    if not combatant.able and how is not Presence.LEFT:
        raise Refused(f"{combatant.name} {combatant.presence.words}, so cannot be marked as {how.value}.")
    not_in_the_middle(draft, f"Taking {combatant.name} out")
    take_out(draft, command.who, how, command.why or "by hand")


def take_out(draft: StepBuilder, who: str, how: Presence, why: str) -> None:
    """`who` is out of the fight: all it has pending is lost and what the game ties to it ends."""
    before = sides_left(draft)
    lose_pending(draft, who, why)
    draft.emit(ev.PresenceChanged(who=who, presence=how.value, why=why))
    draft.rules.resolution.on_taken_out(draft, who)
    last_side(draft, before)


def come_back(draft: StepBuilder, command: cmd.Return) -> None:
    """A fighter who was out of the fight is in it again."""
    combatant = draft[command.who]
    if combatant.able:
        raise Refused(f"{combatant.name} is in the fight already.")
    not_in_the_middle(draft, f"Bringing {combatant.name} back")
    draft.emit(ev.PresenceChanged(who=command.who, presence=Presence.IN.value, why="by hand"))
    if draft.encounter.began:
        draft.rules.turns.join(draft, command.who)
