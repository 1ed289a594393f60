"""Costs and answers of packs: what is paid, what cannot be, what an answer leaves, and the chances that are shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say
from tests.packs.kit import due, struck, table
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.session import Session

PARRY: dict[str, Any] = {"name": "parry", "adds": 3}
SHOTS: dict[str, Any] = {"runs": "down", "unit": "shot", "round": 6, "initiative": "1d6", "anew": True}


def refusal(fight: Session, line: str) -> str:
    """The sentence with which a line is refused; empty when it is carried out."""
    try:
        say(fight, line)
    except Refused as refused:
        return refused.sentence
    return ""


def answers(fight: Session) -> dict[str, tuple[str, str]]:
    """By the word of each answer its price, and why it is refused."""
    question = fight.encounter.question
    assert question is not None and question.what == "defence"
    return {one.word: (one.beside, one.refused) for one in fight.rules.choices.answers(fight.encounter, question)}


def met(*dice: int, before: tuple[str, ...] = (), **pack: Any) -> Session:
    """Ann strikes at Bob, who is asked how to meet it, if it can."""
    fight = table(*dice, **pack)
    say(fight, *before, "begin", "next", "ann strike bob", "next")
    return fight


# Actions


@pytest.mark.parametrize(("left", "sentence"), [(2, ""), (1, "Ann cannot hit: it costs 2 wind, and 1 is left.")])
def test_an_action_is_paid_with_the_very_last_points_and_refused_with_one_less(left: int, sentence: str) -> None:
    pools = {"life": {"full": 10, "down": 0}, "breath": {"full": 3, "label": "wind"}}
    fight = table(1, action={"pays": {"breath": 2}, "label": "hit"}, pools=pools)
    say(fight, "begin", "next", f"fix ann breath {left}")
    assert refusal(fight, "ann strike bob") == sentence
    assert fight.encounter["ann"].pool("breath") == (0 if not sentence else left)


@pytest.mark.parametrize("label", ["", "swing"])
def test_an_action_is_told_by_its_label_with_target_weapon_and_modifiers(label: str) -> None:
    fight = table(
        1,
        action={"weapon": True, "label": label or None},
        weapon={"bite": {"default": 0}},
        modifier=[{"name": "careful", "roll": 1}, {"name": "all-out", "label": "wild", "damage": 1}],
    )
    say(fight, "begin", "next", "ann strike bob careful all-out")
    (action,) = fight.encounter["ann"].actions
    assert action.label == f"{label or 'strike'} Bob with unarmed, careful, wild"


@pytest.mark.parametrize(
    ("needs", "sentence"),
    [("breath >= 3", ""), ("breath > 3", "Ann cannot strike now: it needs breath > 3."), ("target.life > 9", "")],
)
def test_an_action_can_be_done_while_its_need_is_so(needs: str, sentence: str) -> None:
    fight = table(1, action={"needs": needs}, pools={"life": {"full": 10, "down": 0}, "breath": {"full": 5}})
    say(fight, "begin", "next", "fix ann breath 3")
    assert refusal(fight, "ann strike bob") == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ann strike ann", "Ann cannot strike itself; choose another fighter."),
        ("ann strike", "Name the fighter: ann strike goblin"),
        ("ann strike bob now", '"now" is too much after `strike`.'),
        ("ann rest bob", '"bob" is too much after `rest`.'),
        ("ann damage", "A whole number from 1 to 1000 is needed: ann damage 3"),
        ("ann damage 0", "A whole number from 1 to 1000 is needed: ann damage 3"),
        ("ann damage 1001", "A whole number from 1 to 1000 is needed: ann damage 3"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_what_would_do(line: str, sentence: str) -> None:
    fight = table()
    say(fight, "begin", "next")
    assert refusal(fight, line) == sentence


def test_damage_by_hand_is_from_one_point_to_a_thousand() -> None:
    fight = table(pools={"life": {"full": 2000, "down": 0}})
    say(fight, "begin", "bob damage 1", "bob damage 1000")
    assert fight.encounter["bob"].pool("life") == 999


@pytest.mark.parametrize(("modifier", "action"), [({"actions": ["rest"]}, "strike"), ({"actions": ["strike"]}, "rest")])
def test_a_modifier_belongs_to_the_actions_that_it_names(modifier: dict[str, Any], action: str) -> None:
    fight = table(1, modifier=[{"name": "careful", "cost": 2, **modifier}])
    say(fight, "begin", "next")
    line = "ann strike bob careful" if action == "strike" else "ann rest careful"
    assert '"careful" is too much' in refusal(fight, line)


@pytest.mark.parametrize(
    ("modifiers", "cost"),
    [("", "3"), ("careful", "5"), ("hasty", "1"), ("careful hasty", "1"), ("careful careful", "5")],
)
def test_modifiers_add_to_the_cost_once_each_and_leave_one_count_at_least(modifiers: str, cost: str) -> None:
    fight = table(1, modifier=[{"name": "careful", "cost": 2}, {"name": "hasty", "cost": -9}])
    say(fight, "begin", "next", f"ann strike bob {modifiers}".strip(), "next")
    assert due(fight, "ann") == cost


def test_a_blow_at_oneself_without_a_target_tells_of_points_and_of_no_miss() -> None:
    for die, told in ((6, [("hit", 1)]), (1, [])):
        risk = {"name": "risk", "cost": 2, "roll": "1d6", "at_least": 4, "damage": 1}
        fight = table(die, also=[risk])
        say(fight, "begin", "next")
        assert struck(say(fight, "ann risk", "next")) == told
        assert fight.encounter["ann"].pool("life") == 10 - len(told)


# Chances


@pytest.mark.parametrize(
    ("changes", "percent"),
    [
        ({}, "67 %"),
        ({"roll": "1d6", "at_least": None, "at_most": "skill"}, "33 %"),
        ({"roll": "1d6", "at_least": 6}, "17 %"),
        ({"roll": "1d6", "at_least": None, "more_than": 5}, "17 %"),
        ({"roll": "1d6", "at_least": 1}, "100 %"),
        ({"roll": "1d6", "at_least": 7}, "0 %"),
        ({"roll": "1d6", "at_least": None, "at_most": 0}, "0 %"),
        ({"roll": "1d6", "at_least": None, "at_most": 6}, "100 %"),
        ({"roll": "1d6", "at_least": "1d6"}, "58 %"),
        ({"roll": "1d6", "at_least": None, "more_than": "1d6"}, "42 %"),
        ({"roll": "pool(skill, 6, 5)", "at_least": 1}, "56 %"),
    ],
)
def test_the_chance_of_an_action_stands_in_its_menu(changes: dict[str, Any], percent: str) -> None:
    fight = table(action=changes)
    say(fight, "begin", "next")
    (bob,) = fight.rules.choices.menu(fight.encounter, "ann", ("strike",)).choices
    assert bob.told == f"Bob {percent}"


@pytest.mark.parametrize(("at_most", "chance"), [(False, "83 %"), (True, "50 %")])
def test_a_condition_and_a_modifier_that_help_raise_the_chance_either_way(at_most: bool, chance: str) -> None:
    number = {"roll": "1d6", "at_least": None, "at_most": 2} if at_most else {}
    fight = table(6, action=number, modifier=[{"name": "careful", "roll": 1}])
    say(fight, "begin", "next")
    (bob,) = fight.rules.choices.menu(fight.encounter, "ann", ("strike", "+careful")).choices
    assert bob.told == f"Bob {chance}"
    events = say(fight, "ann strike bob careful", "next")
    (rolled,) = [event for event in events if isinstance(event, ev.Rolled)]
    assert rolled.chance == (3 if at_most else 2)


@pytest.mark.parametrize(
    ("changes", "against"),
    [({}, 5), ({"at_least": None, "more_than": 5}, 5), ({"roll": "1d6", "at_least": None, "at_most": 3}, None)],
)
def test_a_roll_is_told_with_the_number_it_is_held_against_where_more_is_better(
    changes: dict[str, Any], against: int | None
) -> None:
    fight = met(6, action=changes)
    (rolled,) = [event for step in fight.journal for event in step.events if isinstance(event, ev.Rolled)]
    assert rolled.against == against


# Answers


def test_an_answer_is_paid_and_may_fell_the_one_who_gives_it() -> None:
    fight = met(6, answer=[{**PARRY, "pays": {"life": 10}}])
    say(fight, "parry")
    assert fight.encounter["bob"].presence is Presence.DOWN


@pytest.mark.parametrize(("left", "refused"), [(2, ""), (1, "it costs 2 breath, and 1 is left")])
def test_an_answer_is_paid_with_the_very_last_points(left: int, refused: str) -> None:
    also = {"name": "duck", "adds": 1}
    fight = met(6, before=(f"fix bob breath {left}",), answer=[{**PARRY, "pays": {"breath": 2}}, also])
    assert answers(fight)["parry"][1] == refused


@pytest.mark.parametrize(
    ("needs", "refused"), [("skill >= 2", ""), ("skill > 2", "needs skill > 2"), ("attacker.skill = 2", "")]
)
def test_an_answer_can_be_given_while_its_need_is_so(needs: str, refused: str) -> None:
    fight = met(6, answer=[{**PARRY, "needs": needs}, {"name": "duck", "adds": 1}])
    assert answers(fight)["parry"][1] == refused


def test_an_answer_that_costs_counts_cannot_be_given_without_a_moment_left_in_the_round() -> None:
    dive, duck = {"name": "dive", "cost": 1, "adds": 1}, {"name": "duck", "adds": 1}
    fight = table(6, 2, 1, 1, 3, 4, clock=SHOTS, answer=[dive, duck], action={"cost": 1})
    say(fight, "begin", "next", "ann strike bob", "next")
    assert answers(fight)["dive"][1] == ""
    say(fight, "none")
    while fight.encounter.question is None or fight.encounter.question.who != "bob":
        say(fight, "next" if fight.encounter.question is None else "ann wait")
    say(fight, "bob rest", "next")
    assert due(fight, "bob") == "2:6"
    say(fight, "ann acts", "ann strike bob")
    while fight.encounter.question is None:
        say(fight, "next")
    assert answers(fight)["dive"][1] == "it costs 1, and no moment is left in this round"
    assert answers(fight)["duck"][1] == ""


@pytest.mark.parametrize(("adds", "die", "outcome"), [(3, 5, "missed"), (3, 6, "hit"), (0, 3, "hit"), (-1, 2, "hit")])
def test_an_answer_raises_the_number_by_what_it_adds(adds: int, die: int, outcome: str) -> None:
    fight = met(die, answer=[{**PARRY, "adds": adds}])
    assert struck(say(fight, "parry"))[0][0] == outcome


@pytest.mark.parametrize(("adds", "die", "outcome"), [(1, 1, "hit"), (1, 2, "missed"), (2, 1, "missed")])
def test_an_answer_takes_what_it_adds_off_a_chance_to_roll_at_most(adds: int, die: int, outcome: str) -> None:
    number = {"roll": "1d6", "at_least": None, "at_most": 2}
    fight = met(die, answer=[{**PARRY, "adds": adds}], action=number)
    assert struck(say(fight, "parry"))[0][0] == outcome


def test_an_answer_told_by_its_label_costs_what_it_says_and_is_declared() -> None:
    fight = met(6, answer=[{**PARRY, "label": "ward off", "cost": 2}])
    assert answers(fight)["parry"][0] == "costs 2 beats; 67→17 % to be hit"
    (declared,) = [one for one in say(fight, "parry") if isinstance(one, ev.DefenceDeclared)]
    assert (declared.defence, declared.label, declared.counts, declared.against) == ("parry", "ward off", 2, "ann")
    assert due(fight, "bob") == "2"


@pytest.mark.parametrize(("named", "asked"), [(None, True), (["parry"], True), ([], False)])
def test_an_action_leaves_its_target_the_answers_that_it_names(named: list[str] | None, asked: bool) -> None:
    also = {"name": "poke", "target": True, "cost": 2, "roll": "1d6", "at_least": 1}
    fight = met(6, answer=[PARRY], action={"answers": named}, also=[also])
    assert (fight.encounter.question is not None and fight.encounter.question.what == "defence") is asked


def test_who_is_not_able_is_asked_for_no_answer() -> None:
    fight = table(6, answer=[PARRY], action={"lands": 2})
    say(fight, "begin", "next", "ann strike bob", "bob damage 10", "to 2")
    assert fight.encounter.question is None or fight.encounter.question.what == "declaration"


def test_of_two_blows_on_one_count_both_are_answered_before_either_is_rolled() -> None:
    fight = table(6, 6, answer=[PARRY], action={"lands": 1, "cost": 4})
    say(fight, "begin", "next", "ann strike bob", "bob strike ann", "next")
    first = say(fight, f"{fight.encounter.question.who} parry")  # type: ignore[union-attr]
    assert not [event for event in first if isinstance(event, ev.Rolled)] and fight.encounter.question is not None
    second = say(fight, f"{fight.encounter.question.who} none")
    assert len([event for event in second if isinstance(event, ev.Rolled)]) == 2
    assert {each.pool("life") for each in fight.encounter} == {8}


# What lasts until one has acted


@pytest.mark.parametrize(("begun", "after"), [(True, {"off"}), (False, set())])
def test_a_condition_until_acting_that_the_action_itself_begins_anew_outlasts_it(begun: bool, after: set[str]) -> None:
    effect = [{"on": "always", "who": "self", "begins": "off"}] if begun else []
    shake = {"name": "shake", "cost": 1, "effect": [{"begins": "off", "who": "self"}]}
    fight = table(6, action={"effect": effect}, also=[shake], conditions={"off": {"until": "acting"}})
    say(fight, "begin", "next", "ann shake", "bob wait", "to 1")
    assert {each.key for each in fight.encounter["ann"].conditions} == {"off"}
    say(fight, "ann strike bob", "next")
    assert {each.key for each in fight.encounter["ann"].conditions} == after


def test_once_an_action_is_done_nothing_is_left_to_end_with_it() -> None:
    shake = {"name": "shake", "cost": 1, "effect": [{"begins": "off", "who": "self"}]}
    fight = table(6, also=[shake], conditions={"off": {"until": "acting"}})
    say(fight, "begin", "next", "ann shake", "bob wait", "to 1", "ann strike bob")
    assert fight.encounter["ann"].marks["ending"] == "ann:off"
    say(fight, "next")
    assert fight.encounter["ann"].marks["ending"] == ""


def test_a_condition_that_was_given_another_end_meanwhile_outlasts_the_action_under_way() -> None:
    off = {"off": {"until": "acting", "by_hand": True}}
    fight = table(6, action={"lands": 2}, conditions=off)
    say(fight, "begin", "next", "ann is off until ann acts", "ann strike bob", "ann is off until bob acts")
    say(fight, "bob wait", "to 2")
    assert [each.acts for each in fight.encounter["ann"].conditions] == ["bob"]


def test_a_condition_until_acting_that_is_borne_already_ends_and_begins_anew() -> None:
    shake = {"name": "shake", "cost": 1, "effect": [{"begins": "off", "who": "self"}]}
    fight = table(also=[shake], conditions={"off": {"until": "acting"}})
    say(fight, "begin", "next", "ann shake", "bob wait", "to 1")
    events = [*say(fight, "ann shake"), *say(fight, "next")]
    changes = [type(event).__name__ for event in events if isinstance(event, ev.ConditionEnded | ev.ConditionGained)]
    assert changes == ["ConditionEnded", "ConditionGained"]
    assert [each.key for each in fight.encounter["ann"].conditions] == ["off"]


def test_of_blows_on_one_count_those_are_answered_first_by_who_lands_one_too() -> None:
    people = [{"name": name, "side": side} for name, side in (("Ann", "a"), ("Bob", "b"), ("Cy", "b"))]
    fight = table(6, 6, answer=[PARRY], action={"lands": 1, "cost": 4}, people=people)
    say(fight, "begin", "next", "ann strike cy", "bob strike ann", "cy wait", "next")
    asked = []
    while (question := fight.encounter.question) is not None and question.what == "defence":
        asked.append(question.who)
        say(fight, "none")
    assert asked == ["ann", "cy"]


def test_an_action_stands_in_the_menu_by_its_label_and_else_by_its_name() -> None:
    fight = table(action={"label": "swing"})
    say(fight, "begin", "next")
    labels = [choice.label for choice in fight.rules.choices.menu(fight.encounter, "ann", ()).choices]
    assert labels[:2] == ["swing", "rest"]


def test_an_action_turned_on_another_is_told_with_the_other() -> None:
    people = [{"name": name, "side": side} for name, side in (("Ann", "a"), ("Bob", "b"), ("Cy", "b"))]
    fight = table(6, action={"lands": 2, "cost": 5}, people=people)
    say(fight, "begin", "next", "ann strike bob", "ann retarget cy")
    (action,) = fight.encounter["ann"].actions
    assert (action.target, action.label) == ("cy", "strike Cy")


def test_an_action_without_a_weapon_names_none_in_a_game_of_weapons() -> None:
    fight = table(1, weapon={"bite": {"default": 0}})
    say(fight, "begin", "next", "ann strike bob")
    (action,) = fight.encounter["ann"].actions
    assert (action.weapon, action.label) == ("", "strike Bob")


def test_a_condition_that_another_begins_anew_outlasts_the_slow_action_under_way() -> None:
    shake = {"name": "shake", "cost": 1, "effect": [{"begins": "off", "who": "self"}]}
    jab = {"name": "jab", "target": True, "cost": 9, "effect": [{"begins": "off"}]}
    fight = table(6, action={"lands": 4, "cost": 9}, also=[shake, jab], conditions={"off": {"until": "acting"}})
    say(fight, "begin", "next", "ann shake", "bob wait", "to 1", "ann strike bob", "bob jab ann", "to 5")
    assert struck([event for step in fight.journal for event in step.events]) == [("hit", 2)]
    assert [each.key for each in fight.encounter["ann"].conditions] == ["off"]


@pytest.mark.parametrize(("at_most", "chance"), [(False, "33 %"), (True, "17 %")])
def test_a_condition_in_own_words_weighs_on_the_chance_that_is_shown_as_on_the_roll(at_most: bool, chance: str) -> None:
    number = {"roll": "1d6", "at_least": None, "at_most": 3} if at_most else {}
    fight = table(6, action=number)
    say(fight, "begin", "next", 'ann is "half blind" -2')
    (bob,) = fight.rules.choices.menu(fight.encounter, "ann", ("strike",)).choices
    assert bob.told == f"Bob {chance}"
    (rolled,) = [event for event in say(fight, "ann strike bob", "next") if isinstance(event, ev.Rolled)]
    assert rolled.chance == (1 if at_most else 5)
