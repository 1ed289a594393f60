"""Figures and comparisons at their very edge: what one step more or less would make of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.hybrid import from_the_digest as digest
from tests.hybrid.kit import (
    ANNA,
    ANNA_BARE,
    GRUK,
    HOB,
    LONG,
    SEER,
    bout,
    duel,
    inside,
    refused,
    rolls,
    tried,
    with_weapon,
)
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.actions.social_checks import is_losing
from tracker.games.hybrid.blows import knockback, shock
from tracker.games.hybrid.blows.odds import HitOdds
from tracker.games.hybrid.body.conditions import RECOVER
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import hit_location as location
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.model import events as ev

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
    table.say("next", "anna wait", "fix anna PEX 10", "fix anna MEX 10", "anna eats", f"+{counts}", "anna idles")
    assert table.now["anna"].pool("PEX") == table.now["anna"].pool("MEX") == points


@pytest.mark.parametrize(("face", "counts"), [(18, 10 + 2), (19, 20 + 2)])
def test_a_fast_draw_of_what_is_not_learnt_has_half_the_chance_and_is_two_counts_later(face: int, counts: int) -> None:
    unlearnt = {key: value for key, value in ANNA["weapon"][0].items() if key != "skill"}
    table = duel({**ANNA, "skill": [], "weapon": [{**unlearnt, "drawn": False}]})
    table.fall(face)
    table.say("anna fastdraw sword")
    assert rolls(table, "fastdraw")[0].chance == 18
    assert table.now["anna"].actions[0].speed == counts


# Sheets and perception


def test_a_stat_that_is_given_wins_over_what_is_reckoned() -> None:
    table = duel(gruk={**GRUK, "derived": {"PDF": 20}})
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 20


def test_of_two_skills_of_perception_one_looks_with_the_better() -> None:
    ranks = {"Combat Perception": 6, "General Perception": 2}
    seeing = [{"name": name, "basis": ["PAW"], "rank": rank} for name, rank in ranks.items()]
    for skills in (seeing, seeing[::-1]):
        table = duel({**ANNA, "skill": [*ANNA["skill"], *skills]})
        assert table.ask("why anna perception").words[-2] == f"chance {36 + 6 * 4} %"


@pytest.mark.parametrize(("face", "unaware"), [(36, set()), (37, {"gruk"})])
def test_a_look_that_succeeds_makes_aware_and_one_that_fails_does_not(face: int, unaware: set[str]) -> None:
    table = duel()
    table.fall(face, 3, 3)
    table.say("anna unaware of gruk", "anna look", "next")
    assert set(table.now["anna"].unaware_of) == unaware


def test_ones_own_side_and_the_unconscious_are_not_asked_to_notice_who_strikes() -> None:
    table = at_once(ANNA, GRUK, HOB)
    table.fall(3, 3)
    table.say("fix anna count 60", "fix hob count 70", "next", "hob unaware of gruk", "fix anna unconscious on")
    table.say("anna unaware of gruk")
    seen = len(rolls(table, "perception"))
    table.fall(99, 3, 3)
    table.say("gruk attack anna", "next")
    assert len(rolls(table, "perception")) == seen


# Defence


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_unconscious_have_no_defence(edition: str) -> None:
    table = duel(edition=edition)
    table.fall(3, 3, 99, 3, 3)
    table.say("fix gruk unconscious on", "anna attack gruk", "next")
    assert rolls(table, "attack")[0].chance == 64


def test_the_stunned_do_not_evade() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 12", "next", "gruk evade")
    table.fall(3, 3, 99, 3, 3)
    table.say("fix gruk stunned on", "next", "anna attack gruk", "next")
    assert rolls(table, "attack")[0].chance == 64 - 12


def test_lying_down_is_no_hindrance_to_the_minds_defence() -> None:
    table = duel(SEER)
    table.fall(99, 3, 3)
    table.say("fix gruk prone on", "anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 45 + 24 - 12


def test_an_explosion_cannot_be_parried() -> None:
    table = duel(with_weapon(type="explosive"))
    table.say("anna attack gruk", "next")
    assert refused(table, "gruk parry").startswith("Gruk cannot parry an explosion.")


def test_a_bind_is_tried_once_at_a_moment() -> None:
    table = duel()
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry", "fix gruk count 24", "next")
    table.fall(84, 99)
    table.say("gruk unbind")
    assert "has tried at this count already" in refused(table, "gruk unbind")


def test_pressing_in_weighs_on_blows_and_parries_and_nothing_else() -> None:
    table = duel(LONG)
    table.say("anna advance gruk")
    assert table.ask("why anna strike").words[-2] == f"chance {64 + 4 * 5} %"
    assert table.ask("why anna perception").words[-2] == "chance 36 %"


# Where it lands and what it does


@pytest.mark.parametrize(
    ("limb", "parts"),
    [
        ("arm", {1: "upper arm", 43: "upper arm", 44: "lower arm", 86: "lower arm", 87: "hand", 100: "hand"}),
        ("leg", {1: "upper leg", 53: "upper leg", 54: "lower leg", 93: "lower leg", 94: "foot", 100: "foot"}),
    ],
)
def test_a_called_limb_is_hit_in_the_proportions_of_the_table(limb: str, parts: dict[int, str]) -> None:
    for edition in EDITIONS:
        assert {roll: location.of_limb(limb, roll, book(edition)) for roll in parts} == parts


def test_a_helmet_covers_the_eyes() -> None:
    table = duel(gruk={**GRUK, "armour": [{"name": "Helmet", "covers": ["head"], "stops": {"all": 5}}]})
    table.fall(42, 3, 3)
    table.say("anna attack gruk called eye df +16", "next", "gruk nothing")
    assert (struck(table).location, struck(table).stopped) == ("head", 5)


def test_armour_stops_nothing_of_what_strikes_the_mind() -> None:
    table = duel(SEER, {**GRUK, "armour": [{"name": "Mail", "stops": {"all": 40}}]})
    table.fall(57, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert (struck(table).damage, struck(table).stopped) == (14, 0)


def test_more_than_half_of_the_fatigue_or_a_quarter_of_the_body_knocks_back_and_any_explosion() -> None:
    gruk = duel().now["gruk"]
    for edition in EDITIONS:
        heavy = {
            (kind, fatigue, body): knockback.knocks_back(gruk, kind, fatigue, body, book(edition))
            for kind in ("crushing", "explosive", "cutting")
            for fatigue, body in ((0, 6), (0, 7), (18, 0), (19, 0))
        }
        crushing = [just for (kind, *_), just in heavy.items() if kind == "crushing"]
        assert crushing == [False, True, False, True]
        assert all(just for (kind, *_), just in heavy.items() if kind == "explosive")
        assert not any(just for (kind, *_), just in heavy.items() if kind == "cutting")


def test_each_wound_bleeds_for_itself_and_takes_fatigue_while_there_is_some() -> None:
    table = duel()
    table.say("fix gruk bleeding on", "fix gruk bleeding on", "anna wait", "to 31")
    gruk = table.now["gruk"]
    assert [key for key in ("bleeding-1", "bleeding-2") if gruk.condition(key)] == ["bleeding-1", "bleeding-2"]
    assert (gruk.pool("PFT"), gruk.pool("PBD")) == (36 - 2, 24)


def test_a_crushing_wound_does_not_bleed() -> None:
    table = duel(with_weapon(type="crushing"))
    table.say("fix gruk PFT 10", "anna attack gruk")
    table.fall(52, 20, 36, 3, 3)
    table.say("next", "gruk nothing")
    assert table.now["gruk"].pool("PBD") == 24 - 3
    assert rolls(table, "shock") and not rolls(table, "bleeding")


def test_a_graver_shock_takes_the_place_of_the_milder_one() -> None:
    table = duel()
    table.say("fix gruk PFT 0", "gruk damage 1 crushing chest")
    table.fall(37)
    table.say("gruk checks")
    assert table.now["gruk"].condition("jolted") is not None
    table.say("gruk damage 1 crushing chest")
    table.fall(61, 3, 3)
    table.say("gruk checks")
    assert table.now["gruk"].condition("stunned") is not None and table.now["gruk"].condition("jolted") is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_head_weighs_on_shock_though_rolled_with_the_blow(edition: str) -> None:
    of = {place: sum(df for df, _ in shock.shock_dfs(place, True, book(edition))) for place in ("head", "chest")}
    assert of == {"head": -6 + 5, "chest": 5}


def test_a_grip_helps_no_fist() -> None:
    table = bout(ANNA_BARE)
    tried(table, "anna attack gruk close fist", 99)
    tried(table, "anna grapple gruk", 32)
    tried(table, "anna attack gruk close fist", 99)
    before, _, after = (roll.chance for roll in rolls(table, "attack"))
    assert before == after


def test_what_lies_on_one_in_the_game_masters_own_words_lies_on_resistances_too() -> None:
    table = duel()
    table.say("fix gruk PFT 0", 'gruk is "half dead" -2', "gruk damage 1 crushing chest")
    table.fall(36 - 10)
    table.say("gruk checks")
    assert (rolls(table, "shock")[0].chance, rolls(table, "shock")[0].margin) == (36 - 10, 0)


def test_all_experience_in_hand_can_be_taken_back_and_not_a_point_more() -> None:
    table = duel()
    table.say("anna gains 3", "anna gains -3")
    assert table.now["anna"].mark("experience") == 0
    assert "cannot be taken away" in refused(table, "anna gains -1")


def test_a_side_that_is_wholly_out_is_not_losing_any_more() -> None:
    rules, losing = Rulebook.under(), []
    for out in ((), ("gruk",), ("gruk", "hob")):
        table = at_once(ANNA, GRUK, HOB)
        table.say(*(f"fix {who} PBD 0" for who in out))
        losing.append(is_losing(table.now, rules, "raiders"))
    assert losing == [False, True, False]


def test_without_a_block_nothing_is_told_of_one() -> None:
    table = duel()
    table.fall(52, 40, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert not [line for line in struck(table).sum if "blocked" in line]


def test_an_attack_at_nothing_cannot_hit_and_one_at_a_percent_can() -> None:
    assert [HitOdds(Chance(Fraction(percent))).can_hit for percent in (0, 1)] == [False, True]


def test_the_df_that_a_sheet_gives_a_skill_is_in_its_chance() -> None:
    table = duel({**ANNA, "skill": [{**ANNA["skill"][0], "df": -2}]})
    assert table.ask("why anna strike").words[-2] == f"chance {64 - 2 * 5} %"


def test_a_df_of_forty_can_be_said_and_none_beyond_and_no_less_than_one_speed_point() -> None:
    table = duel()
    for word, can in (("40", True), ("-40", True), ("41", False), ("-41", False)):
        if can:
            table.say(f"anna attack gruk df {word} for a test", "undo")
        else:
            assert "from -40 to 40" in refused(table, f"anna attack gruk df {word} for a test")
    assert "Give the speed points to spend" in refused(table, "anna attack gruk speed 0")
    assert "Give the speed points to spend" in refused(table, "anna attack gruk speed 1001")
    for points in (1, 1000):
        assert "Say how many" not in refused(table, f"anna attack gruk speed {points}")


def test_points_left_may_be_all_there_are_and_not_one_more() -> None:
    assert duel({**ANNA, "pools": {"PFT": 36}}).now["anna"].pool("PFT") == 36
    with pytest.raises(ValueError, match="36"):
        duel({**ANNA, "pools": {"PFT": 37}})


def test_who_runs_does_not_accelerate_to_a_run() -> None:
    table = duel()
    table.say("anna runs")
    assert "moves as fast already" in refused(table, "anna accelerate run")
