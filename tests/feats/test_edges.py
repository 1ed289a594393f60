"""Edges: what is so at the very figure and not one beside it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.encounter.table import say, told
from tests.feats.table import chase, due, points, reckon, waiting
from tracker.games.feats import checks, formulas
from tracker.games.feats.sheet import Thing, read_sheet
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.storage.toml.diagnostics import InvalidFile


def test_what_is_pulled_moves_at_fifteen_basic_lifts_and_not_beyond() -> None:
    assert "outcome" not in reckon("drag", st=10, load="300")
    assert reckon("drag", st=10, load="300.5")["outcome"] == "does not move"


@pytest.mark.parametrize(("damage", "able"), [(11, True), (12, False)])
def test_one_is_down_at_none_and_not_before(damage: int, able: bool) -> None:
    fight = waiting()
    say(fight, f"mira damage {damage}")
    assert (fight.encounter["mira"].presence is Presence.IN) is able


@pytest.mark.parametrize(("pounds", "up"), [(232, True), (233, False)])
def test_a_lift_goes_up_at_eight_basic_lifts_exactly(pounds: int, up: bool) -> None:
    fight = waiting(6, 6, 6, mira={"skill": [{"name": "Lifting", "value": 3}]})
    log = told(fight, [*say(fight, f"mira lift {pounds}"), *say(fight, "next")])
    assert any(("up it goes" if up else "it stays where it is") in line for line in log)


@pytest.mark.parametrize(("pounds", "seconds"), [(58, 2), (59, 4)])
def test_one_hand_lifts_two_basic_lifts_exactly(pounds: int, seconds: int) -> None:
    fight = waiting()
    say(fight, f"mira lift {pounds}")
    assert due(fight, "mira", "land") == seconds


@pytest.mark.parametrize(("yards", "past"), [(5, True), (6, False)])
def test_who_is_dodged_goes_past_with_exactly_two_yards_of_move_left(yards: int, past: bool) -> None:
    fight = waiting(3, 4, 4, 3, 3, 3, brute={"dodge": 9})
    log = " ".join(told(fight, say(fight, f"mira slam brute {yards}", "dodge")))
    assert ("goes at least 2 yd past" in log) is past


def test_rest_is_not_waited_for_with_all_points_there() -> None:
    fight = waiting(house_rules={"halts": False})
    say(fight, "mira air")
    assert due(fight, "mira", "rest") is None
    worn = waiting(mira={"pools": {"FP": 10}}, house_rules={"halts": False})
    say(worn, "mira air")
    assert due(worn, "mira", "rest") == 600


def test_a_rescue_may_be_tried_again_at_the_very_second() -> None:
    swimmer = {"skill": [{"name": "Swimming", "value": 12}]}
    fight = waiting(4, 4, 4, mira=swimmer, brute={"traits": ["aquatic"]})
    say(fight, "fix brute water on", "mira rescue brute", "next", "mira wait", "to 59")
    with pytest.raises(Refused, match="may try to rescue Brute again at 60"):
        say(fight, "mira rescue brute")
    say(fight, "to 60")
    assert not fight.rules.choices.menu(fight.encounter, "mira", ("rescue",)).choices[0].refused


@pytest.mark.parametrize(("gap", "refused"), [(21, False), (22, True)])
def test_a_throw_reaches_as_far_as_it_says_and_no_farther(gap: int, refused: bool) -> None:
    fight = chase(2, 2, 2, 1)
    say(fight, "begin", "next", "mira wait")
    line = f'brute throw "Rock" mira yards {gap}'
    if refused:
        with pytest.raises(Refused, match="throws Rock 21 yd at most, and the target is 22 yd away"):
            say(fight, line)
    else:
        say(fight, line)


def test_what_can_be_carried_shoved_and_pulled_is_refused_only_beyond_its_bound() -> None:
    fight = waiting()
    for right, wrong, why in (
        ("carry 435", "carry 436", "carries 435 lb at most"),
        ("shove 348", "shove 349", "moves 348 lb at most"),
        ("pull 435", "pull 436", "435 lb at most"),
    ):
        with pytest.raises(Refused, match=why):
            say(fight, f"mira {wrong}")
        say(fight, f"mira {right}")


@pytest.mark.parametrize(("st", "lift"), [(7, "9.8"), (8, "13"), (9, "16")])
def test_basic_lift_is_rounded_from_ten_on(st: int, lift: str) -> None:
    assert formulas.basic_lift(st) == Fraction(lift)


@pytest.mark.parametrize(("load", "level"), [(20, 0), (21, 1), (40, 1), (60, 2), (61, 3), (120, 3), (200, 4), (999, 4)])
def test_a_level_of_encumbrance_reaches_to_its_bound(load: int, level: int) -> None:
    assert formulas.level(Fraction(load), Fraction(20)) == level


def test_a_load_strains_over_ten_basic_lifts_and_not_at_it() -> None:
    assert not formulas.straining(Fraction(200), Fraction(20)) and formulas.straining(Fraction(201), Fraction(20))


@pytest.mark.parametrize(("seconds", "told_so"), [(120, ""), (121, "harmed"), (239, "harmed"), (240, "dead")])
def test_two_minutes_without_air_do_no_harm_and_four_are_death(seconds: int, told_so: str) -> None:
    assert formulas.airless(seconds) == told_so


@pytest.mark.parametrize(("weight", "hands"), [(40, 1), (41, 2), (160, 2), (161, None)])
def test_a_throw_takes_one_hand_to_two_basic_lifts_and_two_to_eight(weight: int, hands: int | None) -> None:
    assert formulas.hands(Fraction(weight), Fraction(20)) == hands


@pytest.mark.parametrize(
    ("own", "foe", "falls"),
    [(0, 0, formulas.FOE_ROLLS), (1, 0, formulas.FOE_FALLS), (4, 2, formulas.FOE_FALLS), (3, 2, formulas.FOE_ROLLS),
     (2, 2, formulas.FOE_ROLLS), (2, 3, formulas.NOBODY_FALLS), (2, 4, formulas.ONE_FALLS), (0, 1, formulas.ONE_FALLS)],
)  # fmt: skip
def test_who_falls_at_the_same_at_twice_and_at_nothing(own: int, foe: int, falls: str) -> None:
    assert formulas.falls(own, foe) == falls


@pytest.mark.parametrize(
    ("hp", "velocity", "dice"), [(10, "9.9", "1d−1"), (10, "10", "1d"), (10, "14.9", "1d"), (10, "15", "2d")]
)
def test_a_whole_die_begins_at_a_product_of_one(hp: int, velocity: str, dice: str) -> None:
    assert formulas.collision(hp, Fraction(velocity)).text == dice


def test_an_equal_throwing_skill_is_not_better_than_dx() -> None:
    own = read_sheet({"stats": {"DX": 12}, "skill": [{"name": "Throwing", "value": 9}]}).sheet
    pebble = Thing(name="pebble", weight=1.0, palm=True)
    assert checks.throwing(own, pebble, at_somebody=True).lines[0].startswith("DX")
    better = read_sheet({"stats": {"DX": 12}, "skill": [{"name": "Throwing", "value": 10}]}).sheet
    assert checks.throwing(better, pebble, at_somebody=True).lines[0].startswith("Throwing")


def test_a_climb_by_hand_is_bounded_in_speed_and_modifier() -> None:
    fight = waiting(1, 1, 1, 1, 1, 1)
    for wrong in ("climb -21 1", "climb 0 100.5", "climb 0 0"):
        with pytest.raises(Refused, match="a modifier and feet a second"):
            say(fight, f"mira {wrong}")
    say(fight, "mira climb 20 100")


def test_fifteen_basic_lifts_may_stand_on_a_sheet_and_not_a_pound_more() -> None:
    assert points(chase(mira={"load": 435.0}))[0] == 12
    with pytest.raises(InvalidFile, match="load 436 lb is more than 435 lb"):
        chase(mira={"load": 436.0})


def test_points_under_a_third_are_tiredness_and_a_third_is_not() -> None:
    assert [formulas.tired(points, 12) for points in (3, 4)] == [True, False]


def test_a_leap_has_a_yard_more_reach() -> None:
    fight = waiting()
    labels = [one.label for one in fight.rules.choices.menu(fight.encounter, "mira", ("slam", "tackle")).options]
    assert "kind: tackle, 1 yd more reach" in labels
