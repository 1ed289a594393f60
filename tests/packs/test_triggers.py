"""Triggers and effects of packs: tests that somebody rolls, dice of effects, acts at once, what bleeds by the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from tests.packs.kit import BASE, PEOPLE, STRIKE, due, struck, table
from tracker.games.packs.validation import PackFile
from tracker.model import events as ev
from tracker.model.combatant import Presence

STATES: Mapping[str, Any] = {
    "pained": {"lasts": 3, "by_hand": True, "weighs": {"skill": -1}},
    "focus": {"by_hand": True},
    "bleeding": {"by_hand": True},
}
LOW = {"roll": "1d20", "at_most": "skill"}


def test_a_fighter_that_is_damaged_rolls_its_test_and_bears_what_follows_for_as_long_as_dice_say() -> None:
    trauma = {
        "on": "damaged",
        "label": "trauma",
        "needs": "damage > 3",
        "test": LOW,
        "effect": [{"on": "miss", "begins": "pained", "lasts": "2d6"}],
    }
    for damage, dice, until in (("4", (3, 15, 4, 5), 9), ("4", (3, 2), None), ("3", (3,), None)):
        fight = table(*dice, action={"damage": damage}, conditions=STATES, trigger=[trauma])
        fight.say("begin")
        fight.say("ann strike bob")
        events = fight.say("next").events
        pained = fight.encounter["bob"].condition("pained")
        assert (pained.until if pained else None) == until
        rolled = [(event.who, event.what) for event in events if isinstance(event, ev.Rolled)]
        assert (("bob", "test") in rolled) == (damage == "4")


def test_an_effect_with_a_test_happens_where_the_target_fails_it() -> None:
    effect = {"test": {"who": "target", **LOW}, "takes": {"breath": "1d4"}}
    for dice, breath in (((4, 15, 2), 1), ((4, 2), 3)):
        fight = table(*dice, action={"effect": [effect]})
        fight.say("begin")
        fight.say("ann strike bob")
        fight.say("next")
        assert fight.encounter["bob"].pool("breath") == breath


def test_concentration_ends_by_a_failed_test_and_who_is_down_tests_no_more() -> None:
    keeps = {
        "on": "damaged",
        "needs": "focus",
        "test": {"roll": "1d20", "at_least": "max(10, down(damage / 2))"},
        "effect": [{"on": "miss", "ends": "focus"}],
    }
    fight = table(4, 9, 4, action={"damage": "6"}, conditions=STATES, trigger=[keeps])
    fight.say("begin")
    fight.say("bob is focus")
    fight.say("ann strike bob")
    fight.say("next")
    assert fight.encounter["bob"].condition("focus") is None
    fight.say("bob is focus")
    fight.say("bob rest")
    fight.say("ann strike bob" if fight.encounter.question else "next")
    while fight.encounter["bob"].able:
        asked = fight.encounter.question
        fight.say("next" if asked is None else "ann strike bob" if asked.who == "ann" else "bob rest")
    assert fight.encounter["bob"].presence is Presence.DOWN
    assert fight.encounter["bob"].condition("focus") is not None, "nothing was rolled for one who went down"


def test_an_effect_breaks_what_is_under_way_and_the_fighter_acts_again_when_it_would_have() -> None:
    slow = {"name": "heave", "target": True, "cost": 9, "lands": 5, "roll": "1d6", "at_least": 1, "damage": 5}
    fight = table(4, action={"effect": [{"breaks": True}], "lands": 2}, also=[slow])
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("bob heave ann")
    events = fight.say("next").events
    assert [event.how for event in events if isinstance(event, ev.ActionEnded) and event.who == "bob"] == ["lost"]
    assert fight.encounter["ann"].pool("life") == 10 and not fight.encounter["bob"].actions
    assert due(fight, "bob") == "9", "its cost is paid all the same"


def test_an_effect_lets_the_target_act_at_once_and_that_sets_off_no_further_act() -> None:
    perfect = {"result": [{"when": "natural == 1", "word": "opening", "hit": False}]}
    acts = {"on": "opening", "acts": "strike"}
    fight = table(1, 1, action={**perfect, "effect": [acts]})
    fight.say("begin")
    fight.say("ann strike bob")
    events = fight.say("next").events
    assert [(event.who, event.outcome) for event in events if isinstance(event, ev.Struck)] == [
        ("ann", "missed"),
        ("bob", "missed"),
    ]
    fight = table(1, 4, action={**perfect, "effect": [acts]})
    fight.say("begin")
    fight.say("ann strike bob")
    assert struck(fight.say("next").events) == [("missed", 0), ("hit", 2)]
    assert fight.encounter["ann"].pool("life") == 8


def test_what_bleeds_loses_points_every_so_many_counts_from_when_it_began() -> None:
    bleeds = {"every": 4, "needs": "bleeding", "label": "bleeding", "effect": [{"takes": {"life": 1}}]}
    fight = table(conditions=STATES, trigger=[bleeds], clock={"unit": "beat"})
    fight.say("begin")
    fight.say("bob is bleeding")
    fight.say("ann rest")
    fight.say("bob rest")
    lost = []
    for _ in range(12):
        step = fight.say("next")
        lost += [fight.encounter.count for event in step.events if isinstance(event, ev.PoolChanged)]
        if fight.encounter.question is not None:
            fight.say(f"{fight.encounter.question.who} rest")
    assert lost and all(count >= 4 for count in lost)
    bled = fight.encounter["bob"].pool("life")
    assert bled == 10 - fight.encounter.count // 4
    fight.say("bob is not bleeding")


def test_a_trigger_sets_off_at_a_turn_after_an_act_and_when_a_fighter_goes_down() -> None:
    triggers = [
        {"on": "turn", "needs": "breath < 3", "effect": [{"gives": {"breath": 1}}]},
        {"on": "acted", "effect": [{"takes": {"breath": 2}}]},
        {"on": "hit", "effect": [{"who": "target", "takes": {"breath": 1}}]},
        {"on": "down", "effect": [{"begins": "focus"}]},
    ]
    fight = table(4, action={"damage": "20"}, conditions=STATES, trigger=triggers)
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("next")
    assert fight.encounter["ann"].pool("breath") == 0
    assert fight.encounter["bob"].condition("focus") is not None
    fight.say("next")
    assert fight.encounter["ann"].pool("breath") == 1


def test_what_is_declared_has_its_effects_at_once() -> None:
    fight = table(
        action={"lands": 3, "effect": [{"on": "declared", "who": "self", "begins": "pained"}]}, conditions=STATES
    )
    fight.say("begin")
    fight.say("ann strike bob")
    assert fight.encounter["ann"].condition("pained") is not None


def test_a_test_is_typed_by_the_player_of_the_one_who_rolls_it() -> None:
    trauma = {"on": "damaged", "test": LOW, "effect": [{"on": "miss", "begins": "pained"}]}
    people = [PEOPLE[0], {**PEOPLE[1], "player": "Ada"}]
    fight = table(4, conditions=STATES, trigger=[trauma], people=people)
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("next")
    question = fight.encounter.question
    assert question is not None and (question.who, question.dice) == ("bob", "1d20") and "2 or less" in question.text
    fight.say("15")
    assert fight.encounter["bob"].condition("pained") is not None


def test_an_act_at_once_is_left_out_where_it_cannot_be_done() -> None:
    rows = [{"when": "natural == 1", "word": "opening", "hit": False}]
    needs = {"if": "breath > 2", "say": "out of breath"}
    fight = table(1, action={"result": rows, "needs": needs, "effect": [{"on": "opening", "acts": "strike"}]})
    fight.say("begin")
    fight.say("fix bob breath 2")
    fight.say("ann strike bob")
    assert struck(fight.say("next").events) == [("missed", 0)]


HELD: Mapping[str, Any] = {
    "focus": {"by_hand": True},
    "held": {"while": "source.focus", "weighs": {"skill": -1}},
}
SHAKES = {
    "on": "round",
    "needs": "held",
    "effect": [{"ends": "held"}],
    "test": {"roll": "1d6", "at_least": "source.skill"},
}
GRIPS = {"effect": [{"who": "self", "begins": "focus"}, {"begins": "held"}]}


def test_a_trigger_that_nobody_sets_off_has_who_began_the_state_that_it_needs_as_its_source() -> None:
    people = [{**PEOPLE[0], "skill": 4}, PEOPLE[1]]
    clock = {"runs": "down", "round": 6, "first": 3, "again": "round"}
    fight = table(4, 3, 4, action=GRIPS, conditions=HELD, trigger=[SHAKES], people=people, clock=clock)
    for line in ("begin", "next", "ann strike bob", "next"):
        fight.say(line)
    held = fight.encounter["bob"].condition("held")
    assert held is not None and held.of == "ann"
    lines = ("next", "bob rest", "next", "next")
    rolled = [event for line in lines for event in fight.say(line).events if isinstance(event, ev.Rolled)]
    assert [(roll.label, roll.chance) for roll in rolled] == [("round", 4)]


def test_a_file_whose_trigger_has_no_source_is_told_what_would_be_one() -> None:
    document: dict[str, Any] = {
        **BASE,
        "clock": {"unit": "beat", "runs": "rounds"},
        "conditions": HELD,
        "trigger": [SHAKES],
    }
    document["action"] = [{**STRIKE, **GRIPS}]
    PackFile.model_validate(document)
    document["trigger"] = [{**SHAKES, "needs": "skill"}]
    with pytest.raises(ValidationError, match="no fighter is the source of round, so "):
        PackFile.model_validate(document)
