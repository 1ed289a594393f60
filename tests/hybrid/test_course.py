"""The course of time: questions hold it, free events come due."""

from __future__ import annotations

from tests.hybrid.kit import duel, refused
from tracker.model import events as ev


def test_with_a_question_open_next_is_refused_and_answers_nothing() -> None:
    table = duel()
    assert "Answer the question first" in refused(table, "next")
    assert "question" in refused(table, "to 40")


def test_free_events_come_due_and_come_again() -> None:
    table = duel()
    table.say('event 20 "The gate groans" every 10', "anna wait", "to 45")
    happened = [event for event in table.events() if isinstance(event, ev.EventHappened)]
    assert len(happened) == 3
