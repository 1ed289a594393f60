"""Presence: who leaves the fight, is taken out of it, or comes back."""

from __future__ import annotations

from tracker.encounter.engine.declarations import lose_pending, not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.sides import last_side, sides_left
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused


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
