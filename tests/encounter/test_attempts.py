"""Attempts: what is refused after it has asked a question leaves no trace of it, whoever tried."""

from __future__ import annotations

import pytest

from tests.encounter.table import Plain, rules_of, say, table, told
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.commands import Do, Note, Together
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused


class Rash(Plain):
    """The plain game in which an attack is refused only after it has asked, and `doubt` asks what is answered."""

    def decide(self, draft: StepBuilder, command: Do) -> None:
        draft.note(f"{draft[command.who].name} hesitates")
        draft.push("doubts", who=command.who)
        draft.ask(Ask.CHOOSE, command.who, "doubts", "Really?", ("yes", "no"))
        if command.verb == "attack":
            raise Refused("That is too rash.")

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage != "doubts":
            super().resume(draft, task)


def test_a_refused_attempt_leaves_the_step_as_it_was() -> None:
    session = table(Rash, (15, 1))
    say(session, "begin")
    draft = StepBuilder(session.encounter, rules_of(Rash), ScriptedDice(()))
    draft.note("before")
    draft.push("kept", who="ann")
    before = draft.encounter, list(draft.events), list(draft.stack)
    with pytest.raises(Refused), draft.attempt():
        draft.rules.resolution.decide(draft, Do("ann", "attack", ("bob",)))
    assert (draft.encounter, draft.events, draft.stack) == before
    assert not draft.asked and not draft.straight_on and draft.then == ()
    with draft.attempt():
        draft.rules.resolution.decide(draft, Do("ann", "doubt"))
    assert draft.asked and draft.encounter.question is not None


def test_a_command_for_several_goes_on_behind_one_that_asked_and_was_refused() -> None:
    session = table(Rash, (15, 1))
    say(session, "begin")
    session.dispatch(Together((Do("ann", "doubt"), Do("bob", "attack", ("ann",)), Note("last of all"))), "all")
    outcome = session.say("ann yes")
    notes = [event.text for event in outcome.events if isinstance(event, ev.Noted)]
    assert notes == ["That is too rash.", "last of all"]
    assert session.encounter.question is None


def test_orders_that_asked_and_were_refused_leave_the_question_for_a_declaration() -> None:
    session = table(Rash, (15, 1))
    say(session, "begin", "ann orders attack")
    events = say(session, "next")
    assert "Ann's orders cannot be followed: That is too rash." in told(session, events)
    assert "Ann hesitates" not in told(session, events)
    (question,) = session.encounter.questions
    assert (question.ask, question.who) == (Ask.DECLARE, "ann")
