"""Edges: what is so at the very figure and not one beside it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, pools, rolls, say, struck, table
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.toml.diagnostics import InvalidFile

CLUB = [*BOB["weapon"], {"name": "Club", "skill": "Pistol", "deflects": True}]


def stabbed(*dice: int, bob: dict[str, Any] | None = None, **options: Any) -> Session:
    """Dan has stabbed at Bob on tick 4."""
    fight = table({**BOB, **(bob or {})}, DAN, dice=dice, **options)
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next")
    return fight


@pytest.mark.parametrize(("there", "line"), [(10, "attack dan second"), (4, "attack dan energy 4"), (3, "double")])
def test_the_very_last_energy_can_be_burnt_and_one_less_is_too_few(there: int, line: str) -> None:
    fight = table({**BOB, "now": {"Energy": there}}, DAN)
    say(fight, "begin", "next", f"bob {line}")
    assert pools(fight, "bob")["EN"] == 0
    poorer = table({**BOB, "now": {"Energy": there - 1}}, DAN)
    with pytest.raises(Refused, match="1 too few"):
        say(poorer, "begin", "next", f"bob {line}")


def test_a_task_may_burn_all_the_energy_there_is_and_no_more() -> None:
    fight = table({**BOB, "now": {"Energy": 4}}, DAN, dice=(60,))
    assert rolls(say(fight, "begin", "bob task Pistol energy 4"))[0][2] == 60
    with pytest.raises(Refused, match="cannot burn 1 energy: 0 are left"):
        say(fight, "bob task Pistol energy 1")


@pytest.mark.parametrize(("energy", "open_now"), [(2, True), (1, False)])
def test_a_dodge_is_open_with_exactly_its_price(energy: int, open_now: bool) -> None:
    fight = stabbed(99, bob={"now": {"Energy": energy}, "weapon": CLUB})
    question = fight.encounter.question
    assert question is not None and ("dodge" in question.choices) is open_now


@pytest.mark.parametrize(("stamina", "open_now"), [(13, True), (12, False)])
def test_desperation_is_open_with_exactly_the_stamina_it_takes(stamina: int, open_now: bool) -> None:
    """41 against 30: 13 more are TN 43, under which 42 is the one roll above it."""
    fight = stabbed(41, bob={"now": {"Stamina": stamina}, "weapon": CLUB})
    say(fight, "dodge", "2")
    question = fight.encounter.question
    assert question is not None and question.what == "late choice"
    assert ("desperation" in question.choices) is open_now


@pytest.mark.parametrize(("die", "nearer"), [(30, "Bob 0 below its TN"), (31, "")])
def test_a_roll_at_the_very_number_is_a_success_with_no_distance(die: int, nearer: str) -> None:
    fight = table(BOB, EVE, dice=(49, die))
    events = say(fight, "begin", "eve contest Brawl bob Dodge", "resist")
    notes = [event.text for event in events if isinstance(event, ev.Noted)]
    assert (nearer in notes[0]) and ("below its TN" in notes[0]) is bool(nearer)
    assert notes[0].startswith("Eve wins"), "both at their numbers: the actor"


def test_a_simple_dodge_at_its_very_number_is_a_success_that_lost_to_one_at_its_own() -> None:
    fight = stabbed(41, 30, house_rules={"dodge_roll": "simple"})
    events = say(fight, "dodge", "2")
    assert any("succeeds but is not nearer: 0 below" in getattr(event, "text", "") for event in events)
    assert struck(events)[0][2] == "hit"


@pytest.mark.parametrize(("left", "through"), [(1, 19), (0, 20)])
def test_the_last_point_of_capacity_still_stops_one(left: int, through: int) -> None:
    vest = {"name": "Vest", "threshold": 15, "capacity": 30, "left": left}
    fight = table(BOB, {**EVE, "armour": [vest], "pools": {"Trauma": 90}}, dice=(50,))
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "absorb")
    events = fight.journal.steps[fight.journal.last].events
    assert struck(events)[0][3] == through


@pytest.mark.parametrize(("points", "gone"), [(7, False), (8, True)])
def test_half_of_the_first_threshold_below_nothing_destroys(points: int, gone: bool) -> None:
    vest = {"name": "Vest", "threshold": 15, "capacity": 30, "left": 0}
    fight = table(BOB, {**EVE, "armour": [vest]})
    say(fight, "begin", f"eve damage {points} trauma torso")
    assert (fight.encounter["eve"].condition("destroyed vest") is not None) is gone
    whole = table(BOB, {**EVE, "armour": [vest]}, house_rules={"destroyed_at": "full"})
    say(whole, "begin", f"eve damage {points} trauma torso")
    assert whole.encounter["eve"].condition("destroyed vest") is None


def test_points_left_may_be_all_there_are() -> None:
    assert pools(table({**BOB, "now": {"Energy": 20}}, DAN), "bob")["EN"] == 20
    whole = {"name": "Vest", "threshold": 5, "capacity": 5, "left": 5}
    assert pools(table({**EVE, "armour": [whole]}, DAN), "eve")["vest"] == 5
    with pytest.raises(InvalidFile, match="left 6 is more than its capacity 5"):
        table({**EVE, "armour": [{**whole, "left": 6}]}, DAN)


@pytest.mark.parametrize(("initiative", "told"), [(31, "a turn every tick"), (26, "a turn every 2 ticks")])
def test_a_turn_on_every_tick_is_told_as_such(initiative: int, told: str) -> None:
    fight = table({**BOB, "attributes": {**BOB["attributes"], "Initiative": initiative}}, DAN)
    say(fight, "begin", "bob leaves")
    assert told in fight.rules.display.card(fight.encounter, "bob").facts


def test_a_skill_that_has_not_risen_is_not_told_at_the_end() -> None:
    fight = table(BOB, DAN, dice=(99,))
    say(fight, "begin", "bob improve Pistol")
    assert fight.rules.display.end_of_fight_lines(fight.encounter, "bob") == ()


def test_one_weapon_is_not_asked_for_and_two_are() -> None:
    fight = table(BOB, EVE)
    assert "at whom" not in fight.rules.choices.menu(fight.encounter, "eve", ("attack",)).title
    assert fight.rules.choices.menu(fight.encounter, "eve", ("attack",)).title == "Eve attacks: weapon?"
    assert fight.rules.choices.menu(fight.encounter, "bob", ("attack",)).title.startswith("Bob attacks with Pistol")


def test_damage_by_hand_takes_at_most_points_kind_and_part() -> None:
    fight = table(BOB, EVE)
    with pytest.raises(Refused, match="Damage is vitality or trauma"):
        say(fight, "begin", "eve damage 3 trauma torso twice")
    say(fight, "eve damage 5 vitality")
    assert (pools(fight, "eve")["ST"], pools(fight, "eve")["VI"]) == (8, 11) and asked(fight) == ("", "")


@pytest.mark.parametrize(("potential", "may"), [(42, True), (43, False)])
def test_a_skill_may_rise_against_a_target_of_nothing_and_not_below(potential: int, may: bool) -> None:
    """100 − 2 × (8 + 42) is 0, which a double zero is at."""
    fight = table({**BOB, "attributes": {**BOB["attributes"], "PhysicalPotential": potential}}, DAN, dice=(0,))
    say(fight, "begin")
    if may:
        assert rolls(say(fight, "bob improve Pistol")) == [("bob", 0, 0, "success")]
    else:
        with pytest.raises(Refused, match="the target would be -2"):
            say(fight, "bob improve Pistol")


def test_the_one_object_there_is_to_deflect_with_is_not_named_in_the_answer() -> None:
    fight = table(BOB, {**EVE, "armour": []}, dice=(99,))
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "deflect")
    answers = [event.label for event in say(fight, "4") if isinstance(event, ev.DefenceDeclared)]
    assert answers == ["deflect with 4 energy: 4 off the TN"]
