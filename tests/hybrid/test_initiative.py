"""Initiative: the perception it comes with, what moves it, who comes in late (H-INIT)."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, SEER, duel, rolls
from tests.hybrid.table import Table, at_once
from tracker.game_api.values import FirstCount
from tracker.model.commands import Join


def test_perception_costs_no_time_but_a_failure_costs_five_counts() -> None:
    table = Table(ANNA, GRUK, dice=[36, 1, 1, 37, 1, 1])
    table.say("begin")
    assert table.due("anna") == 2 + 8 - 2
    assert table.due("gruk") == 2 + 8 - 2 + 5


def test_alertness_is_in_the_perception() -> None:
    table = Table({**ANNA, "alertness": ["drunk", "not alert"]}, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("gruk alertness watching", "begin")
    assert [roll.chance for roll in rolls(table, "perception")] == [36 - 40, 36 + 15]


def test_a_late_joiner_comes_in_at_now_and_its_own_initiative() -> None:
    table = duel()
    table.say("anna wait", "to 20")
    entry = 'name = "Thug"\nside = "raiders"\n'
    table.fall(1, 3, 3)
    table.session.dispatch(Join("thug", "Thug", entry), "join new Thug")
    assert table.due("thug") == 20 + 12
    assert table.session.rules.turns.first_count(table.now, table.now["thug"].profile.sheet) == FirstCount(28, 43)


@pytest.mark.parametrize(
    "line", ["anna draw axe", "anna act turn", "anna close gruk", 'anna does "kicks" 3', "anna dodge"]
)
def test_after_the_mind_an_action_of_the_body_is_followed_by_its_own_speed(line: str) -> None:
    axe = {"name": "Axe", "speed": 3, "damage": 5, "drawn": False}
    table = at_once({**SEER, "weapon": [*SEER["weapon"], axe]}, GRUK)
    table.say("fix gruk count 900", "next", line)
    assert table.now["anna"].marks.get("intent") == "physical"


def test_put_down_while_its_dice_are_asked_for_one_blocks_nobody() -> None:
    table = at_once({**ANNA, "player": "Ana"}, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing", "95")
    assert table.asked() == ("anna", "initiative")
    table.say("fix anna PBD 0", "=6", "next")
    assert table.asked() == ("gruk", "declaration")


def test_one_stunned_before_its_turn_at_the_beginning_does_not_enter() -> None:
    table = Table({**ANNA, "player": "Ana"}, GRUK)
    table.say("begin")
    table.fall(3, 3)
    table.say("fix gruk stunned on", "01", "=7")
    assert table.due("gruk") is None
