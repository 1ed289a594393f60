"""Edges: what is so at the very figure and not one beside it."""

from __future__ import annotations

import pytest

from tests.phases.table import GUN, KANE, LASER, ROOK, VOS, begun
from tracker.games.phases.book.house_rules import HouseRules
from tracker.games.phases.book.tables import tables
from tracker.games.phases.fighter import Fighter
from tracker.games.phases.harm import UNCONSCIOUS, is_dead, useless, will_wake
from tracker.games.phases.timing import landing
from tracker.model.combatant import Condition


def test_how_many_shots_is_asked_for_only_where_there_is_more_than_one() -> None:
    table = begun({**KANE, "weapon": [LASER]}, {**ROOK, "initiative": 0})
    table.say("next")
    one = table.session.rules.choices.menu(table.now, "kane", ("fire", "Laser pistol"))
    assert "n" not in [option.key for option in one.options], "a rate of fire of 2 is one shot in a sub-phase"
    table.say("kane hold")
    several = table.session.rules.choices.menu(table.now, "rook", ("fire", "Machine gun"))
    assert "n" in [option.key for option in several.options]


def test_nothing_is_repeated_by_one_who_has_used_two_sub_phases() -> None:
    table = begun({**ROOK, "initiative": 90, "weapon": [{**GUN, "rof": 9}]}, KANE, dice=[100] * 9)
    table.say("next", "rook fire kane 2")
    table.until("rook", "1.2")
    table.say("rook fire kane 2")
    assert table.now["rook"].mark("used") == 2 and table.now["rook"].mark("fired.machinegun") == 4
    again = table.session.rules.choices.repeat_last(table.now, "rook")
    assert again is not None and "has already used two sub-phases" in again.refused


@pytest.mark.parametrize(("left", "dying"), [(0, True), (1, False)])
def test_hit_factors_put_right_by_hand_end_dying_only_above_none(left: int, dying: bool) -> None:
    table = begun(KANE, VOS)
    table.say("vos damage 21", f"fix vos HF {left}")
    assert ("dying" in table.bears("vos")) is dying


@pytest.mark.parametrize(("left", "dead"), [(-14, False), (-15, True)])
def test_half_of_full_hit_factors_below_nothing_is_death(left: int, dead: bool) -> None:
    assert is_dead(left, 30) is dead


@pytest.mark.parametrize(("left", "useful"), [(0, False), (1, True)])
def test_a_limb_is_of_use_again_with_any_shock_factor_after_a_rest(left: int, useful: bool) -> None:
    rules = begun(KANE, VOS).session.rules.carry_over
    limb = Condition(useless(tables().place("LA")), "left arm useless", of="LA")
    assert rules.is_healed(limb, {"LA": left}, {"LA": 6}) is useful


@pytest.mark.parametrize(("left", "awake"), [(2, False), (3, True)])
def test_a_rest_wakes_with_half_of_the_shock_factors_rounded_up(left: int, awake: bool) -> None:
    rules = begun(KANE, VOS).session.rules.carry_over
    points = {"HD": left, "CH": 1, "VI": 1}
    asleep = Condition(UNCONSCIOUS, "unconscious", of="HD")
    assert rules.is_healed(asleep, points, {"HD": 5}) is awake
    assert rules.is_healed(asleep, {**points, "CH": 0}, {"HD": 5}) is False, "the chest would knock it out again"


def test_a_hit_of_nothing_is_a_hit_without_a_kind() -> None:
    weak = {**LASER, "damage": "1d10-9"}
    table = begun({**KANE, "weapon": [weak]}, VOS, dice=[1, 30, 5])
    table.say("next")
    told = table.told("kane fire vos")
    assert any("hit, chest, 0" in line and "lethal" not in line for line in told), told


@pytest.mark.parametrize(("points", "injury"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_half_of_a_lethal_hit_is_rounded_up(points: int, injury: int) -> None:
    table = begun(KANE, VOS, house_rules={"lethal": "half"})
    table.say(f"vos damage {points} chest")
    assert table.pools("vos")["HF"] == 20 - injury


def test_the_bonus_of_a_skill_is_in_its_base() -> None:
    for bonus in (0, 5):
        table = begun({**KANE, "skill": [{"name": "Pistol", "value": 60, "stat": "reflexes", "bonus": bonus}]}, VOS)
        assert Fighter(table.now, "kane").check("Pistol").base == 60 + 7 + bonus


def test_one_defends_with_the_better_of_blade_and_dodge() -> None:
    for value, way in ((40, "Knife"), (90, "Dodging")):
        skills = [{"name": "Knife", "value": 70, "stat": "reflexes"}, {"name": "Dodging", "value": value}]
        assert Fighter(begun(KANE, {**VOS, "skill": skills}).now, "vos").defence().name == way


@pytest.mark.parametrize(("count", "used", "lands"), [(1, 0, 2), (1, 1, 4), (2, 1, 4), (2, 0, 4)])
def test_a_long_action_uses_no_third_sub_phase(count: int, used: int, lands: int) -> None:
    assert landing(count, used, 2) == lands


def test_without_recovery_of_shock_in_the_house_rest_wakes_nobody() -> None:
    for recovery in (0, 1):
        table = begun(KANE, VOS, house_rules={"shock_recovery": recovery})
        table.say("vos damage 8 head shock")
        assert "unconscious" in table.bears("vos")
        assert will_wake(table.now["vos"], HouseRules(shock_recovery=recovery)) is bool(recovery)


@pytest.mark.parametrize(("points", "told"), [(19, False), (20, True)])
def test_where_thresholds_are_only_told_just_no_hit_factors_are_told(points: int, told: bool) -> None:
    table = begun(KANE, VOS, house_rules={"thresholds": False})
    table.say(f"vos damage {points}")
    assert ("hit factors" in str(table.now["vos"].marks.get("told", ""))) is told
