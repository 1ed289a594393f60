"""Known names: players know those whom the program numbered by the order in which they came into sight."""

from __future__ import annotations

from collections.abc import Mapping

from tests.tales import names_shown, tale_until_now
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import seen
from tracker.model.commands import Join
from tracker.model.questions import Ask
from tracker.players.known_numbers import numbered, shown_name
from tracker.session import Session
from tracker.storage.preparation import prepare

ANN = {"name": "Ann", "player": "Ada", "hit_points": 9, "weapon": [{"name": "Sword"}]}
GOBLIN = {"name": "Goblin", "number": 1, "side": "raiders", "hit_points": 9, "weapon": [{"name": "Club"}]}


def fight(*entries: Mapping[str, object]) -> Session:
    prepared = prepare({"system": "plain", "combatant": [ANN, *(dict(entry) for entry in entries)]})
    return Session(prepared.encounter, prepared.rules, SeededDice(1))


def told(session: Session) -> tuple[str, ...]:
    return tuple(line.text for line in tale_until_now(session).lines)


def test_no_gap_says_that_one_is_hidden() -> None:
    session = fight({**GOBLIN, "number": 2}, {**GOBLIN, "hidden": True}, GOBLIN)
    assert [one.name for one in session.encounter] == ["Ann", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    assert names_shown(session) == ["Ann", "Goblin 1", "Goblin 2", "Goblin 3"]


def test_who_comes_into_sight_takes_the_next_number_and_nobody_else_changes() -> None:
    session = fight({**GOBLIN, "hidden": True}, {**GOBLIN, "number": 2})
    session.say("begin")
    assert names_shown(session) == ["Ann", "Goblin 1", "Goblin 2"]
    session.say("goblin-1 revealed")
    assert names_shown(session) == ["Ann", "Goblin 3", "Goblin 1", "Goblin 2"]
    session.say("undo")
    assert names_shown(session) == ["Ann", "Goblin 1", "Goblin 2"]


def test_who_was_hidden_by_hand_before_the_fight_began_leaves_no_gap() -> None:
    session = fight({**GOBLIN, "number": 4})
    session.say("goblin-3 hidden")
    assert names_shown(session) == ["Ann", "Goblin 1", "Goblin 2", "Goblin 3"]
    session.say("begin")
    assert names_shown(session) == ["Ann", "Goblin 1", "Goblin 2", "Goblin 3"]
    session.say("goblin-1 hidden")
    assert names_shown(session) == ["Ann", "Goblin 2", "Goblin 3"], "a number once given at the beginning stays"
    session.say("goblin-3 revealed")
    assert names_shown(session) == ["Ann", "Goblin 2", "Goblin 4", "Goblin 3"]


def test_a_newcomer_is_told_by_the_number_that_players_know() -> None:
    session = fight(GOBLIN, {**GOBLIN, "hidden": True})
    session.say("begin")
    session.dispatch(Join("goblin-3", "Goblin 3", 'name = "Goblin 3"\nside = "raiders"\nhit_points = 4\n'))
    assert told(session)[-1] == "Goblin 2 joins"


def test_what_is_done_to_them_is_told_by_the_number_that_players_know() -> None:
    session = fight({**GOBLIN, "hidden": True}, GOBLIN)
    session.say("begin")
    while (asked := session.encounter.question) is None or (asked.who, asked.ask) != ("ann", Ask.DECLARE):
        session.say("next" if asked is None else "roll" if asked.ask is Ask.DICE else f"{asked.who} wait")
    session.say("ann attack goblin-2")
    assert told(session)[-1] == "Ann: attack Goblin 1"


def test_numbers_that_the_game_master_gave_stay() -> None:
    agent = {key: value for key, value in GOBLIN.items() if key != "number"}
    session = fight({**agent, "name": "Agent 46", "hidden": True}, {**agent, "name": "Agent 47"})
    assert names_shown(session) == ["Ann", "Agent 47"]


def test_an_alias_stands_as_it_is_and_keeps_its_place() -> None:
    session = fight({**GOBLIN, "number": 2}, {**GOBLIN, "hidden": True})
    session.say('goblin-1 alias "the chief"')
    assert names_shown(session) == ["Ann", "the chief", "Goblin 2"]


def test_a_name_changed_by_hand_stands_as_it_is() -> None:
    session = fight({**GOBLIN, "number": 2, "hidden": True}, GOBLIN)
    session.say('goblin-3 rename "Snaga"')
    numbers = numbered(session.encounter, {}, seen)
    assert shown_name(session.encounter["goblin-3"], numbers) == "Snaga"
