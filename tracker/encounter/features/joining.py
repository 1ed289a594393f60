"""Joining: a new fighter is seated in a fight under way, on a side and in the order of turns."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import may_have_turns
from tracker.encounter.features import presence
from tracker.encounter.features.sides import of_one_side
from tracker.encounter.roster import read_texts
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.questions import ENTER, Ask, Task
from tracker.model.refusals import Refused

MOST_COMBATANTS = 1000


def join(draft: StepBuilder, command: cmd.Join) -> None:
    """Seat a new fighter. Its first turn is placed after the answer to what is being resolved."""
    if command.id in draft.encounter:
        raise Refused(f"A fighter is called {command.id} already; give another name.")
    if len(draft.encounter.combatants) >= MOST_COMBATANTS:
        raise Refused(f"A fight has at most {MOST_COMBATANTS} combatants.")
    joined = ev.Joined(who=command.id, name=command.name, sheet=command.sheet)
    draft.emit(read_texts(joined, draft.rules))
    of_one_side(draft, command.id, draft[command.id].group)
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        draft.do_after(question, Task(ENTER, {"who": command.id}), f"{command.name} joins after the answer")
    elif draft.encounter.began:
        presence.enter(draft, command.id)
        if may_have_turns(draft.encounter, command.id):
            draft.rules.turns.join(draft, command.id)
