"""Conditions: what lies on one adds up, how they end, what a stun is recovered from (H-COND, H-ACT-6)."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused, rolls


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
