"""Boundaries of Feats: who is asked when, what an action cannot become, and figures that a sheet alone decides."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.encounter.table import say, told
from tests.feats.table import BRUTE, MIRA, chase, due, waiting
from tracker.dice.source import ScriptedDice
from tracker.games.feats import checks
from tracker.games.feats.sheet import read_sheet
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare


def test_who_returns_is_asked_a_second_later_and_bears_its_load_again() -> None:
    fight = waiting(mira={"load": 300.0})
    assert due(fight, "mira", "strain") == 1
    say(fight, "mira leaves", "to 5")
    assert due(fight, "mira", "strain") is None
    say(fight, "mira returns")
    assert (due(fight, "mira", "declare"), due(fight, "mira", "strain")) == (6, 6)


@pytest.mark.parametrize(("dice", "caught"), [((3, 3, 3), True), ((6, 6, 3), False)])
def test_a_catch_is_told_whether_it_succeeded(dice: tuple[int, ...], caught: bool) -> None:
    fight = waiting(*dice)
    yes = told(fight, say(fight, "brute catch 3 waiting"))[-1]
    other = waiting(*((6, 6, 3) if caught else (3, 3, 3)))
    assert yes != told(other, say(other, "brute catch 3 waiting"))[-1] and "against" not in yes


@pytest.mark.parametrize("condition", ["prone", "grappled"])
def test_who_is_put_down_or_grappled_by_hand_before_the_fight_is_not_scheduled_by_it(condition: str) -> None:
    fight = chase()
    say(fight, f"fix mira {condition} on")
    assert fight.encounter.agenda.of("mira") == ()
    say(fight, "begin")
    assert due(fight, "mira", "declare") == 0
    down = waiting()
    say(down, "mira damage 12", f"fix mira {condition} on")
    assert due(down, "mira", "declare") is None


def test_an_action_cannot_be_turned_on_another_since_it_happens_at_once() -> None:
    fight = waiting()
    say(fight, "fix brute grappled on", "mira lift 100 person brute")
    with pytest.raises(Refused, match=r"Mira cannot turn .*: it happens at once"):
        say(fight, "mira retarget brute")


@pytest.mark.parametrize(("skill", "first"), [("", "DX 12 (F-CATCH-1)"), ("Ball Games", "Ball Games 9 (F-CATCH-1)")])
def test_a_catch_is_by_dx_or_the_sport_that_is_named(skill: str, first: str) -> None:
    sheet = read_sheet({"stats": {"DX": 12}, "skill": [{"name": "Ball Games", "value": 9}]}).sheet
    line = checks.catching(sheet, waiting=True, margin=0, sport=skill).lines[0]
    assert line.replace("+", "") == first


def test_jumping_and_breath_control_count_among_the_figures_of_who_has_them() -> None:
    plain = checks.figures(read_sheet({"basic_move": 5, "stats": {"HT": 10}}).sheet)
    skilled = [{"name": "Jumping", "value": 14}, {"name": "Breath Control", "value": 12}]
    able = checks.figures(read_sheet({"basic_move": 5, "stats": {"HT": 10}, "skill": skilled}).sheet)
    assert (plain["high_inches"], able["high_inches"]) == (20, 32), "half the skill in the place of Move"
    assert (plain["seconds_heavy"], able["seconds_heavy"]) == (10, 15)


@pytest.mark.parametrize(("encumbrance", "air"), [(0, 11), (1, Fraction(44, 5)), (2, Fraction(33, 5))])
def test_the_move_in_the_air_is_twice_basic_speed_rounded_down_and_less_with_a_load(
    encumbrance: int, air: Fraction
) -> None:
    sheet = read_sheet({"basic_speed": 5.75, "encumbrance": encumbrance}).sheet
    assert sheet.air == air


def test_a_forecast_is_refused_while_somebody_able_does_something_that_goes_on() -> None:
    prepared = prepare({"system": "feats", "combatant": [MIRA, BRUTE]})
    fight = Session(prepared.encounter, prepared.rules, ScriptedDice([]))
    refusal = fight.rules.resolution.forecast_refusal
    say(fight, "begin", "next", "mira wait", "brute wait")
    assert refusal(fight.encounter) == ""
    say(fight, "mira run")
    assert refusal(fight.encounter) == "Mira is on the move, so this is a chase, and is won by getting away."
    assert "`gap`" in waiting().rules.resolution.forecast_refusal(waiting().encounter)
