"""Weapons in hand: drawn, drawn fast, not learnt, not familiar, bound."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, GRUK, LONG, duel, refused, rolls
from tests.hybrid.table import at_once


def test_one_without_the_skill_has_half_the_chance_and_is_two_counts_later() -> None:
    unskilled = {**ANNA, "skill": [], "weapon": [{"name": "Axe", "speed": 7, "damage": 10, "type": "cutting"}]}
    table = duel(unskilled)
    table.fall(99, 3, 3)
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 9
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 18 - 12


def test_a_weapon_not_in_hand_must_be_drawn() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    assert "not in hand" in refused(table, "anna attack gruk sword")
    table.say("anna draw")
    assert table.now["anna"].actions[0].speed == 20
    table.say("undo")
    table.fall(64)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 10
    table.say("undo")
    table.fall(65)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 20


def test_a_second_narrow_parry_does_not_bind_what_is_bound() -> None:
    strong = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 10}]}
    table = at_once(LONG, strong, {**strong, "name": "Hob"}, house_rules={"must_close": False})
    table.say("fix anna count 60", "next", "gruk attack anna", "hob attack anna", "next", "anna parry")
    table.fall(60, 43, 60, 43, 3, 3, 3, 3)
    table.say("anna parry")
    bound = [one.id for one in table.now if one.condition("bound") is not None]
    assert bound == ["anna", "gruk"]


def test_growing_familiar_and_meeting_people_mind_what_lies_on_everyone() -> None:
    strange = {**ANNA, "weapon": [{**ANNA["weapon"][0], "unfamiliar": True}]}
    table = duel(strange, scene={"light": "75% off"})
    table.fall(5, 3, 3, 50)
    table.say("anna familiarise", "next", "anna presence")
    assert rolls(table, "familiar")[0].chance == 36 - 15 - 20
    assert rolls(table, "presence")[0].chance == 36 - 15 - 20
