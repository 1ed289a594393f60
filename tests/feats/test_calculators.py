"""What feats reckons without a fight: the same numbers as the rules, and refusals in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.feats.table import reckon
from tracker.model.refusals import Refused


def test_the_jump_of_the_brief() -> None:
    assert reckon("jump", running="6", move=5) | {"rules": 0} == {"high_inches": 40, "broad_feet": 14, "rules": 0}


def test_lifting_with_skill_helps_only_picking_up() -> None:
    record = reckon("lift", st=10, lifting=14, roll=9, weight="45")
    assert (record["more_percent"], record["one_hand"], record["shove"]) == (25, 50, 240)
    assert (record["seconds_with_1"], record["seconds_with_2"]) == (2, 4)
    assert reckon("lift", st=12, **{"with": 10})["basic_lift"] == 49


def test_pulling_digging_hiking() -> None:
    assert reckon("drag", load="600", vehicle="cart", vehicle_weight="100", smooth="yes")["effective"] == 35
    assert reckon("drag", load="301")["outcome"] == "does not move"
    assert reckon("dig", volume="80", **{"with": "shovel"})["hours"] == 4
    assert reckon("dig", volume="80", soil="rock", **{"with": "pick"})["hours"] == "not with this tool alone"
    assert reckon("hike", terrain="forest", weather="rain")["miles_a_day"] == 5


def test_sprinting_counts_the_way_and_the_rolls() -> None:
    record = reckon("sprint", move=7, seconds=16, running=12)
    assert (record["yards"], record["rolls"], record["target"], record["percent"]) == (133, 1, 12, 74.1)
    assert reckon("sprint", move=7, seconds=15)["rolls"] == 0
    assert reckon("sprint", move=7, enhanced="2")["on_a_map"] == 28, "the printed level, as on a sheet"
    assert reckon("sprint", move=7, enhanced_times="4")["sprint"] == 28


def test_climbing_throwing_breath_and_water() -> None:
    climb = reckon("climb", dx=12, level=1, climb="stone wall", feet="10")
    assert (climb["target"], climb["seconds"]) == (3, 150)
    throw = reckon("throw", st=14, dx=11, weight="6", thrust="1d")
    assert (throw["yards"], throw["target"], throw["damage"], throw["hands"]) == (21, 8, "1d−1", 1)
    assert reckon("breath", ht=11, control="yes")["seconds_heavy"] == 16
    assert reckon("swim", ht=11, level=2, build="fat")["target"] == 9
    assert reckon("rescue", swimming=13, st=14, victim_st=12)["target"] == 10


def test_both_sides_of_a_slam() -> None:
    record = reckon("slam", hp=12, foe_hp=14, yards=5, foe_yards=3)
    assert (record["dice"], record["foe_dice"], record["mean"]) == ("1d−1", "1d", 2.5)
    assert reckon("slam", yards=10, strong="yes")["dice"] == "1d+2"


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("throw", {"st": 10, "weight": "161"}, "161 lb cannot be thrown: at most 160 lb"),
        ("throw", {"weight": "six"}, "'six' is no weight: a number from 0 to 1000000"),
        ("throw", {"weight": "6", "thrust": "1d8"}, "not dice of six"),
        ("jump", {"running": "1/0"}, "'1/0' is no running: a number"),
        ("sprint", {"enhanced": "300"}, "'300' is no enhanced: a number from 0 to 100"),
        ("sprint", {"enhanced": "7"}, "enhanced is the printed level, 0 to 6 in halves"),
        ("fly", {"speed": "101"}, "'101' is no speed: a number from 0 to 100"),
        ("climb", {"climb": "tree", "modifier": 2}, "either --climb or --modifier"),
    ],
)
def test_what_cannot_be_reckoned_is_refused_in_a_sentence(name: str, given: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        reckon(name, **given)
