"""The files of Prism: every key is checked, mistakes are told with what was meant, figures are never guessed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import ROOT, call
from tests.prism.table import BOB, DAN, EVE, pools, say, table
from tracker.storage.mistakes import Mistakes


def bob(**more: Any) -> dict[str, Any]:
    return {**BOB, **more}


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (bob(weapon=[{"name": "Pistol", "skill": "Pistl"}]), 'goes by skill "Pistl".*did you mean "Pistol"'),
        (bob(weapon=[{"name": "Rock", "skill": ""}]), 'weapon "Rock" goes by no skill'),
        (bob(weapon=[BOB["weapon"][0]] * 2), "is there twice"),
        (bob(skill=[{"name": "Pistol", "attribute": "Cordination"}]), 'did you mean "Coordination"'),
        (bob(now={"Energy": 21}), "now.Energy 21 is more than the 20"),
        (bob(armour=[{"name": "Vest", "capacity": 5, "left": 6}]), "left 6 is more than its capacity 5"),
        (bob(weapon=[{**BOB["weapon"][0], "threshold": 4}]), "a threshold but no capacity"),
        (bob(orders="hide"), "orders .hide. are unknown; there are attack"),
        (bob(dodge=3), "dodge"),
        (bob(attributes={"Speed": 201}), "200"),
        (bob(dodges=["bullets"]), "firearms"),
        (bob(sped=3), "sped"),
    ],
)
def test_mistakes_of_a_combatant_are_told(entry: dict[str, Any], why: str) -> None:
    with pytest.raises(Mistakes, match=why):
        table(entry, DAN)


@pytest.mark.parametrize(("right", "wrong", "line"), [('skill = "Pistol"', 'skill = "Pistl"', 8), ("Aim", "Aiim", 6)])
def test_a_mistyped_skill_or_attribute_is_told_on_its_line(tmp_path: Path, right: str, wrong: str, line: int) -> None:
    text = """system = "prism"
[[combatant]]
name = "Bob"
attributes = { Aim = 10 }

skill = [{ name = "Pistol", attribute = "Aim" }]

weapon = [{ name = "Gun", skill = "Pistol", modifier = 4, harm = "trauma", use = "firearm" }]
"""
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    assert call("check", path).code == 0
    head, body = text[:80], text[80:]
    path.write_text(head + body.replace(right, wrong, 1), encoding="utf-8")
    reply = call("check", path)
    assert f"own.toml:{line}:" in reply.out + reply.err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"house_rules": {"random_location": True}}, "needs `locations`"),
        ({"house_rules": {"cycle": 0}}, "cycle"),
        ({"house_rules": {"ties": "speed"}}, "initiative"),
        ({"house_rules": {"dodge_cost": 3}}, "dodge_cost"),
        ({"scene": {"modifier": 101}}, "100"),
        ({"locations": ["head"]}, "locations"),
    ],
)
def test_mistakes_of_the_encounter_are_told(options: dict[str, Any], why: str) -> None:
    with pytest.raises(Mistakes, match=why):
        table(BOB, DAN, **options)


def test_energy_given_where_it_is_paid_from_stamina_contradicts_itself() -> None:
    with pytest.raises(Mistakes, match="energy is paid from Stamina"):
        table(BOB, DAN, house_rules={"one_pool": True})


def test_a_bare_name_can_be_played() -> None:
    fight = table({"name": "Cy", "side": "a"}, {"name": "Di", "side": "b"}, dice=(40, 41))
    say(fight, "begin", "next", "red", "red", "cy attack di", "di attack cy")
    assert fight.encounter.count == 6
    say(fight, "next", "absorb", "absorb")
    assert pools(fight, "di") == {"EN": 20, "ST": 16, "VI": 20, "TR": 20}
    assert pools(fight, "cy") == {"EN": 20, "ST": 20, "VI": 20, "TR": 20}


def test_points_left_at_the_start() -> None:
    worn = {**EVE, "now": {"Stamina": 3}, "armour": [{"name": "Vest", "threshold": 15, "capacity": 30, "left": 9}]}
    fight = table(BOB, worn)
    assert (pools(fight, "eve")["ST"], pools(fight, "eve")["vest"]) == (3, 9)
    assert fight.rules.face.card(fight.encounter, "eve").facts[0] == "Vest AT 9 AC 9/30, everywhere"


@pytest.mark.parametrize(
    ("speed", "house", "may"),
    [
        (16, {}, ["melee"]),
        (17, {}, ["melee", "thrown"]),
        (20, {}, ["melee", "thrown"]),
        (21, {}, ["melee", "thrown", "firearms"]),
        (12, {"thrown_from": 10, "firearms_from": 12}, ["melee", "thrown", "firearms"]),
    ],
)
def test_what_may_be_dodged_goes_by_speed(speed: int, house: dict[str, Any], may: list[str]) -> None:
    fight = table(bob(attributes={**BOB["attributes"], "Speed": speed}), DAN, house_rules=house)
    assert fight.rules.sheets.sheet_record(fight.encounter, "bob")["dodges"] == ", ".join(may)
    assert fight.rules.sheets.sheet_record(fight.encounter, "dan")["dodges"] == "melee, thrown, firearms"


def test_new_check_sheet_and_library_know_the_game(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert call("new", path, "--system", "prism").code == 0
    assert call("check", path).lines == [f"{path}: no mistakes", "  Bob, 2 thugs"]
    sheet = call("sheet", path).out
    assert "Combat vest AT 15 AC 30/30, torso" in sheet
    text = path.read_text(encoding="utf-8").replace('"Combat vest"', '"Combat vst"')
    path.write_text(text, encoding="utf-8")
    told = call("check", path)
    assert told.code != 0 and "Combat vest" in told.out + told.err


RECKONED: dict[str, dict[str, Any]] = {
    "tn --skill 8 --attribute 7 --energy 4 --roll 56 --success 4": {
        "tn": 60, "percent": 61, "outcome": "success", "quality": 24,
    },
    "opposed --actor 49 --reactor 34 --roll 39 --answer 30": {
        "actor_wins_percent": 38.8, "actor_from_tn": 10, "reactor_from_tn": 4, "winner": "reactor",
    },
    "complex --actor 56 --reactor 45 --roll 33": {
        "hit_percent": 47.1, "answer_from": 34, "answer_to": 44, "answer_percent": 11, "stamina_needed": 0,
    },
    "complex --actor 56 --reactor 34 --roll 41 --stamina 16": {
        "hit_percent": 51.39, "answer_from": 42, "answer_to": 49, "answer_percent": 8, "stamina_needed": 9,
    },
    "damage --roll 50 --modifier 4 --at 15 --ac 30 --threshold 4 --stamina 12": {
        "damage": 20, "armour_takes": 15, "ac": 15, "at": 15, "destroyed": False, "passes": 5,
        "stamina": -4, "vitality": 0, "trauma": -1,
    },
    "chain --initiative 6 --against 3": {
        "first": 6, "every": 6, "turns": ["6", "12", "18", "24", "30", "36", "42", "48"], "first_shared": 42,
    },
    "energy --energy 5 --speed 9": {"dodge_off": 2, "deflect_off": 5, "double_metres": 18, "double_energy": 3},
    "improve --skill 7 --potential 12 --method practice --roll 62": {
        "target": 62, "percent": 63, "points": 3, "outcome": "improved",
    },
}  # fmt: skip


@pytest.mark.parametrize("arguments", RECKONED)
def test_what_can_be_reckoned_without_a_fight(arguments: str) -> None:
    told = call("reckon", "--system", "prism", *arguments.split(), "--json")
    assert told.code == 0, told.err
    record = json.loads(told.out)
    assert {key: record[key] for key in RECKONED[arguments]} == RECKONED[arguments]


def test_both_encounters_are_whole() -> None:
    for name in ("prism-corridor", "prism-armour"):
        assert call("check", ROOT / "saves" / f"{name}.toml").code == 0
