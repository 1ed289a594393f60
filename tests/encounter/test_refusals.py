"""What is not possible is refused in a sentence that says who, what and what would work, and changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.encounter.skirmish import begun, refused, skirmish
from tests.encounter.table import Timed, table
from tracker.dice.source import ScriptedDice
from tracker.encounter.advance import NothingDue, nothing_due
from tracker.encounter.features.free_events import MOST_EVENTS, answers
from tracker.model.combatant import Action
from tracker.model.state import Encounter, FreeEvent
from tracker.session import Session

AT_HER_MOMENT = [
    ("begin", "begun already"),
    ("begin now", "too much"),
    ("37", "answers no open question now"),
    ("ann dodge", "dodge"),
    ("nobody wait", "nobody"),
    ("ann wait long", "takes an end or nothing, not long"),
    ("ann pass", "cannot pass in this game"),
    ("ann abort", "no action under way to give up"),
    ("ann retarget bob", "no action under way with a target"),
    ("ann retarget", "Give the target"),
    ("ann retarget bob now", "changes only the target"),
    ("ann does", "Give the action and its time"),
    ('ann does "kicks the table" 3 4', "Only the time follows"),
    ('ann does "kicks" soon', "a whole number"),
    ("ann aware of ann", "always aware of itself"),
    ("ann aware", "Give the other fighter"),
    ("ann unaware of bob now", "too much after Bob"),
    ("ann revealed", "known to every other side already"),
    ("ann alias", "Give the name for players"),
    ("ann alias none", "by its name already"),
    ("ann alias " + "x" * 61, "at most"),
    ("ann orders", "Give the"),
    ("ann returns", "in the fight already"),
    ("join", "Give the creature"),
    ("join x3", "Give the creature"),
    ("join new", "Give the newcomer's name"),
    ("join new Big Thug raiders", "too much"),
    ("join goblin", "This fight has no library"),
    ("event 60", "Give time and text"),
    ("why", "Give a fighter"),
    ("back", "Give the step"),
    ("back 99", "not in force"),
    ("note", "Give the text"),
    ("secret", "A roll answers no open question now"),
    ("secret apples", "is no die"),
    ("notes", "no notes"),
    ("redo", "There is no undone step"),
    ("veto", "There is no action by orders"),
    ("fix die 3", "no roll"),
    ("fix ann MP 3", "the pools are HP"),
    ("fix ann HP 30", "goes from 0 to 10"),
    ("fix ann guarding off", "is not guarding; it has nothing"),
    ("fix ann stunned on", "stunned"),
    ("fix ann guarding on until 1", "nothing can end at 1"),
    ("fix ann count 0", "nothing can move to 0"),
    ("mod 0", "not 0"),
    ("to 1", "Answer the question first"),
    ("next", "Answer the question first"),
]


@pytest.mark.parametrize(("line", "words"), AT_HER_MOMENT, ids=[line[:40] for line, _ in AT_HER_MOMENT])
def test_at_anns_moment(line: str, words: str) -> None:
    assert words in refused(begun(), line)


def test_before_the_fight_nobody_declares_and_nothing_is_taken_back() -> None:
    session = skirmish()
    assert "has not begun" in refused(session, "ann attack bob")
    assert "the start of the fight" in refused(session, "undo")
    assert "the start of the fight" in refused(session, "undo-action")
    assert "begin" in refused(session, "next")


def test_a_fight_without_anybody_does_not_begin() -> None:
    session = Session(Encounter("Nobody"), skirmish().rules, ScriptedDice([]))
    assert "The fight has no fighters" in refused(session, "begin")


def test_who_is_out_does_nothing_and_is_not_turned_on() -> None:
    session = begun()
    session.say("ann attack bob")
    session.say("bob surrenders")
    assert "surrendered" in refused(session, "ann retarget bob")
    assert "surrendered already" in refused(session, "bob surrenders")
    assert "cannot be marked as down" in refused(session, "bob falls")
    assert "no longer in the fight" in refused(session, "bob attack ann")


def test_what_is_under_way_is_told_to_who_would_declare_again() -> None:
    session = begun()
    session.say("ann attack bob")
    assert "`ann abort` gives it up" in refused(session, "ann attack bob")
    assert "cannot turn on Ann" in refused(session, "ann retarget ann")


def test_while_a_die_is_asked_for_nothing_is_moved_left_or_given_up() -> None:
    session = skirmish(1, player="Ada")
    for line in ("begin", "15", "next", "ann attack bob", "fix bob count 5", "next"):
        session.say(line)
    assert session.encounter.question is not None and session.encounter.question.what == "attack"
    for line in ("bob leaves", "fix bob count 5", "next", "bob wait", "ann abort", "join new Cid foes"):
        assert "question" in refused(session, line) or "no library" in refused(session, line), line
    assert "is no die" in refused(session, "secret apples")
    assert "d20" in refused(session, "21")


def test_one_free_event_in_the_past_is_refused() -> None:
    session = begun()
    for line in ("ann wait", "bob wait", "to 3"):
        session.say(line)
    assert "no event can come at 2" in refused(session, 'event 2 "The gate falls"')


def test_next_says_how_the_question_that_is_open_is_answered() -> None:
    assert "declare for Ann, or `ann wait`, or undo" in refused(begun(), "next")
    asked = skirmish(player="Ada")
    asked.say("begin")
    assert "type the roll of 1d20, or `roll`, or undo" in refused(asked, "next")


def test_who_acts_out_of_turn_must_be_able_and_free_to() -> None:
    assert refused(skirmish(), "ann acts") == "Ann cannot act yet: the fight has not begun; `begin` starts it."
    session = begun()
    assert refused(session, "ann acts") == "Ann already has the open question."
    session.say("ann attack bob")
    assert refused(session, "ann acts") == "Ann cannot act: attack Bob is under way; `ann abort` gives it up."
    session.say("bob falls")
    assert refused(session, "bob acts") == "Bob cannot act: it is down."


class Bound(Timed):
    """The timed game in which nobody who is bound declares, and nobody turns a blow on another."""

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        return f"{encounter[who].name} is bound." if encounter[who].condition("guarding") is not None else ""

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        return "A blow goes where it goes."


def test_what_the_game_forbids_is_told_in_its_words() -> None:
    session = table(Bound, (1, 6, *(6,) * 20), (("Ann", "one", ""), ("Bob", "two", ""), ("Cid", "two", "")))
    for line in ("begin", "next", "ann attack bob"):
        session.say(line)
    assert refused(session, "ann retarget cid") == "A blow goes where it goes."
    session.say("fix ann guarding on")
    for line in ("ann abort", "ann acts"):
        assert refused(session, line).startswith("Ann "), line
    session.say("fix bob guarding on")
    assert refused(session, "bob acts") == refused(session, "bob wait") == "Bob is bound."


def test_next_says_why_nothing_is_due() -> None:
    session = begun()
    session.say("ann wait")
    session.say("bob wait")
    assert refused(session, "next").startswith("Nothing is due: Ann, Bob wait. Let one of them act, or use `to`")
    session.say("bob leaves")
    assert refused(session, "next").startswith("Nothing is due: Ann waits.")


def test_why_nothing_is_due_is_a_value_that_each_place_words_for_itself() -> None:
    session = begun()
    assert nothing_due(session.encounter, session.rules) is None
    for line in ("ann wait", "bob wait"):
        session.say(line)
    assert nothing_due(session.encounter, session.rules) == NothingDue(True, ("Ann", "Bob"))
    for line in ("ann leaves", "bob leaves"):
        session.say(line)
    assert nothing_due(session.encounter, session.rules) == NothingDue(False, ())


def test_what_halts_is_answered_before_anything_goes_on() -> None:
    session = skirmish(15, 1)
    for line in ('event 0 "Rain" every 2 stop', "begin", "next"):
        session.say(line)
    assert refused(session, "next") == "0: Rain – first `seen`, or undo."
    assert refused(session, "to 4") == "0: Rain – first `seen`, or undo."
    assert session.encounter.question is not None
    assert [(one.key, one.word) for one in answers(session.encounter.question)] == [("s", "seen"), ("o", "no-more")]
    session.say("no-more")
    assert session.encounter.events == ()


EVENTS = [
    (f"event 5 {'x' * 201}", "The text of an event has at most 200 characters; this one has 201."),
    ("event move 1 3", "Rain is due at 3 already."),
    ("event move 2 9", "Hail is not due, so it cannot be moved."),
    ("event move 1", "Give the event and its new time: event move 1"),
    ('event in 2 "Bites" while ann', "Give the fighter and the condition"),
    ('event in 2 "Bites" while ann tall', 'Give the condition of Ann Tall: event in 12 "…" while ann-tall poisoned'),
]


@pytest.mark.parametrize(("line", "why"), EVENTS)
def test_what_cannot_be_said_of_an_event_is_told(line: str, why: str) -> None:
    session = skirmish(name="Ann Tall")
    session.say('event 3 "Rain"')
    session.say('event in 2 "Hail" while bob guarding')
    assert refused(session, line).startswith(why)


def test_no_event_is_moved_into_the_past_nor_is_there_room_for_any_number() -> None:
    session = begun()
    session.say("event 30 Rain")
    for line in ("ann wait", "bob wait", "to 9"):
        session.say(line)
    assert refused(session, "event move 1 4") == "The fight is at 9 already; no event can come at 4."
    session.say("event move 1 in 5")
    assert [due.count for due in session.encounter.agenda] == [14]
    many = tuple(FreeEvent(f"event-{number}", 50, "Rain") for number in range(MOST_EVENTS))
    session.encounter = replace(session.encounter, events=many)
    assert refused(session, "event 60 Hail").startswith(f"A fight has at most {MOST_EVENTS} events;")


def test_an_event_that_hangs_on_a_condition_borne_already_begins_at_once() -> None:
    session = begun()
    session.say("fix bob guarding on")
    session.say('event in 2 "Bites" while bob guarding')
    assert [due.count for due in session.encounter.agenda if due.ref] == [3]
    session.say("fix bob guarding off")
    assert [due for due in session.encounter.agenda if due.ref] == [], "its end takes it off"
