"""Conditions: what lies on one adds up, how they end, what a stun is recovered from (H-COND, H-ACT-6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused, rolls
from tests.hybrid.table import Table
from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model.combatant import Condition


@current_tables
def test_wounds_and_exhaustion_add_up() -> None:
    for body, exhaustion, df in ((19, 60, 0), (18, 60, -2), (12, 60, -4), (6, 60, -8), (6, 0, -14)):
        table = duel(house_rules={"fumble": "note"})
        table.say(f"fix anna PBD {body}", f"fix anna PEX {exhaustion}")
        table.fall(99, 3, 3)
        table.say("anna attack gruk", "next", *(["gruk nothing"] if 52 + 5 * df > 0 else []))
        assert rolls(table, "attack")[0].chance == 64 - 12 + 5 * df


def test_nobody_runs_on_lying_or_senseless() -> None:
    table = duel()
    table.say("gruk runs", "fix gruk prone on")
    assert table.now["gruk"].condition("moving") is None
    assert "stand" in refused(table, "gruk runs")
    table.say("gruk crawls")
    table.fall(3, 3)
    table.say("fix gruk unconscious on")
    assert "unconscious" in refused(table, "gruk jogs")


def test_prone_by_hand_ends_evading() -> None:
    table = duel()
    table.say("anna evade", "fix anna prone on")
    assert table.now["anna"].condition("evading") is None


def test_a_stun_by_hand_has_no_older_difficulty() -> None:
    table = duel()
    table.fall(90, 3, 3)
    table.say("fix gruk PFT 0", "gruk damage 1 crushing head", "gruk checks", "anna wait")
    table.fall(6, 3, 3)
    table.say("next")
    assert table.now["gruk"].condition("badly stunned") is None
    table.fall(3, 3)
    table.say("fix gruk stunned on")
    table.fall(36, 3, 3)
    table.say("next")
    assert rolls(table, "shock")[-1].chance == 36


def test_an_end_goes_with_its_condition() -> None:
    table = duel()
    table.say("anna wait", "fix gruk jolted on until 40", "fix gruk jolted off", "fix gruk jolted on", "to 50")
    assert table.now["gruk"].condition("jolted") is not None
    table = duel()
    table.say("anna wait", "fix gruk bleeding on until 40", "to 50")
    assert not [c for c in table.now["gruk"].conditions if c.key.startswith("bleeding")]
    assert table.due("gruk", "bleed") is None


def test_a_condition_that_comes_again_does_not_end_with_the_one_before_it() -> None:
    table = duel()
    table.fall(3, 3)
    table.say("fix gruk count 200", "fix anna prone on until 80", "anna stand", "next")
    assert table.now["anna"].condition("prone") is None and table.due("anna", "end") is None
    table.fall(3, 3)
    table.say("next", "anna drop", "next", "anna wait", "to 90")
    assert table.now["anna"].condition("prone") is not None


def test_a_recovery_that_cannot_succeed_does_not_run_for_ever() -> None:
    table = duel(ANNA, {**GRUK, "stats": {"PEN": 10}})
    table.say("fix gruk PFT 0", "gruk damage 5 crushing head")
    table.fall(30, 3, 3)
    table.say("gruk checks", "anna wait")
    for _ in range(3):
        table.fall(50, 3, 3)
        table.say("next")
    assert table.due("gruk", "recover") is not None and table.now.count == 11 + 3 * 51


def test_recovery_is_as_hard_as_the_check_that_failed() -> None:
    table = duel()
    table.fall(90, 3, 3)
    table.say("fix gruk PFT 0", "gruk damage 1 crushing head", "gruk checks", "anna wait")
    table.fall(50, 3, 3)
    table.say("next")
    failed, again = rolls(table, "shock")
    assert (failed.chance, again.chance) == (36 - 30, 36 - 30), "the head is hard to bear, and to get over"


def stunned(*lines: str) -> Table:
    """Gruk was due at 60, and is stunned by hand at 11; his recovery is due at 62."""
    table = duel()
    table.fall(3, 3)
    table.say("fix gruk stunned on", *lines)
    assert (table.due("gruk"), table.due("gruk", "recover")) == (None, 11 + 6 + 45)
    return table


def test_a_stun_ended_by_hand_needs_no_recovery_and_brings_initiative() -> None:
    table = stunned()
    table.fall(3, 3)
    table.say("fix gruk stunned off")
    assert (table.due("gruk"), table.due("gruk", "recover")) == (11 + 12, None)


def test_of_two_stuns_by_hand_the_one_that_stays_is_recovered_from_once() -> None:
    table = stunned("fix gruk badly stunned on")
    assert len(rolls(table, "recovery")) == 1
    table.say("fix gruk stunned off")
    assert (table.due("gruk"), table.due("gruk", "recover")) == (None, 62)


def test_a_stun_with_an_end_of_its_own_is_not_recovered_from_and_ends_with_initiative() -> None:
    table = duel()
    table.say("fix gruk stunned on until 40", "anna wait")
    assert table.due("gruk", "recover") is None
    table.fall(3, 3)
    table.say("to 40")
    assert table.now["gruk"].condition("stunned") is None and table.due("gruk") == 40 + 12
    assert not rolls(table, "shock") and not rolls(table, "recovery")


def test_one_who_has_come_round_before_its_recovery_is_not_checked_again() -> None:
    table = stunned("anna wait")
    table.session.encounter = table.now.with_combatant(replace(table.now["gruk"], conditions=()))
    table.fall(3, 3)
    table.say("to 62")
    assert not rolls(table, "shock") and table.due("gruk") == 62 + 12


def test_what_made_a_shock_hard_is_forgotten_once_it_is_over() -> None:
    table = duel()
    table.fall(90, 3, 3)
    table.say("fix gruk PFT 0", "gruk damage 1 crushing head", "gruk checks", "anna wait")
    assert table.now["gruk"].mark("shock.df") == -6
    table.fall(6, 3, 3)
    table.say("next")
    assert table.now["gruk"].mark("shock.df") == 0 and table.due("gruk", "recover") is None


def test_a_jolt_is_not_recovered_from_and_takes_nothing_that_is_pending() -> None:
    table = duel()
    table.say("fix gruk PFT 0", "gruk damage 1 crushing chest")
    table.fall(37)
    table.say("gruk checks")
    assert table.now["gruk"].condition("jolted") is not None
    assert (table.due("gruk"), table.due("gruk", "recover")) == (60, None)


@pytest.mark.parametrize(
    ("failed_by", "state"), [(24, "jolted"), (25, "stunned"), (50, "badly stunned"), (63, "badly stunned")]
)
def test_the_grade_of_a_shock_by_hand_goes_by_how_far_the_check_failed(failed_by: int, state: str) -> None:
    table = duel()
    table.say("fix gruk PFT 0", "gruk damage 1 crushing chest")
    table.fall(36 + failed_by, 3, 3)
    table.say("gruk checks")
    assert [one.key for one in table.now["gruk"].conditions if one.key != "moving"] == [state]


def test_the_unconscious_fall_and_let_go_and_the_stunned_do_not() -> None:
    for state, falls in (("unconscious", True), ("badly stunned", False)):
        table = duel()
        table.fall(3, 3)
        table.say(f"fix gruk {state} on")
        assert (table.now["gruk"].condition("prone") is not None) is falls


def test_of_two_wounds_the_one_that_is_staunched_by_hand_bleeds_no_more() -> None:
    table = duel()
    table.say("fix gruk bleeding on", "anna wait", "to 20", "fix gruk bleeding on", "fix gruk bleeding-1 off")
    assert [one.key for one in table.now["gruk"].conditions] == ["bleeding-2"]
    table.say("to 39")
    assert table.now["gruk"].pool("PFT") == 36
    table.say("to 40")
    assert table.now["gruk"].pool("PFT") == 35


def test_a_wound_begun_by_hand_ends_when_it_was_said_to_and_only_then() -> None:
    table = duel()
    table.say("anna wait", "fix gruk bleeding on until 52", "fix gruk count 90", "to 51")
    assert table.now["gruk"].pool("PFT") == 36 - 2 and table.now["gruk"].condition("bleeding-1") is not None
    table.say("to 52")
    assert table.now["gruk"].condition("bleeding-1") is None and table.due("gruk", "bleed") is None


def test_what_lies_on_a_fighter_is_that_of_its_points_its_conditions_and_the_scene_of_this_moment() -> None:
    table, rules = duel(), Rulebook.under()
    for line in ("fix anna stunned on until 90", "fix anna PBD 1", "scene df -2", "scene df 0"):
        before = conditions.dfs_on_action(table.now["anna"], rules)
        table.say(line)
        now = conditions.dfs_on_action(table.now["anna"], rules)
        assert before != now == conditions.dfs_on_action(table.now["anna"], Rulebook.under())


def test_what_lies_on_a_fighter_is_reckoned_once_while_only_its_actions_and_marks_change() -> None:
    table, rules = duel(), Rulebook.under()
    before = conditions.dfs_on_action(table.now["anna"], rules)
    table.say("anna attack gruk")
    assert conditions.dfs_on_action(table.now["anna"], rules) is before


def test_what_lies_on_fighters_is_kept_for_so_many_of_them_and_reckoned_anew_for_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, rules, kept = duel(), Rulebook.under(), []
    monkeypatch.setattr(conditions, "MOST_KEPT", 3)
    for use in (conditions.OTHER, conditions.OFFENSIVE, conditions.DEFENSIVE, conditions.PERCEIVING, conditions.OTHER):
        conditions.dfs_on_action(table.now["anna"], rules, use)
        kept.append(len(rules.dfs_now))
    assert kept == [1, 2, 3, 1, 2]


def test_base_chances_are_kept_for_so_many_sheets_and_reckoned_anew_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table = duel()
    monkeypatch.setattr(skills, "MOST_KEPT", 3)
    rules, anna = Rulebook.under(), table.now["anna"]
    sheet = sheet_of(anna)
    kept = []
    for _ in range(5):
        skills.with_weapon(anna, replace(sheet), sheet.weapons[0], rules)
        kept.append(len(rules.base_chances))
    assert kept == [1, 2, 3, 1, 2]


def test_one_who_is_stunned_to_a_fixed_end_rolls_no_initiative_when_it_is_struck() -> None:
    table = duel()
    table.say("fix gruk stunned on until 90", "anna attack gruk")
    table.fall(50, 40, 3, 3)
    before = len(rolls(table, "initiative"))
    table.say("next")
    assert [roll.who for roll in rolls(table, "initiative")[before:]] == ["anna"]


def test_of_strength_and_agility_the_better_keeps_on_its_feet_and_of_two_equal_ones_strength() -> None:
    for stats, stat, chance in (({}, "PST", 36), ({"PAG": 13}, "PAG", 39), ({"PST": 13}, "PST", 39)):
        table = duel(gruk={**GRUK, "stats": stats, "derived": {"PFT": 36, "PBD": 24}})
        table.fall(1)
        table.say("gruk damage 30 crushing chest", "gruk checks")
        assert rolls(table, "knockback")[0].sum[0].startswith(f"3 × {stat} ")
        assert rolls(table, "knockback")[0].chance == chance - 10


def test_what_the_game_master_makes_up_weighs_once_and_unconsciousness_not_at_all() -> None:
    table = duel()
    table.say('anna is "dizzy" -2')
    assert table.ask("why anna strike").words[-2] == "chance 54 %"
    assert len([line for line in table.ask("why anna strike").words if "dizzy" in line]) == 1
    table = duel()
    table.fall(3, 3)
    table.say("fix anna unconscious on")
    assert not [line for line in table.ask("why anna strike").words if "unconscious" in line]


def test_a_stun_by_hand_on_top_of_a_shock_has_not_the_difficulty_of_that_shock() -> None:
    table = duel()
    table.fall(31, 3, 3)
    table.say("fix gruk PFT 0", "gruk damage 1 crushing head", "gruk checks")
    assert table.now["gruk"].condition("stunned") is not None and table.now["gruk"].mark("shock.df") == -6
    table.say("fix gruk badly stunned on", "anna wait")
    table.fall(36, 3, 3)
    table.say("next")
    assert rolls(table, "shock")[-1].chance == 36 and table.now["gruk"].condition("badly stunned") is None


def test_lost_balance_and_each_shock_weigh_what_they_are_given() -> None:
    for key, df in (("off balance", -4), ("jolted", -2), ("stunned", -4), ("badly stunned", -6)):
        table = duel()
        table.fall(3, 3)
        table.say(f"fix anna {key} on")
        assert table.ask("why anna strike").words[-2] == f"chance {64 + 5 * df} %"


@pytest.mark.parametrize(
    ("key", "of", "seen"),
    [
        *(("closed:gruk", "gruk", "closed in"), ("bleeding-2", "", "bleeding"), ("moving", "run", "run")),
        *(("prone", "", "prone"), ("all out", "physical", ""), ("preset", "", ""), ("advanced", "gruk", "")),
    ],
)
def test_of_others_conditions_players_see_what_anybody_sees_without_names(key: str, of: str, seen: str) -> None:
    assert conditions.visible(Condition(key, "known to the game master", of=of)) == seen
