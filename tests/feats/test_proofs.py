"""Rules of feats, each with a test that fails when it is wrong: loads, grapples, water, air, climbs, throws, slams."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import explained
from tests.encounter.table import say, told
from tests.feats.table import BRUTE, MIRA, doing, due, points, reckon, waiting
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare

THREE = {"name": "Cid", "side": "hunted", "parry": 10, "stats": {"ST": 12, "DX": 10}}


def lines(fight: Session, *typed: str) -> str:
    return " | ".join(told(fight, say(fight, *typed)))


def rolled(fight: Session, *typed: str) -> list[tuple[str, int | None]]:
    return [(event.who, event.chance) for event in say(fight, *typed) if isinstance(event, ev.Rolled)]


# F-GRAB


def test_the_unwilling_are_lifted_only_while_grappled() -> None:
    with pytest.raises(Refused, match="must grapple Brute first"):
        say(waiting(), "mira lift 180 person brute")
    fight = waiting()
    say(fight, "fix brute grappled on", "mira lift 180 person brute")
    assert due(fight, "mira", "land") == 4
    assert "180 lb against 232 lb: up it goes" in lines(fight, "next", "brute wait", "next")
    free = waiting()
    say(free, "fix brute grappled on", "mira lift 180 person brute", "fix brute grappled off")
    assert "must grapple Brute first" in lines(free, "next", "brute wait", "next")


def test_who_is_grappled_loses_its_run_and_what_is_under_way_and_is_asked_a_second_later() -> None:
    fight = waiting(mira={"thing": [{"name": "Log", "weight": 200.0}]})
    say(fight, "brute run", "mira ready Log", "to 2", "fix brute grappled on", "fix mira grappled on")
    assert doing(fight, "brute") == "" and not fight.encounter["mira"].actions
    assert (due(fight, "brute", "declare"), due(fight, "mira", "declare")) == (3, 3)
    say(fight, "next", "mira wait")
    with pytest.raises(Refused, match="is grappled"):
        say(fight, "brute run")


def test_an_obstacle_gives_way_up_to_twelve_basic_lifts_and_twice_that_at_a_run() -> None:
    say(waiting(), "mira shove 348")
    say(waiting(), "mira shove 696 running")
    with pytest.raises(Refused, match="moves 348 lb at most this way"):
        say(waiting(), "mira shove 349")
    with pytest.raises(Refused, match="moves 696 lb at most this way"):
        say(waiting(), "mira shove 697 running")


# F-LIFT, F-DRAG


@pytest.mark.parametrize(("pounds", "seconds"), [(58, 2), (59, 4), (232, 4)])
def test_a_lift_takes_two_seconds_with_one_hand_and_four_with_two(pounds: int, seconds: int) -> None:
    fight = waiting()
    say(fight, f"mira lift {pounds}")
    assert due(fight, "mira", "land") == seconds


def test_who_helps_adds_its_basic_lift_and_skill_adds_five_percent_a_point() -> None:
    with pytest.raises(Refused, match="lifts 232 lb at most"):
        say(waiting(), "mira lift 233")
    helped = waiting(brute={"side": "hunted"})
    assert "544 lb against 544 lb: up it goes" in lines(helped, "mira lift 544 with brute", "next")
    skilled = waiting(3, 3, 3, mira={"skill": [{"name": "Lifting", "value": 14}]})
    assert "280 lb against 290 lb: up it goes" in lines(skilled, "mira lift 280", "next")
    failed = waiting(5, 5, 5, mira={"skill": [{"name": "Lifting", "value": 14}]})
    assert "280 lb against 232 lb: it stays" in lines(failed, "mira lift 280", "next")


def test_what_is_carried_and_pulled_slows_and_over_fifteen_basic_lifts_nothing_moves() -> None:
    fight = waiting()
    say(fight, "mira carry 87", "mira run")
    assert doing(fight) == "running 2.52 yd/s"
    say(fight, "mira pull 1160 cart smooth")
    assert "58 lb" in " ".join(explained(fight, "mira", ())) and doing(fight).endswith("3.36 yd/s")
    say(fight, "mira pull 300", "to 2")
    assert points(fight)[1] == 9
    say(fight, "mira unload", "to 9")
    assert points(fight)[1] == 9
    with pytest.raises(Refused, match="cannot move 436 lb"):
        say(fight, "mira pull 436")
    with pytest.raises(Refused, match="carries 435 lb at most"):
        say(fight, "mira carry 436")


# F-SWIM, F-AIR


@pytest.mark.parametrize(("verb", "first"), [("swim", 60), ("paddle", 1800), ("float", 1800)])
def test_tiring_in_water_is_rolled_by_the_higher_of_ht_and_swimming(verb: str, first: int) -> None:
    for skill, number in ((13, 13), (9, 11)):
        swimmer = {"skill": [{"name": "Swimming", "value": skill}]}
        fight = waiting(*[3] * 3, *[3, 3, 3] * 8, 6, 6, 4, mira=swimmer)
        say(fight, "mira dive", f"mira {verb}")
        assert due(fight, "mira", "stamina") == first
        stamina_rolls = [
            event for event in say(fight, f"to {first}") if isinstance(event, ev.Rolled) and event.what == "stamina"
        ]
        assert [event.chance for event in stamina_rolls] == [number]
        assert due(fight, "mira", "stamina") == 2 * first


def test_a_failure_against_tiring_in_water_costs_a_point() -> None:
    fight = waiting(3, 3, 3, 6, 6, 4)
    say(fight, "mira dive", "mira swim", "to 60")
    assert points(fight)[1] == 10


def test_swimming_is_rolled_with_load_build_and_purpose_and_not_by_who_lives_there() -> None:
    laden = {"encumbrance": 2, "build": "fat"}
    assert rolled(waiting(3, 3, 3, mira=laden), "mira dive") == [("mira", 11 - 4 + 3 - 4 + 3)]
    assert rolled(waiting(3, 3, 3, mira=laden), "mira dive unwilling") == [("mira", 11 - 4 - 4 + 3)]
    assert rolled(waiting(mira={"traits": ["amphibious"]}), "mira dive", "to 400") == []


def test_the_water_is_told_without_a_figure_and_how_one_got_into_it_counts_in_every_roll() -> None:
    """HT 11 by default 7: +3 on purpose in the first roll and in the one five minutes on."""
    fight = waiting(*[3] * 12)
    assert rolled(fight, "mira dive", "to 300") == [("mira", 10), ("mira", 10)]
    assert "swim 10 or less" in " ".join(fight.rules.display.card(fight.encounter, "mira").facts)
    assert rolled(fight, "mira ashore", "next", "mira dive unwilling") == [("mira", 7)]
    assert "in deep water" in [part.strip() for part in lines(waiting(3, 3, 3), "mira dive").split(":")[1].split("|")]


def test_who_recovers_rolls_in_a_minute_and_then_every_five() -> None:
    fight = waiting(6, 6, 4, 3, 3, 3, 3, 3, 3)
    say(fight, "mira dive")
    for at, following in ((5, 65), (65, 365)):
        assert due(fight, "mira", "swimming") == at
        say(fight, f"to {at}")
        assert due(fight, "mira", "swimming") == following


def test_who_needs_no_air_neither_suffocates_nor_drowns() -> None:
    fight = waiting(6, 6, 4, mira={"traits": ["no air needed"], "pools": {"FP": 1}})
    say(fight, "mira noair", "to 300")
    assert fight.encounter["mira"].condition("airless") is None and points(fight)[1] == 1
    say(fight, "mira dive", "to 304")
    assert points(fight)[1] == 0 and due(fight, "mira", "no air") is None
    say(fight, "fix mira unconscious on")
    assert due(fight, "mira", "death") is None


def test_at_no_points_the_drowning_roll_will_each_second_and_then_have_four_minutes() -> None:
    fight = waiting(6, 6, 4, 3, 3, 3, 6, 6, 4, mira={"pools": {"FP": 1}})
    say(fight, "mira dive", "to 1")
    assert fight.encounter["mira"].able
    say(fight, "to 2")
    assert fight.encounter["mira"].presence is Presence.DOWN and due(fight, "mira", "death") == 242


def test_gear_shed_in_water_takes_its_weight_along_and_bulky_pieces_are_harder() -> None:
    gear = {
        "load": 60.0,
        "thing": [{"name": "mail", "weight": 30.0, "piece": "torso"}, {"name": "boots", "weight": 3.0}],
    }
    fight = waiting(*[1] * 9, mira=gear)
    say(fight, "mira dive")
    assert rolled(fight, "mira shed mail", "next") == [("mira", 8)]
    assert "30 lb, light" in lines(waiting(*[1] * 6, mira=gear), "mira dive", "mira shed mail", "next")
    assert rolled(fight, "next", "mira shed boots", "next") == [("mira", 12)]


def test_under_water_the_breath_is_held_by_exertion_and_halved_unprepared() -> None:
    for words, at in (("rest", 111), ("mild", 45), ("heavy", 12), ("heavy unprepared", 5), ("unprepared", 55)):
        fight = waiting()
        say(fight, f"mira hold {words}", *([] if "unprepared" in words else ["next"]))
        assert due(fight, "mira", "out of breath") == at
    control = waiting(mira={"skill": [{"name": "Breath Control", "value": 10}]})
    say(control, "mira hold heavy", "next")
    assert due(control, "mira", "out of breath") == 17


# F-CLIMB


@pytest.mark.parametrize(("words", "points_left"), [("haste", 10), ("cost 3", 8), ("haste cost 3", 5), ("", 11)])
def test_haste_costs_a_point_or_double_what_the_climb_costs(words: str, points_left: int) -> None:
    fight = waiting(3, 3, 3)
    say(fight, f"mira climb tree {words}")
    assert points(fight)[1] == points_left and due(fight, "mira", "climbing") == 300


def test_a_ladder_asks_for_no_roll_and_a_fall_tells_its_height() -> None:
    assert rolled(waiting(), "mira climb ladder up", "to 400") == []
    fight = waiting(3, 3, 3, 6, 6, 5)
    say(fight, "mira climb tree")
    assert "falls from 100 ft" in lines(fight, "to 300")
    fumbled = waiting(3, 3, 3, 6, 6, 6)
    say(fumbled, "mira climb tree secured")
    assert "falls from 100 ft" in lines(fumbled, "to 300")


@pytest.mark.parametrize(
    ("climb", "chance", "hasty", "regular"),
    [
        ("tree", 12, 300, 100), ("mountain", 7, 150, 50), ("stone wall", 4, 60, 20), ("modern building", 4, 30, 10),
        ("rope up", 5, 300, 100), ("rope down", 6, 600, 150), ("rope down with gear", 6, 3600, 3600),
    ],
)  # fmt: skip
def test_each_climb_is_rolled_at_its_number_and_told_by_the_feet_of_five_minutes(
    climb: str, chance: int, hasty: int, regular: int
) -> None:
    """DX 12 by default 7; the fall at the second roll tells how far one has come."""
    for words, feet in (("haste", hasty), ("", regular)):
        fight = waiting(1, 1, 2, 6, 6, 6)
        assert rolled(fight, f"mira climb {climb} {words}") == [("mira", chance)]
        assert f"falls from {feet} ft" in lines(fight, "to 300")


def test_the_menu_says_how_long_thirty_feet_of_each_climb_take_and_in_haste() -> None:
    """F-CLIMB-4 †: also of the ladders, which nobody falls off by a roll."""
    fight = waiting()
    seconds = {
        "ladder up": (30, 10), "ladder down": (30, 15), "tree": (90, 30), "mountain": (180, 60),
        "stone wall": (450, 150), "modern building": (900, 300), "rope up": (90, 30), "rope down": (60, 15),
        "rope down with gear": (3, 3),
    }  # fmt: skip
    for at, path in enumerate([("climb",), ("climb", "haste")]):
        known = fight.rules.choices.menu(fight.encounter, "mira", path).choices[:-1]
        assert {one.label.removesuffix(" †") for one in known} == set(seconds)
        for one in known:
            assert f"30 ft in {seconds[one.label.removesuffix(' †')][at]} s" in one.price, one.label


# F-THROW, F-CATCH


def test_a_thrown_weapon_is_no_thing_it_has_neither_range_nor_dice_and_its_points_are_by_hand() -> None:
    """A weapon's skill is not asked: only DX, Throwing and Throwing Art count for things (F-THROW-2, F-THROW-6)."""
    knife: dict[str, Any] = {"skill": [{"name": "Thrown Weapon", "value": 18}]}
    fight = waiting(3, 3, 3, 4, brute=knife)
    assert rolled(fight, "brute throw Rock mira")[0] == ("brute", 8)
    by_hand = waiting(brute=knife)
    say(by_hand, "mira damage 3")
    assert points(by_hand)[0] == 9


@pytest.mark.parametrize(
    ("palm", "skill", "value", "at", "area"),
    [
        (True, "Throwing", 14, 14, 14),
        (False, "Throwing", 14, 8, 11),
        (False, "Throwing Art", 13, 13, 13),
        (True, "Throwing", 7, 8, 11),
    ],
)
def test_a_throw_at_somebody_is_dx_less_three_or_a_skill(
    palm: bool, skill: str, value: int, at: int, area: int
) -> None:
    thing = {"thing": [{"name": "Rock", "weight": 6.0, "held": True, "palm": palm}]}
    thrower = {**thing, "skill": [{"name": skill, "value": value}]}
    assert rolled(waiting(6, 6, 5, brute=thrower), "brute throw Rock mira") == [("brute", at)]
    assert rolled(waiting(6, 6, 5, brute=thrower), "brute throw Rock area") == [("brute", area)]
    assert rolled(waiting(6, 6, 5, brute=thrower), "brute throw Rock mira mod -2") == [("brute", at - 2)]


THROWN = {
    1: "35", 2: "25", 3: "20", 4: "15", 5: "12", 6: "11", 8: "10", 10: "8", 15: "7", 20: "6", 30: "4", 40: "3",
    50: "2.5", 60: "2", 80: "1.5", 100: "1.2", 120: "1", 140: "0.9", 160: "0.8",
}  # fmt: skip
"""ST 10 (BL 20): up to so many pounds a thing flies so many yards."""


@pytest.mark.parametrize(("pounds", "yards"), THROWN.items())
def test_the_menu_says_how_far_a_thing_flies_up_to_its_weight_and_a_hair_above_it(pounds: int, yards: str) -> None:
    farther = [*THROWN.values(), ""]
    following = farther[farther.index(yards) + 1]
    things = [{"name": name, "weight": weight, "held": True}
              for name, weight in (("just", float(pounds)), ("more", pounds + 0.01))]  # fmt: skip
    fight = waiting(mira={"stats": {"ST": 10}, "thing": things})
    just, more = fight.rules.choices.menu(fight.encounter, "mira", ("throw",)).choices
    assert just.price.endswith(f", {yards} yd") and not just.refused
    assert more.price.endswith(f", {following} yd") if following else "cannot throw 160.01 lb" in more.refused


@pytest.mark.parametrize(
    ("pounds", "dice"), [(2.5, "5d−10"), (5, "5d−5"), (10, "5d"), (20, "5d+5"), (40, "5d"), (80, "5d−2"), (160, "5d−5")]
)
def test_the_menu_says_the_dice_of_a_thing_by_its_weight_halves_of_a_die_dropped(pounds: float, dice: str) -> None:
    """Thrust 5d, BL 20: up to BL/8 two less a die, and so on; one less for every two dice at 4·BL."""
    for weight, same in ((pounds, True), (pounds + 0.01, False)):
        if weight <= 160:
            thing = {"name": "Log", "weight": float(weight), "held": True}
            fight = waiting(mira={"stats": {"ST": 10}, "thrust": "5d", "thing": [thing]})
            price = fight.rules.choices.menu(fight.encounter, "mira", ("throw", "Log")).choices[0].price
            assert (price == dice) is same, price


def test_without_thrust_a_hit_is_told_and_its_points_are_by_hand() -> None:
    fight = waiting(2, 2, 2, brute={"thrust": ""})
    assert "no thrust on Brute's sheet" in lines(fight, "brute throw Rock mira", "none")
    assert points(fight)[0] == 12


def three(*dice: int, **mira: Any) -> Session:
    fight = prepare({"system": "feats", "combatant": [MIRA | mira, BRUTE, THREE]})
    session = Session(fight.encounter, fight.rules, ScriptedDice(dice))
    say(session, "begin", "next", "mira wait", "brute wait", "cid wait")
    return session


@pytest.mark.parametrize(
    ("answer", "chance", "who"), [("dx", 12 + 1, "mira"), ("basketball", 14 + 1, "mira"), ("by-cid", 10, "cid")]
)
def test_what_is_thrown_to_somebody_is_caught_by_dx_or_a_sport_or_taken_from_the_air(
    answer: str, chance: int, who: str
) -> None:
    fight = three(3, 3, 3, 3, 3, 3, skill=[{"name": "Basketball", "value": 14}])
    say(fight, "brute throw Rock mira to")
    question = fight.encounter.question
    assert question is not None
    choices = fight.rules.choices.answers(fight.encounter, question)
    assert [choice.word for choice in choices] == ["basketball", "dx", "none", "by-cid"]
    assert rolled(fight, answer) == [(who, chance)]
    assert points(fight)[0] == 12


def test_what_an_interceptor_misses_flies_on_and_who_does_not_wait_catches_at_four_less() -> None:
    fight = three(2, 2, 2, 6, 6, 6, 3, 3, 3)
    say(fight, "mira concentrate", "brute throw Rock mira to", "by-cid")
    assert rolled(fight, "dx") == [("mira", 12 - 4 + 2)]
    assert rolled(waiting(3, 3, 3), "mira catch 5 waiting") == [("mira", 14)]
    with pytest.raises(Refused, match="no golf on the sheet"):
        say(waiting(), "mira catch 5 golf")


def test_a_parry_of_somebody_else_takes_a_thrown_thing_before_it_hits() -> None:
    fight = three(2, 2, 2, 3, 3, 3)
    assert rolled(fight, "brute throw Rock mira", "by-cid") == [("brute", 8), ("cid", 10)]
    assert points(fight)[0] == 12


# F-JUMP


def test_over_what_is_knee_high_no_sprint_goes_on_and_over_what_is_waist_high_a_move_is_used_up() -> None:
    """Move 7: 7 and 8.4 yards a second; the hop at 2 costs the 1.4 of the second after."""
    fight = waiting()
    say(fight, "mira sprint", "to 2")
    assert "difficult ground" in lines(fight, "mira hop")
    say(fight, "to 4")
    assert fight.rules.display.pool_outlook(fight.encounter, "mira").endswith("30.8 yd from Brute")
    assert "a whole Move" in lines(fight, "mira hurdle")
    assert due(fight, "mira", "declare") == 5 and doing(fight) == ""
    with pytest.raises(Refused, match="is lying down"):
        say(waiting(), "fix mira prone on", "next", "mira hurdle")


# F-HIKE


@pytest.mark.parametrize(
    ("given", "miles"),
    [
        ({"weather": "deeper snow", "on": "skis"}, 20),
        ({"terrain": "deep snow", "on": "skis"}, 20),
        ({"weather": "ice", "on": "skates"}, 20),
        ({"weather": "fair", "terrain": "swamp", "on": "skis"}, 4),
        ({"weather": "deeper snow", "on": "skates"}, 5),
        ({"weather": "deeper snow", "terrain": "deep snow"}, 4),
        ({"weather": "deeper snow", "terrain": "deep snow", "snow-twice": "yes"}, 1),
        ({"weather": "rain", "road": "poor"}, 4),
        ({"weather": "rain", "road": "good"}, 20),
        ({"terrain": "swamp", "road": "poor"}, 20),
    ],
)
def test_skis_skates_snow_and_roads(given: dict[str, str], miles: int) -> None:
    assert reckon("hike", move=5, **given)["miles_a_day"] == miles


def test_the_flyer_rolls_by_flight_and_flies_at_twice_its_speed() -> None:
    bird = {"traits": ["wings"], "basic_speed": 5.75, "skill": [{"name": "Flight", "value": 14}]}
    fight = waiting(*[3] * 6, mira=bird)
    say(fight, "mira swoop")
    assert doing(fight) == "flying fast 13.2 yd/s" and due(fight, "mira", "stamina") == 16
    assert rolled(fight, "to 16") == [("mira", 14)] and due(fight, "mira", "stamina") == 31
    say(fight, "mira fly")
    assert doing(fight) == "flying 6.6 yd/s" and due(fight, "mira", "stamina") == 76
    with pytest.raises(Refused, match="cannot fly"):
        say(fight, "brute fly")
