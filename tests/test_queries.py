"""Queries: a line that asks changes nothing, in every game, and is answered where nothing may be done."""

from __future__ import annotations

import contextlib

import pytest

from tests.asking import answered, typed
from tests.controllers import controller_of
from tests.encounter.skirmish import begun
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tracker.encounter.language.fight_commands import COMMANDS, QUERIES
from tracker.model.refusals import Refused
from tracker.session import Session

LINES = {
    "why": "why {who}",
    "reckon": "reckon",
    "rules": "rules",
    "summary": "summary each",
    "events": "events",
    "notes": "notes",
}


def asks(session: Session) -> list[str]:
    who = next(iter(session.encounter)).id
    return [LINES[word].format(who=who) for word in QUERIES]


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_query_leaves_state_journal_and_view_as_they_are_in_every_game(name: str) -> None:
    answers = 0
    for moment, session in enumerate(random_fight(name, 4, 12)):
        if moment % 4:
            continue
        journal = session.journal
        before = session.encounter, journal.last, list(journal.done), list(journal.undone), session.dice
        for line in asks(session):
            with contextlib.suppress(Refused):
                answers += bool(answered(session, line).words)
            assert (session.encounter, journal.last, journal.done, journal.undone, session.dice) == before, line
            assert session.encounter is before[0], line
    assert answers >= 6


def test_a_word_is_a_query_or_a_command_and_the_session_carries_out_no_query() -> None:
    assert not QUERIES.keys() & COMMANDS.keys()
    session = begun()
    for line in asks(session):
        with pytest.raises(Refused, match="only asks"):
            session.say(line)


def test_a_question_on_the_way_to_a_count_is_not_let_go_of_by_a_line_that_only_asks() -> None:
    controller = controller_of(begun())
    controller.say("ann wait")
    controller.say("bob wait")
    controller.going_to = going_to = 40
    assert controller.say("why ann count") and controller.going_to == going_to
    controller.say("note it rains")
    assert controller.going_to is None


def test_summary_and_why_answer_by_one_function_whatever_asks() -> None:
    session = begun()
    assert typed(session, "summary") == answered(session, "summary")
    assert answered(session, "why ann count").title == "Explanation"
