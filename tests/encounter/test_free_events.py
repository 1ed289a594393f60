"""Free events: set, moved, struck out, counting down on a condition, halting the fight; under every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w

from tests.asking import answered
from tests.encounter.skirmish import ANN, BOB, begun, refused, skirmish
from tests.encounter.table import told
from tests.tui.opening import EXAMPLE_OF
from tracker.campaign.reinforcements import stock
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import FREE_EVENT
from tracker.session import Session
from tracker.storage.fight_log.state_codec import keys_of_state, state_of
from tracker.storage.preparation import prepare, read_encounter
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.testing import check_replay, check_undo, likely

SAVES = Path(__file__).parents[2] / "saves"

HARMLESS = {"hybrid": "prone", "phases": "prone", "prism": "prone", "feats": "prone", "plain": "guarding"}
"""A condition of each game that may be begun and ended by hand."""


def due(session: Session) -> list[tuple[int, str]]:
    """The counts of all free events on the agenda, with their texts."""
    texts = {free.key: free.text for free in session.encounter.events}
    return [(entry.count, texts[entry.ref]) for entry in session.encounter.agenda if entry.what == FREE_EVENT]


def bites(session: Session) -> list[int]:
    return [count for count, text in due(session) if text == "It bites"]


def happened(session: Session) -> list[str]:
    return [
        event.text
        for n in session.journal.done
        for event in session.journal.steps[n].events
        if isinstance(event, ev.EventHappened)
    ]


def test_an_event_is_set_moved_and_struck_out_by_line_and_the_log_tells_it() -> None:
    session = skirmish()
    lines = (
        'event 60 "The gate falls" every 30 stop',
        'event in 13s "The fuse burns down"',
        "event move gate 70",
        "event move the fuse in 9",
        "event strike 1",
    )
    events = [event for line in lines for event in session.say(line).events]
    assert told(session, events) == [
        "at 60: The gate falls, every 30 rounds, stops the fight",
        "at 3: The fuse burns down",
        "moved: The gate falls, 60 → 70",
        "moved: The fuse burns down, 3 → 9",
        "event struck out: The fuse burns down (GM)",
    ]
    assert due(session) == [(70, "The gate falls")]
    start = skirmish().encounter
    check_undo(session, start)
    check_replay(session, start)


def test_a_stopping_event_halts_next_and_to_and_stands_until_it_is_answered() -> None:
    session = skirmish(15, 1)
    session.say('event 0 "The gate falls" every 2 stop')
    session.say("begin")
    for line in ("next", "to 12"):
        session.say(line)
        question = session.encounter.question
        assert question is not None and question.ask is Ask.HALT and "The gate falls" in question.text
        for further in ("next", "to 20"):
            assert refused(session, further).endswith("first `seen`, or undo.")
        assert "answer the question first" in refused(session, "ann wait")
        if line == "next":
            session.say("seen")
            session.say("ann leaves")
            session.say("bob leaves")
    session.say("no-more")
    assert session.encounter.question is None and due(session) == []
    assert happened(session) == ["The gate falls"] * 2


def test_without_stop_to_passes_by_and_the_log_has_it_each_time() -> None:
    session = skirmish(15, 1)
    session.say("begin")
    for who in ("ann", "bob"):
        session.say(f"{who} leaves")
    session.say('event 4 "A bell" every 3')
    session.say("to 12")
    assert happened(session) == ["A bell"] * 3 and due(session) == [(13, "A bell")]


def example(system: str) -> Session:
    """An example of a game, all dice rolled; what was done so far is its beginning."""
    prepared = read_encounter(SAVES / f"{EXAMPLE_OF[system]}.toml")
    encounter = prepared.encounter
    for one in encounter:
        encounter = encounter.with_combatant(replace(one, typed=False))
    return Session(encounter, prepared.rules, SeededDice(4), None, stock(prepared))


def poisoned(session: Session, who: str, key: str, on: bool) -> None:
    session.say(f"fix {who} {key} {'on' if on else 'off'}")


def hung(system: str) -> tuple[Session, str, str]:
    """A fight of a game that knows conditions, who bears one, and its key."""
    session = example(system)
    return session, session.encounter.combatants[0].id, HARMLESS[system]


@pytest.mark.parametrize("system", EXAMPLE_OF)
def test_a_countdown_starts_with_the_condition_and_ends_with_it(system: str) -> None:
    session, who, key = hung(system)
    session.say("begin")
    session.say(f'event in 5 "It bites" while {who} {key} every 4')
    assert bites(session) == []
    poisoned(session, who, key, True)
    now = session.encounter.count
    assert bites(session) == [now + 5]
    poisoned(session, who, key, True)
    assert bites(session) == [now + 5], "borne already, it goes on counting"
    poisoned(session, who, key, False)
    assert bites(session) == []
    poisoned(session, who, key, True)
    assert bites(session) == [now + 5]
    kept = tomli.loads(tomli_w.dumps(keys_of_state(session.encounter)))
    assert state_of(kept, session.encounter, session.rules) == session.encounter
    assert any(
        f" {session.rules.unit.text(now + 5)} It bites, while " in line for line in answered(session, "events").words
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('event 5 "x" while ann', "Give the fighter and the condition"),
        ('event 5 "x" while ann dazed', "event in 5"),
        ('event while ann in 5 "x"', "Give the condition and the time after its beginning: event while ann"),
        ("event while ann dazed in 5", "Give the condition and the time after its beginning"),
        ("event strike 1", "No event is set"),
        ("event move 1 5", "No event is set"),
        ('event 5s "x" every 0s', ""),
        ("events", "No event is set"),
        ('event zz "x"', "is written such as"),
        ("event 5", "Give time and text"),
        (f'event 5 {"x" * 201}', "at most 200 characters"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_what_would_work(line: str, why: str) -> None:
    session = begun()
    if not why:
        session.say(line)
        assert session.encounter.events[0].every == 1, "no time at all is the least there is"
    else:
        assert why in refused(session, line)


def test_a_name_for_several_is_refused_with_those_there_are() -> None:
    session = skirmish()
    session.say("event 6 A bell")
    session.say("event 7 A bell again")
    assert refused(session, "event strike bell").endswith("there are 1 A bell, 2 A bell again.")
    session.say("event strike a bell")
    assert due(session) == [(7, "A bell again")]


SCHEDULED: list[dict[str, Any]] = [
    {"at": 5, "text": "The gate falls", "every": "4s", "stop": True},
    {"at": "3s", "text": "The fuse"},
]


def of_plain(*scheduled: dict[str, Any]) -> Session:
    fight = prepare({"system": "plain", "combatant": [ANN, BOB], "scheduled": list(scheduled)})
    return Session(fight.encounter, fight.rules, ScriptedDice(()))


def test_the_file_says_the_same() -> None:
    session = of_plain(*SCHEDULED)
    per = session.rules.unit.per_second
    gate = session.encounter.events[0]
    assert (gate.stop, gate.every) == (True, -(-4 * per.numerator // per.denominator))
    assert (-(-3 * per.numerator // per.denominator), "The fuse") in due(session)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"at": 5, "text": "x", "who": "Ann"}, "who needs a condition"),
        ({"at": 5, "text": "x", "condition": "dazed"}, "condition needs a who"),
        ({"at": 5, "text": "x", "who": "Zed", "condition": "dazed"}, "Zed"),
        ({"at": 5, "text": "x", "every": "often"}, "every must be a number of"),
        ({"at": "5q", "text": "x"}, "at must be a"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(entry: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidFile, match=why):
        of_plain(entry)


def test_a_mistyped_condition_of_the_game_is_found() -> None:
    fight = read_encounter(SAVES / "plain-skirmish.toml").document
    fight["scheduled"] = [{"at": 5, "text": "x", "who": "Ann", "condition": "gaurding"}]
    with pytest.raises(InvalidFile, match='did you mean "guarding"'):
        prepare(fight)


@pytest.mark.parametrize("system", EXAMPLE_OF)
def test_random_play_with_events_halts_and_goes_on_in_every_game(system: str) -> None:
    session = example(system)
    start = session.encounter
    session.say('event in 1 "A bell" every 1 stop')
    bells = 0
    for _ in range(80):
        question = session.encounter.question
        if not session.encounter.began:
            line = "begin"
        elif question is not None and question.ask is Ask.HALT:
            bells += 1
            session.rules.display.card(session.encounter, session.encounter.combatants[0].id)
            line = "seen"
        else:
            line = likely(session)
        try:
            session.say(line)
        except Refused:
            break
    assert bells >= 3 and bells <= happened(session).count("A bell") <= bells + 1
    check_replay(session, start)


# Said aloud


def test_the_players_are_told_of_an_event_only_if_it_is_said_aloud() -> None:
    session = skirmish(player="Ada")
    session.say('event public 2 "The gate falls"')
    session.say('event public in 3 "The tower leans" every 9 stop')
    session.say('event 2 "Ogres arrive"')
    assert [(free.text, free.public) for free in session.encounter.events] == [
        ("The gate falls", True),
        ("The tower leans", True),
        ("Ogres arrive", False),
    ]
    assert answered(session, "events").words[0] == "1 2 The gate falls, told to the players"
    state = session.encounter
    kept = tomli.loads(tomli_w.dumps(keys_of_state(state)))
    assert state_of(kept, session.journal.states[0], session.rules).events == state.events


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("event public", "Give time and text of what players are told: event public"),
        ("event public 3", '"3" is no event to come; there are 1 The gate falls.'),
        ("event public strike 1", "Give time and text of what players are told: event public"),
        ("event private", "Give the event that players are not to be told of: event private 1"),
        ("event private gate", "The gate falls: the players are not told of it."),
    ],
)
def test_what_is_said_aloud_needs_a_time_and_a_text(line: str, sentence: str) -> None:
    session = skirmish()
    session.say('event 60 "The gate falls"')
    assert sentence in refused(session, line)


def test_an_event_that_is_set_is_made_public_and_private_again() -> None:
    session = skirmish()
    session.say('event 60 "The gate falls" every 30 stop')
    session.say("event move 1 70")
    session.say("event public gate")
    assert answered(session, "events").words == (
        "1 70 The gate falls, every 30 rounds, stops the fight, told to the players",
    )
    assert refused(session, "event public 1") == "The gate falls: the players are already told of it."
    session.say("event private 1")
    assert answered(session, "events").words == ("1 70 The gate falls, every 30 rounds, stops the fight",)
    session.say("undo")
    assert session.encounter.events[0].public


def test_an_event_of_a_file_may_be_said_aloud() -> None:
    session = of_plain({"at": 5, "text": "The gate falls", "public": True}, {"at": 5, "text": "Ogres arrive"})
    assert [free.public for free in session.encounter.events] == [True, False]
