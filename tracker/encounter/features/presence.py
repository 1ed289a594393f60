"""Presence: who leaves the fight, is taken out of it, comes back or joins."""

from __future__ import annotations

from tracker.encounter.engine.declarations import lose_pending, not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.sides import last_side, of_one_side, sides_left
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.questions import ENTER, Ask, Task
from tracker.model.refusals import Refused

MOST_COMBATANTS = 1000


def leave(draft: StepBuilder, command: cmd.Leave) -> None:
    """Somebody goes down, surrenders or leaves by hand."""
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
    """Somebody who was out of the fight is in it again."""
    combatant = draft[command.who]
    if combatant.able:
        raise Refused(f"{combatant.name} is in the fight already.")
    not_in_the_middle(draft, f"Bringing {combatant.name} back")
    draft.emit(ev.PresenceChanged(who=command.who, presence=Presence.IN.value, why="by hand"))
    if draft.encounter.began:
        draft.rules.turns.join(draft, command.who)


def join(draft: StepBuilder, command: cmd.Join) -> None:
    """Somebody new joins, after what is being resolved."""
    if command.id in draft.encounter:
        raise Refused(f"A fighter is called {command.id} already; give another name.")
    if len(draft.encounter.combatants) >= MOST_COMBATANTS:
        raise Refused(f"A fight has at most {MOST_COMBATANTS} combatants.")
    draft.emit(ev.Joined(who=command.id, name=command.name, sheet=command.sheet))
    of_one_side(draft, command.id, draft[command.id].group)
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        draft.do_after(question, Task(ENTER, {"who": command.id}), f"{command.name} joins after the answer")
    elif draft.encounter.began:
        draft.rules.turns.join(draft, command.id)
