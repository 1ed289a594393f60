"""Answers of packs with a roll of their own: before the roll, once it has hit, once it hurts, and after all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.packs.kit import PEOPLE, struck, table
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

PARRY: Mapping[str, Any] = {"name": "parry", "test": {"roll": "3d6", "at_most": "8 + skill"}}
SHIELD: Mapping[str, Any] = {"name": "shield", "on": "hit", "pays": {"breath": 1}, "adds": 2}


def asked(*dice: int, answer: Mapping[str, Any], also: Any = (), **keys: Any) -> Session:
    """Ann has struck at Bob, and Bob is asked for an answer."""
    fight = table(*dice, action=keys, answer=[answer], also=also)
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("next")
    return fight


@pytest.mark.parametrize(("dice", "outcome"), [((3, 3, 4, 4), ("missed", 0)), ((3, 3, 5, 4), ("hit", 2))])
def test_a_parry_with_a_roll_stops_the_blow_only_where_it_is_made(dice: tuple[int, ...], outcome: Any) -> None:
    fight = asked(*dice, answer=PARRY)
    events = fight.say("parry").events
    assert [event.who for event in events if isinstance(event, ev.Rolled)] == ["bob", "ann"]
    assert struck(events) == [outcome]
    if outcome[0] == "missed":
        assert "parry" in next(event.label for event in events if isinstance(event, ev.Struck))


def test_what_a_test_comes_to_is_added_to_the_number() -> None:
    defend = {"name": "defend", "test": {"roll": "1d20", "at_least": 10}, "adds": "1 + down(margin / 3)"}
    for die, outcome in ((16, "missed"), (12, "hit"), (9, "hit")):
        assert struck(asked(die, 5, answer=defend).say("defend").events)[0][0] == outcome, "7 against 5 and 3, 1 or 0"


@pytest.mark.parametrize(("adds", "outcome"), [(1, ("hit", 2)), (2, ("missed", 0))])
def test_an_answer_to_a_hit_is_asked_once_the_roll_is_known_and_may_turn_it(adds: int, outcome: Any) -> None:
    fight = asked(4, answer={**SHIELD, "adds": adds})
    question = fight.encounter.question
    assert question is not None and "6 against 5. Answer?" in question.text
    assert struck(fight.say("shield").events) == [outcome]
    assert fight.encounter["bob"].pool("breath") == 2


def test_nothing_is_asked_about_a_blow_that_misses_and_nothing_turns_one_that_nobody_answers() -> None:
    fight = table(1, 4, answer=[SHIELD])
    fight.say("begin")
    fight.say("ann strike bob")
    assert struck(fight.say("next").events) == [("missed", 0)]
    assert struck(asked(4, answer=SHIELD).say("none").events) == [("hit", 2)]


@pytest.mark.parametrize(
    ("answer", "dice", "points"),
    [
        ({"adds": "1d6"}, (4, 3), 5),
        ({"test": {"roll": "1d20", "at_least": 10}}, (4, 10), 0),
        ({"test": {"roll": "1d20", "at_least": 10}}, (4, 9), 8),
        (
            {
                "test": {"roll": "1d20", "at_least": 10},
                "result": [{"when": "passed", "word": "rolled with it", "damage": "damage / 2"}],
            },
            (4, 15),
            4,
        ),
    ],
)
def test_an_answer_to_damage_takes_off_what_is_known_to_hurt(
    answer: Mapping[str, Any], dice: tuple[int, ...], points: int
) -> None:
    fight = asked(*dice, answer={"name": "dodge", "on": "damaged", **answer}, damage=8)
    question = fight.encounter.question
    assert question is not None and "8 points. Answer?" in question.text
    fight.say("dodge")
    assert fight.encounter["bob"].pool("life") == 10 - points


def test_an_answer_after_all_is_over_acts_at_once() -> None:
    riposte = {"name": "riposte", "on": "acted", "pays": {"breath": 1}, "effect": [{"acts": "strike"}]}
    fight = asked(1, 4, answer=riposte)
    question = fight.encounter.question
    assert question is not None and question.who == "bob"
    assert struck(fight.say("riposte").events) == [("hit", 2)]
    assert fight.encounter["ann"].pool("life") == 8 and fight.encounter["bob"].pool("breath") == 2


def test_an_answer_has_effects_on_its_own_fighter_and_on_the_attacker() -> None:
    bind = {
        **PARRY,
        "effect": [{"on": "hit", "who": "target", "takes": {"breath": 2}}, {"on": "miss", "takes": {"breath": 1}}],
    }
    for dice, ann, bob in (((3, 3, 3, 4), 1, 3), ((6, 6, 6, 4), 3, 2)):
        fight = asked(*dice, answer=bind)
        fight.say("parry")
        assert (fight.encounter["ann"].pool("breath"), fight.encounter["bob"].pool("breath")) == (ann, bob)


@pytest.mark.parametrize("answer", [PARRY, SHIELD, {"name": "dodge", "on": "damaged", "adds": 1}])
def test_orders_give_the_answer_they_name_and_the_fight_goes_on(answer: Mapping[str, Any]) -> None:
    people = [PEOPLE[0], {**PEOPLE[1], "orders": f"attack, {answer['name']}"}]
    fight = table(*[4] * 40, answer=[answer], people=people)
    fight.say("begin")
    fight.say("ann strike bob")
    defended: list[Any] = []
    for _ in range(6):
        asked_now = fight.encounter.question
        choosing = asked_now is not None and asked_now.ask is Ask.CHOOSE
        step = fight.say("none" if choosing else "next" if asked_now is None else "ann strike bob")
        defended += [event.defence for event in step.events if isinstance(event, ev.DefenceDeclared)]
    assert defended and set(defended) == {answer["name"]}


def test_a_parry_of_a_hit_leaves_nothing_of_what_a_row_would_have_done_and_is_not_asked_again() -> None:
    parry = {**PARRY, "on": "hit"}
    rows = [{"when": "natural == 6", "word": "deep", "damage": "damage * 3"}]
    fight = table(6, 3, 3, 4, action={"result": rows}, answer=[parry, {"name": "slip", "on": "damaged", "adds": 1}])
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("next")
    question = fight.encounter.question
    assert question is not None and question.choices == ("none", "parry")
    with pytest.raises(Refused):
        fight.say("slip")
    assert struck(fight.say("parry").events) == [("missed", 0)]


def test_a_natural_that_always_hits_is_not_turned_by_what_is_added_to_the_number() -> None:
    rows = [{"when": "natural == 6", "word": "critical", "hit": True}]
    fight = table(6, action={"result": rows}, answer=[{**SHIELD, "adds": 9}])
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("next")
    assert struck(fight.say("shield").events) == [("hit", 2)]
