"""Who is hidden from whom, before the fight and for newcomers, and what the players are told of all that happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.encounter.skirmish import ANN, BOB, begun, skirmish
from tests.encounter.table import Plain, Timed, say, table
from tests.tales import tale_of, tale_until_now
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.roster import add_entry
from tracker.model import events as ev
from tracker.model.combatant import Condition, Scalar
from tracker.model.commands import Join
from tracker.model.state import Encounter
from tracker.players.view import Showing, sheets, view
from tracker.session import Session
from tracker.storage.preparation import prepare

CID = {**BOB, "name": "Cid"}


def unaware(encounter: Encounter) -> dict[str, list[str]]:
    return {one.id: sorted(one.unaware_of) for one in encounter}


def seated(*entries: Mapping[str, Any]) -> Session:
    fight = prepare({"system": "plain", "combatant": [dict(entry) for entry in entries]})
    return Session(fight.encounter, fight.rules, ScriptedDice([15, 1, *[9] * 20]))


def test_who_is_hidden_is_unnoticed_by_every_other_side_whoever_comes_first() -> None:
    assert unaware(seated({**BOB, "hidden": True}, ANN, CID).encounter) == {"bob": [], "ann": ["bob"], "cid": []}
    assert unaware(seated(ANN, {**BOB, "hidden": True}).encounter) == {"ann": ["bob"], "bob": []}


def test_a_newcomer_has_noticed_what_one_of_its_side_has() -> None:
    session = seated({**BOB, "hidden": True}, ANN)
    rules, entry = session.rules, {**ANN, "name": "Dora"}
    assert unaware(add_entry(session.encounter, rules, "dora", "Dora", entry))["dora"] == ["bob"]
    session.say("ann aware of bob")
    assert unaware(add_entry(session.encounter, rules, "dora", "Dora", entry))["dora"] == []
    stranger = {**ANN, "side": "elves"}
    assert unaware(add_entry(session.encounter, rules, "elf", "Elf", stranger))["elf"] == [], "nobody of its side"


def test_what_lasts_from_before_is_borne_at_the_table() -> None:
    lasting = [{"condition": "guarding", "label": "on guard", "amount": 4}, {"condition": "own-lame", "own": True}]
    session = seated({**ANN, "lasting": lasting}, BOB)
    assert session.encounter["ann"].conditions == (
        Condition("guarding", "on guard", 4),
        Condition("own-lame", "own-lame", own=True),
    )
    session.say("begin")
    assert session.encounter["ann"].condition("guarding") is not None


def told(session: Session, showing: Showing | None = None) -> list[str]:
    """What the players were told, from the beginning on."""
    steps = [session.journal.steps[n].events for n in session.journal.done]
    return [line.text for line in tale_of(session.journal.states[0], steps, session.rules, showing or Showing()).lines]


def test_a_round_is_told_as_it_is_seen() -> None:
    session = skirmish(15, 1, 14, 2, player="Ada")
    say(session, "ann rolled", "begin", "next")
    assert told(session) == ["The fight begins"]
    lines = (
        "ann attack bob",
        "bob wait",
        "next",
        "bob surrenders",
        "fix ann guarding on",
        "ann is lame",
        "bob is sorry",
    )
    say(session, *lines)
    assert told(session) == [
        "The fight begins",
        "Ann: attack Bob",
        "Ann hits Bob: badly hurt",
        "Bob surrenders",
        "Ann: on guard",
        "Ann: lame",
    ]


def test_what_is_done_by_and_to_the_hidden_is_not_told() -> None:
    session = begun(14, 2)
    say(session, "bob hidden", "fix bob guarding on", 'event in 1 "Bang" while bob guarding', "bob falls")
    assert told(session) == ["The fight begins"]
    say(session, "bob revealed", "bob returns")
    assert told(session)[-1] == "Bob is back in the fight"


def test_a_newcomer_whom_nobody_notices_is_not_told() -> None:
    session = begun(9, 9)
    session.dispatch(Join("cid", "Cid", 'name = "Cid"\nside = "foes"\nhidden = true\n'))
    assert told(session) == ["The fight begins"]
    session.dispatch(Join("dan", "Dan", 'name = "Dan"\nside = "foes"\n'))
    assert told(session)[-1] == "Dan joins"


def test_a_newcomer_an_answer_a_change_of_mind_and_an_event_are_told() -> None:
    session = table(Timed, (1, 6, *(6,) * 20))
    lines = ("ann attack bob", "ann abort", "ann attack bob", "next", "next", "next", "dodge")
    say(session, 'event public 2 "The gate falls"', 'event 2 "Ogres arrive"', "begin", "next", *lines)
    session.dispatch(Join("cid", "Cid", 'name = "Cid"\nside = "two"\n'))
    blow = "Ann: attack Bob, lands at 4"
    assert [line for line in told(session) if "s Bob" not in line] == [
        *("The fight begins", blow, "Ann gives up: attack Bob", blow),
        *("The gate falls", "Bob answers Ann: dodge", "Cid joins"),
    ]


class Colours(Plain):
    """The plain game in which everybody shows a colour at once when the fight begins."""

    def begin(self, draft: StepBuilder) -> None:
        super().begin(draft)
        for one in draft.encounter:
            draft.emit(ev.MarkChanged(who=one.id, mark="colour", value="red" if one.id == "ann" else "blue"))
        draft.note("all have shown")

    def public_mark(self, mark: str, value: Scalar) -> str:
        return f"shows {value}" if mark == "colour" else ""


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("note calm", ["The fight begins", "Ann: shows red", "Bob: shows blue"]),
        ("bob hidden", ["The fight begins"]),
        ("bob side one", ["The fight begins"]),
    ],
)
def test_what_opponents_show_at_once_is_told_where_they_see_each_other(line: str, lines: list[str]) -> None:
    """One alone would betray another who is hidden."""
    session = table(Colours, (9, 8))
    say(session, line, "begin")
    assert told(session) == lines


def test_what_is_done_to_one_under_another_name_is_told_by_that_name() -> None:
    session = begun(14, 2)
    say(session, 'bob alias "the thug"', "ann attack bob")
    assert told(session)[-1] == "Ann: attack the thug"


def test_what_strangers_do_is_told_only_where_the_table_wants_it() -> None:
    session = begun(14, 2)
    say(session, "ann wait", "bob attack ann")
    assert told(session, Showing(actions=True))[-1] == "Bob: attack Ann"
    assert told(session, Showing(actions=False)) == ["The fight begins"]


def test_who_answers_whom_is_shown_of_the_players_own() -> None:
    session = table(Timed, (6,) * 20, (("Ann", "one", "Ada"), ("Bob", "two", "")))
    say(session, "begin", "1", "next", "ann wait", "next", "bob attack ann", "next")
    assert view(session.encounter, session.rules, Showing()).asked == "Ann answers Bob"
    say(session, "undo", "undo")
    assert view(session.encounter, session.rules, Showing()).asked == "Bob declares"
    assert [card.name for card in sheets(session.encounter, session.rules, "ada")] == ["Ann"]


@pytest.mark.parametrize("first", ["ann", "cid"])
def test_one_who_is_cut_in_on_by_a_hidden_one_is_asked_again_whether_it_was_its_turn_or_not(first: str) -> None:
    """Each is asked once by the order and once out of turn; the players see no difference."""
    session = seated({**BOB, "hidden": True}, ANN, {**CID, "side": "heroes"})
    for line in ("begin", "next"):
        session.say(line)
    while session.encounter.question is not None and session.encounter.question.who == "bob":
        session.say("bob wait")
    if session.encounter.question is None or session.encounter.question.who != first:
        session.say(f"{first} acts")
    shown = tale_until_now(session), view(session.encounter, session.rules, Showing())
    session.say("bob acts")
    assert session.encounter.question is not None and session.encounter.question.who == "bob"
    session.say("bob wait")
    assert session.encounter.question is not None and session.encounter.question.who == first
    assert (tale_until_now(session), view(session.encounter, session.rules, Showing())) == shown


def test_of_two_who_are_asked_out_of_turn_a_hidden_one_cuts_in_on_the_latter_only() -> None:
    session = seated({**BOB, "hidden": True}, ANN, {**CID, "side": "heroes"}, {**CID, "name": "Dan", "side": "heroes"})
    for line in ("begin", "next", "ann acts", "dan acts", "bob acts", "bob wait"):
        session.say(line)
    assert session.encounter.question is not None and session.encounter.question.who == "dan"
    session.say("dan wait")
    assert session.encounter.question is not None and session.encounter.question.who == "ann"


def test_who_has_declared_meanwhile_is_not_asked_again_when_a_hidden_one_has_answered() -> None:
    heroes = (ANN, {**CID, "side": "heroes"}, {**CID, "name": "Dan", "side": "heroes"})
    session = seated({**BOB, "hidden": True}, *heroes)
    for line in ("begin", "next", "ann acts", "dan acts", "bob acts", 'ann does "climbs" 5', 'dan does "climbs" 5'):
        session.say(line)
    assert session.encounter.question is not None and session.encounter.question.who == "bob"
    session.say("bob wait")
    assert [question.who for question in session.encounter.questions] == ["cid"]


def test_who_waits_after_it_has_cut_in_on_who_cut_in_on_it_is_not_asked_a_second_time() -> None:
    session = seated({**BOB, "hidden": True}, ANN, {**CID, "side": "heroes"})
    for line in ("begin", "next", "ann acts", "bob acts", "ann acts", "ann wait", "bob wait"):
        session.say(line)
    assert [question.who for question in session.encounter.questions] == ["cid"]


def test_who_leaves_while_a_hidden_one_who_cut_in_on_it_is_asked_is_asked_no_more() -> None:
    session = seated({**BOB, "hidden": True}, ANN, {**CID, "side": "heroes"})
    for line in ("begin", "next", "ann acts", "bob acts", "ann leaves"):
        session.say(line)
    assert [question.who for question in session.encounter.questions] == ["bob"], "Bob too is asked but once"
