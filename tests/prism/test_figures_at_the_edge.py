"""Figures and comparisons of Prism at their very edge: what one step more or less would make of them."""

from __future__ import annotations

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, notes, offered, pools, rolls, say, stabbed, struck, table
from tracker.games.prism import checks
from tracker.games.prism.book.house_rules import HouseRules
from tracker.model.refusals import Refused

CLUB = {**BOB, "weapon": [*BOB["weapon"], {"name": "Club", "skill": "Pistol", "deflects": True}]}


def test_the_bonus_of_a_weapon_is_on_its_target_number() -> None:
    fight = table({**BOB, "weapon": [{**BOB["weapon"][0], "bonus": 4}]}, DAN, dice=(60,))
    say(fight, "begin", "next", "bob attack dan")
    assert rolls(say(fight, "next", "absorb")) == [("bob", 60, 8 * 7 + 4, "success")]


@pytest.mark.parametrize(("points", "adds"), [(1, 0), (2, 1), (5, 2)])
def test_energy_raises_a_target_number_by_what_the_house_makes_a_point_cost(points: int, adds: int) -> None:
    assert checks.raised(points, HouseRules(desperation_cost=2)) == adds


@pytest.mark.parametrize(("bob", "dan", "wins"), [(29, 42, "Bob"), (27, 44, "Dan")])
def test_of_two_who_are_nearer_than_the_actor_the_nearest_wins(bob: int, dan: int, wins: str) -> None:
    fight = table(BOB, EVE, DAN, dice=(45, bob, dan))
    events = say(fight, "begin", "eve contest Brawl bob Dodge and dan Dodge", "resist", "resist")
    assert [tier for *_, tier in rolls(events)] == ["success"] * 3
    assert notes(events)[-1].startswith(f"{wins} wins the contest")


def test_a_second_action_comes_before_anybody_elses_first() -> None:
    fight = table(BOB, {**BOB, "name": "Cy", "attributes": {**BOB["attributes"], "Initiative": 21}}, DAN)
    say(fight, "begin", "next")
    assert asked(fight) == ("bob", "declaration")
    say(fight, "bob attack dan second")
    assert asked(fight) == ("bob", "declaration")
    say(fight, "bob attack dan")
    assert asked(fight) == ("cy", "declaration")


def test_all_the_energy_there_is_can_be_burnt() -> None:
    fight = table({**BOB, "now": {"Energy": 4}}, DAN)
    say(fight, "begin", "next", "bob attack dan energy 4")
    assert pools(fight, "bob")["EN"] == 0


def test_just_the_energy_for_one_off_pays_for_a_dodge() -> None:
    assert offered(stabbed(bob={**BOB, "now": {"Energy": 2}}))["dodge"][1] == ""


@pytest.mark.parametrize(("defensive", "least"), [(False, 3), (True, 2)])
def test_a_dodge_takes_a_whole_point_off_though_its_price_has_a_fraction(defensive: bool, least: int) -> None:
    assert checks.least("dodge", defensive, HouseRules(dodge_energy=3)) == least


@pytest.mark.parametrize(("stamina", "open_"), [(11, False), (12, False), (13, True)])
def test_all_ones_stamina_opens_a_window_where_it_is_just_enough(stamina: int, open_: bool) -> None:
    fight = stabbed(41, bob={**BOB, "now": {"Stamina": stamina}}, house_rules={"free_dodge": True})
    say(fight, "dodge", "0")
    assert (asked(fight) == ("bob", "late choice")) == open_


def test_by_orders_who_cannot_dodge_any_more_deflects_where_it_can() -> None:
    damage = []
    for bob in (BOB, CLUB):
        fight = stabbed(41, bob=bob, house_rules={"free_dodge": True})
        say(fight, "undo", "bob orders dodge")
        damage += [passed for _, _, outcome, passed in struck(say(fight, "next")) if outcome == "hit"]
    assert damage == [12, 9], "a quarter is negated"


def test_a_second_improvement_comes_on_top_of_the_first() -> None:
    fight = table({**BOB, "attributes": {**BOB["attributes"], "PhysicalPotential": 12}}, DAN, dice=(60, 50))
    say(fight, "begin", "bob improve Pistol training by hand", "bob improve Pistol training by hand")
    assert fight.rules.display.end_of_fight_lines(fight.encounter, "bob") == ("Pistol 8 → 18",)


def test_all_the_energy_there_is_goes_into_a_task_and_not_a_point_more() -> None:
    fight = table({**BOB, "now": {"Energy": 4}}, DAN, dice=(60,))
    say(fight, "begin")
    with pytest.raises(Refused, match="4 are left"):
        say(fight, "bob task Pistol energy 5")
    assert rolls(say(fight, "bob task Pistol energy 4")) == [("bob", 60, 60, "success")]


@pytest.mark.parametrize(("value", "can"), [(38, True), (39, False)])
def test_a_skill_can_be_improved_at_a_target_of_just_nothing(value: int, can: bool) -> None:
    skills = [{**BOB["skill"][0], "value": value}]
    bob = {**BOB, "skill": skills, "attributes": {**BOB["attributes"], "PhysicalPotential": 12}}
    fight = table(bob, DAN, dice=(0,))
    say(fight, "begin")
    if can:
        assert rolls(say(fight, "bob improve Pistol")) == [("bob", 0, 0, "success")]
    else:
        with pytest.raises(Refused, match="cannot improve Pistol"):
            say(fight, "bob improve Pistol")


def test_points_left_may_be_all_there_are() -> None:
    assert pools(table({**BOB, "now": {"Stamina": 20}}, DAN), "bob")["ST"] == 20
