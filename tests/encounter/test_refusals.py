"""What is not possible is refused in a sentence that says who, what and what would work, and changes nothing."""

from __future__ import annotations

import pytest

from tests.encounter.skirmish import begun, refused, skirmish
from tracker.dice.source import ScriptedDice
from tracker.encounter.state import Encounter
from tracker.session import Session

AT_HER_MOMENT = [
    ("begin", "begun already"),
    ("begin now", "too much"),
    ("37", "not asked for now"),
    ("ann dodge", "dodge"),
    ("nobody wait", "nobody"),
    ("ann wait long", "takes nothing more"),
    ("ann pass", "cannot pass in this game"),
    ("ann abort", "nothing under way to give up"),
    ("ann retarget bob", "nothing under way that is aimed"),
    ("ann retarget", "Say on whom"),
    ("ann retarget bob now", "changes only the target"),
    ("ann does", "Say what and how long"),
    ('ann does "kicks the table" 3 4', "stands only the time"),
    ('ann does "kicks" soon', "a whole number"),
    ("ann aware of ann", "always aware of itself"),
    ("ann aware", "Say of whom"),
    ("ann unaware of bob now", "too much after Bob"),
    ("ann revealed", "known to every other side already"),
    ("ann alias", "Say what the players call it"),
    ("ann alias none", "by its name already"),
    ("ann alias " + "x" * 61, "at most"),
    ("ann orders", "Say which"),
    ("ann returns", "in the fight already"),
    ("join", "Say who joins"),
    ("join x3", "Say who joins"),
    ("join new", "what the newcomer is called"),
    ("join new Big Thug raiders", "too much"),
    ("join goblin", "No library is at hand"),
    ("event 60", "Say when and what"),
    ("why", "Say whose number"),
    ("back", "Say to which step"),
    ("back 99", "not in force"),
    ("note", "Say what to note"),
    ("secret", "A roll is not asked for now"),
    ("secret apples", "is no die"),
    ("notes", "no notes"),
    ("redo", "Nothing was taken back"),
    ("veto", "No declaration under standing orders"),
    ("fix die 3", "no roll"),
    ("fix ann MP 3", "the pools are HP"),
    ("fix ann HP 30", "goes from 0 to 10"),
    ("fix ann guarding off", "is not guarding; it bears nothing"),
    ("fix ann stunned on", "stunned"),
    ("fix ann guarding on until 1", "nothing can end at 1"),
    ("fix ann count 0", "nothing can be put at 0"),
    ("mod 0", "not 0"),
    ("to 1", "A question is open"),
    ("next", "A question is open"),
]


@pytest.mark.parametrize(("line", "words"), AT_HER_MOMENT, ids=[line[:40] for line, _ in AT_HER_MOMENT])
def test_at_anns_moment(line: str, words: str) -> None:
    assert words in refused(begun(), line)


def test_before_the_fight_nobody_declares_and_nothing_is_taken_back() -> None:
    session = skirmish()
    assert "has not begun" in refused(session, "ann attack bob")
    assert "how the fight was prepared" in refused(session, "undo")
    assert "how the fight was prepared" in refused(session, "undo-action")
    assert "begin" in refused(session, "next")


def test_a_fight_without_anybody_does_not_begin() -> None:
    session = Session(Encounter("Nobody"), skirmish().rules, ScriptedDice([]))
    assert "Nobody is there to fight" in refused(session, "begin")


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
        assert "question" in refused(session, line) or "No library" in refused(session, line), line
    assert "is no die" in refused(session, "secret apples")
    assert "d20" in refused(session, "21")


def test_one_free_event_in_the_past_is_refused() -> None:
    session = begun()
    for line in ("ann wait", "bob wait", "to 3"):
        session.say(line)
    assert "nothing can happen at 2" in refused(session, 'event 2 "The gate falls"')


def test_next_says_how_the_question_that_is_open_is_answered() -> None:
    assert "say what Ann does, or `ann wait`, or take a step back" in refused(begun(), "next")
    asked = skirmish(player="Ada")
    asked.say("begin")
    assert "type what fell with 1d20, or `roll`, or take a step back" in refused(asked, "next")
