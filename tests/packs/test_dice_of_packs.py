"""Dice of packs in play: those that go on, sides by a figure, dice of a modifier; rolled, typed and judged."""

from __future__ import annotations

from tests.packs.kit import PEOPLE, struck, table
from tracker.model import events as ev

FIGURES = {"skill": {"default": 2, "low": 0, "high": 9}, "die": {"default": 8, "low": 2, "high": 20}}


def test_a_blow_is_rolled_with_the_die_of_a_figure_against_penetrating_dice() -> None:
    blow = {"roll": "1d20!p6 + skill", "at_least": "1d(target.die)!p + 10", "damage": "best(1d(die), 1d4) + 1"}
    fight = table(8, 4, 20, 2, 3, 1, action=blow, figures=FIGURES)
    fight.say("begin")
    fight.say("ann strike bob")
    events = fight.say("next").events
    assert struck(events) == [("hit", 4)]
    rolled = [event for event in events if isinstance(event, ev.Rolled)]
    assert [(each.dice, each.faces) for each in rolled][:2] == [("1d8!p", (8, 4)), ("1d20!p6", (20, 2))]
    assert (rolled[1].margin, rolled[1].reached, rolled[1].against) == (23 - 21, 23, 21)


def test_a_player_types_each_die_that_goes_on_with_its_own_sides() -> None:
    fight = table(
        action={"roll": "1d20!p6 + skill", "at_least": 24}, people=[{"name": "Ann", "player": "Ada"}, PEOPLE[1]]
    )
    fight.say("begin")
    fight.say("ann strike bob")
    fight.say("next")
    assert fight.encounter.question is not None and fight.encounter.question.dice == "1d20!p6"
    fight.say("20")
    assert fight.encounter.question.dice == "1d6" and "1d6, rolled again and added" in fight.encounter.question.text
    fight.say("6")
    assert struck(fight.say("2").events) == [("hit", 2)], "20 + 5 + 1 + 2 is 28"


def test_the_dice_of_a_modifier_are_rolled_with_the_roll_and_the_damage() -> None:
    modifier = [{"name": "blessed", "roll": "1d4", "damage": "1d6"}]
    fight = table(1, 3, 5, action={"roll": "1d6 + skill", "at_least": 6, "damage": "2"}, modifier=modifier)
    fight.say("begin")
    fight.say("ann strike bob blessed")
    assert struck(fight.say("next").events) == [("hit", 7)]
