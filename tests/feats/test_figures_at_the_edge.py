"""Figures and comparisons of Feats at their very edge: what one step more or less would make of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.encounter.table import say
from tests.feats.table import MIRA, chase, due, waiting
from tracker.games.feats import checks, formulas
from tracker.games.feats.actions.refusals import why_no_throw
from tracker.games.feats.book.d6 import Sixes
from tracker.games.feats.fighter import Fighter
from tracker.games.feats.sheet import read_sheet
from tracker.model.refusals import Refused

PARRIES = {"name": "Cid", "side": "hunted", "parry": 10, "stats": {"ST": 12, "DX": 10}}


@pytest.mark.parametrize(("points", "full", "tired"), [(3, 12, True), (4, 12, False), (3, 11, True), (4, 11, False)])
def test_just_a_third_of_the_fatigue_points_is_not_under_a_third(points: int, full: int, tired: bool) -> None:
    assert formulas.tired(points, full) is tired


@pytest.mark.parametrize(("margin", "percent"), [(-3, 0), (0, 0), (1, 5), (4, 20)])
def test_a_failed_roll_of_lifting_takes_nothing_off(margin: int, percent: int) -> None:
    assert formulas.lift_bonus(margin) == percent


def test_paced_running_is_half_of_the_sprint_with_enhanced_move_too() -> None:
    assert (formulas.paced(Fraction(7)), formulas.paced(Fraction(7), Fraction(4))) == (Fraction("4.2"), 14)


@pytest.mark.parametrize(("faces", "prone"), [((4, 5, 5), False), ((6, 6, 6), True)])
def test_a_rope_holds_a_failure_but_no_critical_one(faces: tuple[int, ...], prone: bool) -> None:
    fight = chase(*faces)
    say(fight, "begin", "next", "mira climb tree secured haste")
    assert (fight.encounter["mira"].condition("prone") is not None) is prone


def test_who_is_stronger_than_the_victim_saves_more_easily() -> None:
    strong, weak = (read_sheet({"stats": {"ST": st, "HT": 10}}).sheet for st in (14, 11))
    assert checks.rescue(strong, weak).total - checks.rescue(weak, strong).total == 6


def test_who_throws_does_not_take_its_own_throw_out_of_the_air_nor_does_its_target() -> None:
    fight = chase(brute={"parry": 10}, mira={"parry": 10})
    assert Fighter(fight.encounter, "brute").interceptors("mira") == ()
    assert Fighter(fight.encounter, "brute").interceptors("") == ("mira",)


@pytest.mark.parametrize(("dice", "more"), [(1, 2), (2, 2), (3, 3), (5, 5)])
def test_all_out_adds_two_or_one_a_die_if_that_is_more(dice: int, more: int) -> None:
    assert formulas.strong(Sixes(dice), 2) == Sixes(dice, more)


@pytest.mark.parametrize(
    ("part", "more"), [("0.125", -2), ("0.25", -1), ("0.5", 0), ("1", 1), ("2", 0), ("4", Fraction(-1, 2)), ("8", -1)]
)
def test_every_die_of_many_gets_what_its_row_says(part: str, more: Fraction) -> None:
    lift = Fraction(100)
    assert formulas.damage(Sixes(20), lift * Fraction(part), lift) == Sixes(20, int(20 * more))


@pytest.mark.parametrize("verb", ["run", "fly"])
def test_running_and_flying_tire_after_a_minute_and_again_a_minute_later(verb: str) -> None:
    fight = chase(3, 3, 3, mira={"traits": ["wings"], "basic_move": MIRA["basic_move"]})
    say(fight, "begin", "next", "brute wait", f"mira {verb}")
    assert due(fight, "mira", "stamina") == 60
    say(fight, "to 60")
    assert due(fight, "mira", "stamina") == 120


def test_who_leaps_at_a_foe_is_told_of_a_yard_more_reach() -> None:
    fight = waiting()
    for kind, told in (("tackle", True), ("slam", False)):
        menu = fight.rules.choices.menu(fight.encounter, "mira", ("slam", kind))
        labels = [option.label for option in menu.options if option.key == "k"]
        assert labels == [f"kind: {kind}" + (", 1 yd more reach" if told else "")]


@pytest.mark.parametrize(("soil", "dug"), [("loose", True), ("ordinary", True), ("hard", False), ("rock", False)])
def test_hard_soil_and_rock_are_not_dug_without_a_pick(soil: str, dug: bool) -> None:
    assert (formulas.dig(Fraction(20), soil, Fraction(10), pick=False).hours is not None) is dug


def test_a_throw_reaches_just_as_far_as_it_says_and_no_further() -> None:
    """ST 14: Basic Lift 39; six pounds are up to 0.2 of it, so 1.5 times 14 yards."""
    fight = chase()
    brute = Fighter(fight.encounter, "brute")
    rock = brute.thing("Rock")
    assert checks.reach(brute.sheet, rock) == 21
    assert why_no_throw(brute, rock, yards="21") == "" != why_no_throw(brute, rock, yards="22")


@pytest.mark.parametrize(("points", "more"), [(9, True), (10, False)])
def test_who_has_all_its_fatigue_points_again_waits_for_no_further_one(points: int, more: bool) -> None:
    fight = waiting(mira={"pools": {"FP": points}, "stats": {**MIRA["stats"], "FP": 11}})
    say(fight, "mira air", "to 600")
    assert fight.encounter["mira"].pool("FP") == points + 1
    assert (due(fight, "mira", "rest") is not None) is more


def test_a_load_in_mid_sprint_does_not_begin_the_run_up_anew_and_a_swerve_does() -> None:
    for line, run_up in (("mira carry 5", 2), ("mira swerve", 0)):
        fight = waiting(mira={"enhanced": 2})
        say(fight, "mira sprint", "to 2", line)
        assert fight.encounter["mira"].mark("run up") == run_up


def test_a_second_in_position_is_for_a_jump_at_once_and_for_no_later_one() -> None:
    fight = chase()
    say(fight, "begin", "next", "mira concentrate", "brute wait", "next", "mira wait", "to 3")
    with pytest.raises(Refused, match="must get in position first"):
        say(fight, "mira jump 4")
