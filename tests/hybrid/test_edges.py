"""Figures and comparisons at their very edge: what one step more or less would make of them."""

from __future__ import annotations

import pytest

from tests.hybrid import from_the_digest as digest
from tests.hybrid.kit import ANNA, ANNA_BARE, GRUK, HOB, bout, duel, inside, rolls, tried, with_weapon
from tests.hybrid.table import Table, at_once
from tracker.encounter import events as ev
from tracker.systems.hybrid.body.conditions import RECOVER
from tracker.systems.hybrid.book.book import book
from tracker.systems.hybrid.chances import location

EDITIONS = ("current", "1997")


def struck(table: Table) -> ev.Struck:
    return next(event for event in table.events() if isinstance(event, ev.Struck) and event.outcome == "hit")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_location_roll_of_both_editions(edition: str) -> None:
    for roll in range(1, 101):
        name, side = location.of_roll(roll, book(edition))
        assert location.words(name, side) == digest.location(roll), roll


# Blows


@pytest.mark.parametrize("edition", EDITIONS)
def test_another_target_when_the_first_has_fallen_is_two_harder_and_not_easier(edition: str) -> None:
    table = at_once(ANNA, GRUK, HOB, edition=edition)
    table.say("fix gruk count 60", "fix hob count 60", "next", "anna attack gruk", "fix gruk PBD 0", "next")
    assert table.asked() == ("anna", "target")
    table.fall(99, 3, 3)
    table.say("anna hob", "hob nothing")
    assert rolls(table, "attack")[0].chance == 36 + 28 - 12 - 2 * 5


def test_a_parry_by_four_binds_and_by_five_does_not() -> None:
    for margin, bound in ((4, True), (5, False)):
        table = duel()
        table.fall(50, 36 + 4 - 15 - 2 - margin, 3, 3)
        table.say("anna attack gruk", "next", "gruk parry")
        assert rolls(table, "parry")[0].margin == margin
        assert (table.now["anna"].condition("bound") is not None) == bound


def test_a_parry_by_twenty_six_takes_the_balance_and_by_twenty_five_does_not() -> None:
    skilled = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 15}]}
    for margin, amount in ((25, 0), (26, -4), (49, -4), (50, -6)):
        table = duel(gruk=skilled)
        table.fall(50, 81 - 2 - margin, 3, 3)
        table.say("anna attack gruk", "next", "gruk parry")
        lost = table.now["anna"].condition("off balance")
        assert (lost.amount if lost else 0) == amount, margin


def test_who_rolls_with_a_blow_is_not_knocked_back_by_it() -> None:
    table = duel(with_weapon(damage=19, type="crushing"))
    table.say("anna attack gruk")
    table.fall(52, 36, 20, 3, 3, 3, 3)
    table.say("next", "gruk roll")
    assert struck(table).damage == 19, "heavy enough: more than half of the fatigue"
    assert not rolls(table, "knockback") and table.now["gruk"].condition("prone") is None


def test_a_weapon_of_equal_length_is_no_club_when_closed_in() -> None:
    table = inside()
    table.say("fix gruk count 25", "next", "gruk attack anna knife", "next")
    table.fall(44, 40, 3, 3)
    table.say("anna nothing")
    assert not any("club" in line for line in struck(table).sum) and struck(table).type == "piercing"


@pytest.mark.parametrize(("roll", "side"), [(43, "left"), (44, "right"), (1, "left"), (100, "right")])
def test_of_a_called_limb_without_a_side_an_odd_roll_is_left_and_an_even_one_right(roll: int, side: str) -> None:
    table = duel()
    table.say("anna attack gruk called arm")
    table.fall(7, roll, 3, 3)
    table.say("next", "gruk nothing")
    assert struck(table).location.split()[0] == side


# Shock


def test_a_second_shock_of_the_same_grade_changes_nothing_of_the_first() -> None:
    table = duel()
    table.say("gruk damage 40 crushing chest")
    table.fall(10, 61, 3, 3)
    table.say("gruk checks")
    due = table.due("gruk", RECOVER)
    assert due is not None and table.now["gruk"].condition("stunned") is not None
    table.say("anna wait", "+5", "gruk damage 1 crushing head")
    table.fall(36 - 30 + 25)
    table.say("gruk checks")
    assert [roll.margin for roll in rolls(table, "shock")] == [-25, -25]
    gained = [e for e in table.events() if isinstance(e, ev.ConditionGained) and e.condition == "stunned"]
    assert len(gained) == 1 and len(rolls(table, "recovery")) == 1
    assert table.due("gruk", RECOVER) == due


# Close combat


def test_a_second_weaker_grapple_leaves_the_hold_as_strong_as_it_was() -> None:
    table = bout(ANNA_BARE)
    tried(table, "anna grapple gruk", 32)
    tried(table, "anna grapple gruk", 70)
    assert rolls(table, "attack")[-1].margin == 7
    assert table.now["gruk"].mark("hold") == 20


# Time


@pytest.mark.parametrize(("counts", "points"), [(5999, 10), (6000, 16)])
def test_a_meal_of_exactly_ten_minutes_is_one_and_a_count_less_is_none(counts: int, points: int) -> None:
    table = at_once(ANNA)
    table.say("next", "anna wait", "fix anna PEX 10", "anna eats", f"+{counts}", "anna idles")
    assert table.now["anna"].pool("PEX") == points


@pytest.mark.parametrize(("face", "counts"), [(18, 10 + 2), (19, 20 + 2)])
def test_a_fast_draw_of_what_is_not_learnt_has_half_the_chance_and_is_two_counts_later(face: int, counts: int) -> None:
    unlearnt = {key: value for key, value in ANNA["weapon"][0].items() if key != "skill"}
    table = duel({**ANNA, "skill": [], "weapon": [{**unlearnt, "drawn": False}]})
    table.fall(face)
    table.say("anna fastdraw sword")
    assert rolls(table, "fastdraw")[0].chance == 18
    assert table.now["anna"].actions[0].speed == counts
