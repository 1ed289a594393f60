"""Attacks on the mind: no place, no armour, MDF, MFT and MBD, shock on MEN (H-ATK-1, ruling 43)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, BLAST, GRUK, SEER, current_tables, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.model import events as ev
from tracker.model.combatant import Presence

GOBLIN = {**GRUK, "stats": {"PSI": 9, "MAG": 9}, "armour": [{"name": "Mail", "stops": {"all": 30}}]}


def duel(seer: dict[str, Any] = SEER, gruk: dict[str, Any] = GOBLIN, **options: Any) -> Table:
    table = at_once(seer, gruk, **options)
    table.say("fix gruk count 60", "next")
    return table


def test_the_chance_is_on_mental_combat_less_mental_defence() -> None:
    table = duel()
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 12 - 3
    table.fall(90, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 45 + 24 - 9


def test_damage_comes_off_the_mind_past_armour_and_without_a_place() -> None:
    table = duel()
    table.fall(15, 99, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck))
    assert (struck.tier, struck.damage, struck.location, struck.stopped) == ("Notable Success", 21, "", 0)
    gruk = table.now["gruk"]
    assert (gruk.pool("MFT"), gruk.pool("MBD"), gruk.pool("PFT")) == (33 - 14, 24 - 7, 36)
    assert not rolls(table, "location") and not rolls(table, "bleeding")
    assert rolls(table, "shock")[0].sum[0].startswith("3 × MEN")


def test_the_stunned_of_mind_recover_on_the_mind() -> None:
    table = duel()
    table.fall(15, 90, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert table.now["gruk"].condition("badly stunned") is not None
    table.fall(20, 3, 3)
    table.say("next", "anna wait", "next")
    assert rolls(table, "shock")[-1].sum[0].startswith("3 × MEN")


@current_tables
def test_an_empty_mind_is_down() -> None:
    table = duel()
    table.say("fix gruk MFT 0", "fix gruk MBD 5")
    table.fall(50, 3, 3)
    table.say("anna attack gruk", "next")
    assert table.now["gruk"].presence is Presence.DOWN


def test_only_weapons_of_the_mind_parry_and_bodies_do_not_crouch() -> None:
    table = duel()
    table.say("anna attack gruk", "next")
    refusal = refused(table, "gruk parry")
    assert "no weapon of the mind" in refusal
    assert "mind" in refused(table, "gruk crouch")
    table = duel(SEER, {**GOBLIN, "weapon": [*GOBLIN["weapon"], {**BLAST, "name": "Ward", "skill": "Short Sword"}]})
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry ward")
    assert rolls(table, "parry")[0].chance == 36 + 4 - 15 - 10


def test_rolling_with_it_is_a_check_of_the_mind() -> None:
    table = duel()
    table.fall(50, 20, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk roll")
    assert rolls(table, "roll")[0].chance == 27


def test_initiative_goes_by_the_mind_when_the_intent_does() -> None:
    seer = {**SEER, "derived": {"MSPD": 10, "PSPD": 0}}
    table = Table(seer, GRUK, dice=[1, 3, 3, 1, 6, 6])
    table.say("begin")
    assert table.due("anna") == 6 + 8 - 5
    table = Table(seer, GRUK, dice=[1, 3, 3, 1, 6, 6])
    table.say("anna intent physical", "begin")
    assert table.due("anna") == 6 + 8


def test_what_is_declared_says_what_the_next_initiative_goes_by() -> None:
    two = {**SEER, "derived": {"MSPD": 10, "PSPD": 0}, "intent": "physical"}
    two["weapon"] = [BLAST, {**ANNA["weapon"][0], "skill": "Mind Blast"}]
    table = duel(two)
    table.fall(90, 3, 3)
    table.say("anna attack gruk mind-blast", "next", "gruk nothing")
    assert table.due("anna") == 20 + 14 - 5
    table.fall(90, 3, 3)
    table.say("next", "anna attack gruk sword", "next", "gruk nothing")
    assert rolls(table, "initiative")[-1].sum[1].startswith("reaction PSPD")


def test_exhausted_minds_and_all_out_weigh_in_the_mental_column() -> None:
    table = duel()
    table.say("fix anna MEX 0")
    assert table.ask("why anna strike").words[-2] == f"chance {69 - 30} %"
    table.say("fix anna MEX 60", "fix anna PEX 0")
    assert table.ask("why anna strike").words[-2] == f"chance {69 - 15} %"
    table.say("fix anna PEX 60", "anna attack gruk allout")
    assert any("own MDF" in line and "+15" in line for line in table.ask("why anna strike").words)
    defence = table.ask("why anna defence").words
    assert "1 × PDF" in defence[0] and "0 × MDF" in defence[1], "only the mind is left open"


def test_a_mind_has_no_place_to_aim_at() -> None:
    assert "no place to aim at" in refused(duel(), "anna attack gruk called head")


def test_focus_strikes_bodies_with_the_mind() -> None:
    push = {"name": "Push", "use": "focus", "speed": 8, "damage": 6, "type": "crushing"}
    table = duel({**SEER, "weapon": [push]})
    table.fall(1, 40, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 11, "half of 3 × FCS 15, less PDF"
    struck = next(event for event in table.events() if isinstance(event, ev.Struck))
    assert struck.location == "abdomen" and struck.stopped == 12


@pytest.mark.parametrize("kind", ["explosive", "laser", "energy", "projectile", "cutting"])
def test_what_a_blow_of_the_mind_is_parried_with_goes_by_the_mind_and_not_by_its_type(kind: str) -> None:
    ward = {**GOBLIN, "skill": [{"name": "Ward", "basis": ["MCA"], "rank": 5}, *GRUK["skill"]]}
    ward["weapon"] = [{"name": "Ward", "use": "mental", "speed": 6, "damage": 0}, *GRUK["weapon"]]
    table = duel({**SEER, "weapon": [{**BLAST, "type": kind}]}, ward)
    table.say("anna attack gruk", "next")
    offered = {c.word: c for c in table.session.rules.choices.answers(table.now, table.now.question)}  # type: ignore[arg-type]
    assert offered["parry"].told == f"parry {30 + 20 - 15} %", "3 × MCA 10, rank 5, −3 as any parry"
    assert "no weapon of the mind" in refused(table, "gruk parry short-sword")
    table.fall(50, 5, 3, 3)
    table.say("gruk parry")
    assert next(event for event in table.events() if isinstance(event, ev.Struck)).outcome == "parried"


def test_without_a_weapon_of_the_mind_nothing_parries_even_an_explosive_one() -> None:
    table = duel({**SEER, "weapon": [{**BLAST, "type": "explosive"}]})
    table.say("anna attack gruk", "next")
    refusal = refused(table, "gruk parry")
    assert "no weapon of the mind" in refusal


def test_the_minds_of_both_matter_while_an_attack_on_one_is_under_way_and_its_targets_show_them() -> None:
    table = duel()
    rules = table.session.rules
    assert not rules.display.pools_at_risk(table.now)
    (choice,) = rules.choices.menu(table.now, "anna", ("attack", "mind-blast")).choices
    assert choice.price.endswith("MFT 33/33 MBD 24/24"), "not the pools of the body, which it does not touch"
    table.say("anna attack gruk")
    assert rules.display.pools_at_risk(table.now) == {"anna": ("mind",), "gruk": ("mind",)}
    assert {pool.group for pool in table.now["gruk"].profile.pools} == {"", "mind"}
