"""Details of packs that only a fight shows: what a second one is called, whose dice a number is, where a turn ends."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.packs.kit import BASE, due, table
from tracker.games.packs import formulas, odds, ranges, results
from tracker.games.packs.formulas import dice as dice_of
from tracker.games.packs.models import Pack
from tracker.games.packs.trials import trials
from tracker.model import events as ev
from tracker.session import Session


def pack(**changes: Any) -> Pack:
    return Pack.model_validate({**BASE, **changes})


def say(fight: Session, *lines: str) -> list[ev.Event]:
    return [event for line in lines for event in fight.say(line).events]


def test_the_chances_of_one_roll_less_another_are_those_of_all_faces() -> None:
    low, parts = odds.less(odds.spread((dice_of(1, 6),), ()), odds.spread((dice_of(1, 4),), ()))
    every = [first - second for first, second in product(range(1, 7), range(1, 5))]
    assert {low + place: part for place, part in enumerate(parts)} == pytest.approx(
        {total: every.count(total) / 24 for total in range(-3, 6)}
    )


def test_dice_that_have_gone_on_add_less_each_where_they_penetrate() -> None:
    low, parts = odds.further(dice_of(1, 20, goes_on=20, then=6, less=1), 2)
    assert low == 0 and parts[0] == pytest.approx(1 / 36), "two dice of six sides, each one less"


@pytest.mark.parametrize(
    ("dice", "faces", "doubles"),
    [("1d100", (55,), 1), ("1d100", (56,), 0), ("1d100", (100,), 1), ("1d20", (11,), 0), ("2d100", (11, 12), 0),
     ("3d6", (2, 5, 2), 1), ("3d6", (2, 5, 3), 0)],
)  # fmt: skip
def test_doubles_are_dice_that_show_the_same_and_equal_digits_of_one_percentile_roll(
    dice: str, faces: tuple[int, ...], doubles: int
) -> None:
    assert results.shown(dice, faces)["doubles"] == doubles


def test_each_level_of_a_state_weighs_on_the_figures_that_formulas_may_reach() -> None:
    worn = {"worn": {"level": 3, "weighs": {"skill": -2}, "by_hand": True}}
    assert ranges.least_and_most(pack(conditions=worn), formulas.read("skill")) == (Fraction(-6), Fraction(9))


TEST = {"roll": "1d20", "at_most": "skill"}


def test_a_second_test_of_one_name_has_a_calculator_of_its_own() -> None:
    twice = [
        {"on": on, "label": "nerve", "test": TEST, "effect": [{"takes": {"breath": 1}}]} for on in ("damaged", "down")
    ]
    assert [name for name in trials(pack(trigger=twice)) if name.startswith("nerve")] == ["nerve", "nerve-too"]


@pytest.mark.parametrize(
    ("test", "of_two"),
    [(TEST, False), ({**TEST, "at_most": "other.skill"}, True), ({**TEST, "who": "target"}, True),
     ({**TEST, "at_most": "attacker.skill"}, True)],
)  # fmt: skip
def test_a_test_is_of_two_fighters_where_the_other_rolls_or_is_named(test: dict[str, Any], of_two: bool) -> None:
    answer = {"name": "dodge", "test": test}
    assert trials(pack(answer=[answer]))["dodge"].of_two is of_two


def test_the_dice_of_a_number_are_rolled_by_who_is_not_tested() -> None:
    for who, rollers in (("target", ["ann", "bob"]), ("self", ["bob", "ann"])):
        test = {"who": who, "roll": "1d20", "at_least": "1d6"}
        fight = table(4, 3, 9, action={"effect": [{"test": test, "takes": {"breath": 1}}]})
        events = say(fight, "begin", "ann strike bob", "next")
        assert [event.who for event in events if isinstance(event, ev.Rolled) and event.what == "test"] == rollers


def test_a_pool_that_counts_up_is_empty_again_at_its_least() -> None:
    clock = {"runs": "down", "round": 4, "initiative": "3", "unit": "count", "again": "turn"}
    pools = {**BASE["pools"], "heat": {"full": 9, "counts": "up", "least": 2, "refill": "turn"}}
    fight = table(clock=clock, pools=pools)
    say(fight, "begin", "fix ann heat 7", "next")
    while fight.encounter.question is None or fight.encounter.question.who != "ann":
        say(fight, "next" if fight.encounter.question is None else f"{fight.encounter.question.who} wait")
    assert fight.encounter["ann"].pool("heat") == 2


def test_a_passed_turn_comes_again_when_the_state_ends_that_stops_its_fighter() -> None:
    stunned = {"stunned": {"stops": True, "by_hand": True}}
    fight = table(conditions=stunned)
    say(fight, "begin", "ann is stunned for 6", "next")
    assert due(fight, "ann") == "6"


@pytest.mark.parametrize(("adds", "left"), [(0, 34), (1, 58)])
def test_the_chance_that_an_answer_with_a_test_leaves_weighs_both_its_ends(adds: int, left: int) -> None:
    dodge = {"name": "dodge", "test": {"roll": "1d20", "at_most": 10}, **({"adds": adds} if adds else {})}
    fight = table(answer=[dodge])
    say(fight, "begin", "ann strike bob", "next")
    question = fight.encounter.question
    assert question is not None
    choice = fight.rules.choices.weighed(fight.encounter, question, "dodge")
    assert choice is not None and choice.risk is not None
    assert choice.risk.after.least == left, "half of 67 %, or the mean of 67 and 50 %"


@pytest.mark.parametrize(("named", "words"), [({}, "takes breath"), ({"label": "wind"}, "takes wind")])
def test_the_dice_of_an_effect_are_told_by_the_label_of_their_pool(named: dict[str, str], words: str) -> None:
    pools = {**BASE["pools"], "breath": {"full": 3, **named}}
    fight = table(4, 2, pools=pools, action={"effect": [{"takes": {"breath": "1d4"}}]})
    events = say(fight, "begin", "ann strike bob", "next")
    assert [event.label for event in events if isinstance(event, ev.Rolled)][-1].endswith(words)


def test_a_turn_that_is_passed_takes_as_long_as_the_last_action() -> None:
    fight = table(4, conditions={"stunned": {"stops": True, "by_hand": True}})
    say(fight, "begin", "ann strike bob", "next")
    while (question := fight.encounter.question) is None or question.who != "ann":
        say(fight, "next" if question is None else f"{question.who} rest")
    say(fight, "ann pass")
    assert due(fight, "ann") == "6", "three counts after the third"


def test_the_highest_initiative_of_a_hidden_fighter_moves_nobody_else() -> None:
    clock = {"runs": "rounds", "unit": "moment", "round": 20, "first": "1 + top.initiative - initiative"}
    cy: dict[str, Any] = {"name": "Cy", "side": "b", "hidden": True}
    fight = table(
        3, 8, 10, clock={**clock, "initiative": "1d10"}, people=[{"name": "Ann"}, {"name": "Bob", "side": "b"}, cy]
    )
    say(fight, "begin")
    assert [due(fight, who) for who in ("ann", "bob", "cy")] == ["1.6", "1.1", "1.1"]
