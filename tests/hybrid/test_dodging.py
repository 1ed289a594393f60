"""Dodging: into the air, late, and what is not done out of it."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, ANNA_WITH_KNIFE, GRUK, GUARD, SEER, bout, duel, refused, rolls
from tests.hybrid.table import at_once


def test_the_dodging_do_not_fend_and_grips_are_not_blocked() -> None:
    table = at_once(ANNA_WITH_KNIFE, GUARD)
    table.say("fix gruk count 12", "next", "anna close gruk", "next", "gruk dodge")
    table.fall(3, 3)
    table.say("next")
    assert table.now["anna"].condition("closed:gruk") is not None, "nobody was asked"
    table = bout()
    table.say("anna grapple gruk", "next")
    assert "hands get hold" in refused(table, "gruk block")


def test_late_dodge_knows_gravity_minds_and_evading() -> None:
    table = duel(house_rules={"late_dodge": True}, scene={"gravity": "100% off"})
    table.say("anna attack gruk", "next")
    assert "gravity" in refused(table, "gruk drop")
    table = at_once(SEER, GRUK, house_rules={"late_dodge": True})
    table.say("fix gruk count 60", "next", "anna attack gruk", "next")
    assert "mind" in refused(table, "gruk dodge")
    table = at_once(ANNA, GRUK, house_rules={"late_dodge": True})
    table.say("fix anna count 14", "fix gruk count 12", "next", "gruk evade", "gruk act lift heavy", "next")
    table.fall(60, 3, 3)
    table.say("anna attack gruk", "next", "gruk dodge")
    assert table.now["gruk"].condition("evading") is None
    assert table.now["gruk"].marks["dodge.evading"] is True


def test_out_of_a_dodge_nobody_rolls_with_a_blow() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 14", "fix gruk count 12", "next", "gruk dodge", "next", "anna attack gruk")
    table.fall(60, 3, 3)
    table.say("next")
    assert table.now["gruk"].condition("dodging") is not None, "nothing is open, so nobody was asked"
    assert rolls(table, "attack")[0].chance == 64 - 36
