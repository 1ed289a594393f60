"""Several targets of one action, places that are aimed at, and what a hit there does besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.packs.kit import due, table
from tracker.model import events as ev
from tracker.model.refusals import Refused

PEOPLE = [
    {"name": "Ann"},
    {"name": "Bob", "side": "orcs"},
    {"name": "Cid", "side": "orcs"},
    {"name": "Dan", "side": "elves"},
]
SAVE = {"who": "target", "roll": "1d20", "at_least": 10}
BLAST: Mapping[str, Any] = {
    "targets": "any",
    "roll": None,
    "at_least": None,
    "test": SAVE,
    "damage": "2d6",
    "result": [{"when": "passed", "word": "saved", "damage": "damage / 2"}],
}


def harmed(events: Any) -> list[tuple[str, int]]:
    return [(event.target, event.damage) for event in events if isinstance(event, ev.Struck)]


@pytest.mark.parametrize(("named", "label"), [({}, "strike damage"), ({"label": "blast"}, "blast damage")])
def test_one_roll_of_damage_is_for_all_targets_and_each_rolls_its_own_test(named: dict[str, str], label: str) -> None:
    fight = table(3, 5, 12, 4, 10, action={**BLAST, **named}, people=PEOPLE)
    fight.say("begin")
    fight.say("ann strike bob,cid,dan")
    assert fight.encounter["ann"].actions[0].label == f"{named.get('label', 'strike')} Bob and 2 more"
    events = fight.say("next").events
    assert harmed(events) == [("bob", 4), ("cid", 8), ("dan", 4)]
    assert [event.label for event in events if isinstance(event, ev.Rolled) and event.what == "damage"] == [label]
    ends = [event.who for event in events if isinstance(event, ev.ActionEnded)]
    assert (ends == ["ann"] and fight.encounter.question is not None) or fight.encounter.agenda.find("ann", "declare")


@pytest.mark.parametrize(
    ("words", "struck"), [("orcs", ["bob", "cid"]), ("2-3", ["bob", "cid"]), ("all", ["bob", "cid", "dan"])]
)
def test_targets_are_named_as_anywhere_else(words: str, struck: list[str]) -> None:
    fight = table(3, 5, 1, 1, 1, action=BLAST, people=PEOPLE)
    fight.say("begin")
    fight.say(f"ann strike {words}")
    assert [who for who, _ in harmed(fight.say("next").events)] == struck


def test_more_targets_than_an_action_has_and_those_of_two_sides_are_refused() -> None:
    fight = table(action={**BLAST, "targets": 2}, people=PEOPLE)
    fight.say("begin")
    with pytest.raises(Refused, match="Ann cannot strike so many: it has 2 targets"):
        fight.say("ann strike bob,cid,dan")
    fight = table(action={**BLAST, "targets": "side"}, people=PEOPLE)
    fight.say("begin")
    with pytest.raises(Refused, match="only fighters of one side"):
        fight.say("ann strike bob,dan")


@pytest.mark.parametrize(("targets", "struck"), [("any", 3), ("side", 2), (2, 2)])
def test_orders_take_as_many_foes_as_there_may_be(targets: Any, struck: int) -> None:
    people = [{**PEOPLE[0], "orders": "attack"}, *PEOPLE[1:]]
    fight = table(3, 5, 1, 1, 1, action={**BLAST, "targets": targets}, people=people)
    fight.say("begin")
    hit: list[tuple[str, int]] = []
    while not hit:
        asked = fight.encounter.question
        hit = harmed(fight.say("next" if asked is None else f"{asked.who} wait").events)
    assert len(hit) == struck


def test_an_action_with_several_targets_is_made_from_its_menu() -> None:
    fight = table(action=BLAST, people=PEOPLE)
    fight.say("begin")
    menu = fight.rules.choices.menu(fight.encounter, "ann", ("strike", "@cid"))
    assert "ann strike bob,cid" in [choice.line for choice in menu.choices]
    assert [choice.label for choice in menu.options][:2] == ["also Bob", "also Cid ●"]


PLACES: Mapping[str, Any] = {
    "dice": "1d6",
    "table": [
        {"up_to": 5, "name": "body"},
        {"up_to": 6, "name": "head", "damage": "damage * 2", "aim": 4, "effect": [{"begins": "dazed"}]},
    ],
}
DAZED = {"dazed": {"lasts": 3}}


def test_a_blow_that_is_aimed_rolls_lower_and_hits_the_place_without_a_roll_for_it() -> None:
    action = {"roll": "1d20", "at_least": 10, "damage": 2, "places": True}
    for line, dice, points, dazed in (
        ("ann strike bob head", (14,), 4, True),
        ("ann strike bob head", (13,), 0, False),
        ("ann strike bob", (10, 6), 4, True),
        ("ann strike bob", (10, 5), 2, False),
    ):
        fight = table(*dice, action=action, places=PLACES, conditions=DAZED)
        fight.say("begin")
        fight.say(line)
        fight.say("next")
        assert fight.encounter["bob"].pool("life") == 10 - points
        assert (fight.encounter["bob"].condition("dazed") is not None) == dazed


def test_a_blast_among_blows_of_one_count_is_felt_with_them() -> None:
    """Who falls by it has struck all the same."""
    hit = {"name": "hit", "target": True, "cost": 3, "lands": 2, "roll": "1d20", "at_least": 1, "damage": 3}
    fight = table(6, 6, 1, 10, 15, 16, action={**BLAST, "lands": 2}, also=[hit], people=PEOPLE[:3])
    fight.say("begin")
    fight.say("ann strike orcs")
    fight.say("bob hit ann")
    fight.say("cid hit ann")
    events = fight.say("next").events
    assert sorted(harmed(events)) == [("ann", 3), ("ann", 3), ("bob", 12), ("cid", 6)]
    assert not fight.encounter["bob"].able and fight.encounter["ann"].pool("life") == 4
    assert due(fight, "ann") == "3" and due(fight, "cid") == "3"
