"""Sheets: what a file may say of a fighter up to which bound, what follows from it, and better armour (H-STAT)."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, SWORD, duel, refused
from tests.hybrid.table import Table
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import chance_lines
from tracker.games.hybrid.sheet.sheet import Sheet, sheet_of
from tracker.model import events as ev

AXE: dict[str, Any] = {"name": "Axe", "speed": 7, "damage": 10}
BLADES: dict[str, Any] = {"name": "Blades", "kind": "support", "of": "Sword", "rank": 2}


def sheet(**entry: Any) -> Sheet:
    """The sheet of a fighter with these entries."""
    return sheet_of(Table({"name": "Sela", **entry}).now["sela"])


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"skill": [{"name": "X", "basis": ["FOO"]}]}, "not a stat"),
        ({"skill": [{"name": "X", "basis": ["PST", "DEX", "PAG", "PAW"]}]}, "at most 3"),
        ({"skill": [{"name": "X", "rank": 31}]}, "less than or equal to 30"),
        ({"skill": [{"name": "X", "rank": -1}]}, "greater than or equal to 0"),
        ({"skill": [{"name": "X", "df": 41}]}, "less than or equal to 40"),
        ({"skill": [{"name": "X", "kind": "support", "task": "parry"}]}, "needs `of`"),
        ({"skill": [SWORD, {"name": "X", "kind": "support", "of": "Sword"}]}, "needs `task`"),
        ({"skill": [{**BLADES, "task": "parry"}]}, 'supports "Sword"'),
        ({"skill": [SWORD, {**SWORD, "name": "sword"}]}, "is there twice"),
        ({"weapon": [{**AXE, "skill": "Sword"}]}, 'uses the skill "Sword"'),
        ({"weapon": [{**AXE, "damage": "2*FOO"}]}, "FOO is not a stat"),
        ({"weapon": [{**AXE, "damage": "2d"}]}, "2d6"),
        ({"weapon": [{**AXE, "speed": 0}]}, "greater than or equal to 1"),
        ({"weapon": [{**AXE, "speed": 1001}]}, "less than or equal to 1000"),
        ({"weapon": [{**AXE, "hands": 5}]}, "less than or equal to 4"),
        ({"armour": [{"name": "Mail", "covers": ["nose"]}]}, "not a location"),
        ({"armour": [{"name": "Mail", "stops": {"acid": 3}}]}, "not a type of damage"),
        ({"stats": {"PDF": 12}}, "not a primary stat"),
        ({"stats": {"PST": 0}}, "greater than or equal to 1"),
        ({"derived": {"PST": 12}}, "not a derived stat"),
        ({"pools": {"PST": 12}}, "not a pool"),
        ({"pools": {"PBD": 25}}, "PBD is at most 24 here, not 25"),
        ({"alertness": ["sleepy"]}, "no alertness"),
        ({"racial": 0}, "greater than 0"),
    ],
)
def test_what_no_sheet_has_is_refused_with_its_reason(entry: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        sheet(**entry)


@pytest.mark.parametrize(
    "entry",
    [
        {"skill": [{"name": "X", "basis": ["PST", "DEX", "GAW"], "rank": 30, "df": -40}]},
        {"skill": [SWORD, {**BLADES, "name": "Blades: parry"}, {**BLADES, "task": "attack"}]},
        {"weapon": [{**AXE, "speed": 1000, "hands": 4, "damage": "2d6!+PSE-1"}]},
        {"armour": [{"name": "Mail", "covers": ["head", "groin"], "stops": {"all": 3, "laser": 0}}]},
        {"stats": {"PST": 1, "MAW": 1000}, "derived": {"PBD": 0}, "pools": {"MBD": 24}},
        {"alertness": ["watching", "drunk"], "racial": 100},
    ],
)
def test_what_a_sheet_may_have_is_taken_up_to_its_bounds(entry: dict[str, Any]) -> None:
    assert sheet(**entry)


def test_what_a_sheet_leaves_out_is_average_and_full() -> None:
    table = Table({"name": "Sela"})
    sela = table.now["sela"]
    assert {sheet_of(sela).stats[name] for name in ("PST", "MAW", "PSI")} == {12}
    assert [sela.pool(name) for name in ("PFT", "PEX", "PBD", "MBD")] == [36, 60, 24, 24]
    assert [weapon.name for weapon in sheet_of(sela).weapons] == ["Close Fist"] and sheet_of(sela).fist is None


def test_weapons_of_one_name_have_a_key_each() -> None:
    assert [weapon.key for weapon in sheet(weapon=[AXE, AXE, AXE]).weapons] == ["axe", "axe-2", "axe-2-2"]


def test_a_support_skill_helps_its_skill_at_its_task_however_they_are_written() -> None:
    supported = {
        **ANNA,
        "skill": [SWORD, {**BLADES, "of": "SWORD", "task": "Attack"}, {**BLADES, "name": "Guard: parry"}],
    }
    table = duel(supported)
    assert "Blades rank 2 (H-SKILL-2): +4" in table.ask("why anna strike").words
    assert not any("Guard" in line for line in table.ask("why anna strike").words)


@pytest.mark.parametrize(
    ("traits", "df", "cost"),
    [
        ({}, None, None),
        ({"df": -3}, -3, None),
        ({"discipline": "art"}, -2, 3),
        ({"discipline": "art", "assistance": "single", "tools": "complex"}, -2 - 1 - 2, 3 + 1 + 2),
        ({"like": "complex weapon", "tools": "none"}, 0, 2),
        ({"like": "lore", "df": 0}, 0, 3),
    ],
)
def test_the_traits_of_a_skill_give_its_df_and_cost_where_none_is_given(
    traits: dict[str, Any], df: int | None, cost: int | None
) -> None:
    (skill,) = sheet(skill=[{"name": "X", **traits}]).skills
    assert (skill.df, skill.cost) == (df, cost)


@pytest.mark.parametrize(
    ("skills", "used"),
    [
        (("Hip Throw", "Throw", "Wrestling"), "Hip Throw"),
        (("Throw", "Wrestling"), "Throw"),
        (("Unarmed", "Close Combat", "Wrestling"), "Wrestling"),
        (("Unarmed",), "Unarmed"),
        (("Sword",), None),
    ],
)
def test_a_technique_uses_the_skill_that_is_nearest_to_it(skills: tuple[str, ...], used: str | None) -> None:
    own = sheet(skill=[{"name": name, "basis": ["PCA"]} for name in skills], weapon=[{**AXE}])
    technique = own.weapon("hip-throw")
    assert technique is not None and (technique.skill.name if technique.skill else None) == used
    fist = own.weapon("close-fist")
    assert fist is not None and (fist.skill.name if fist.skill else None) == (
        next((name for name in ("Wrestling", "Close Combat", "Unarmed") if name in skills), None)
    )


def test_armour_stops_what_it_says_of_a_type_and_else_what_it_says_of_all() -> None:
    mail = {"name": "Mail", "covers": ["chest"], "stops": {"all": 4, "piercing": 2}}
    cap = {"name": "Coat", "covers": ["chest", "groin"], "stops": {"cutting": 1}}
    own = sheet(armour=[mail, cap])
    assert [own.stopped("chest", kind) for kind in ("cutting", "piercing", "crushing")] == [5, 2, 4]
    assert [own.stopped("groin", kind) for kind in ("cutting", "piercing")] == [1, 0] and own.stopped(
        "head", "cutting"
    ) == 0


@pytest.mark.parametrize(
    ("use", "column", "basis"),
    [
        ("melee", "physical", "PCA"),
        ("thrown", "physical", "ACC"),
        ("missile", "physical", "ACC"),
        ("mental", "mental", "MCA"),
        ("focus", "mental", "FCS"),
    ],
)
def test_a_weapon_without_a_skill_is_based_on_its_use(use: str, column: str, basis: str) -> None:
    (weapon,) = sheet(weapon=[{**AXE, "use": use}]).weapons
    assert (weapon.column, weapon.basis) == (column, (basis,))


# Better armour


MAIL = {"name": "Mail", "covers": ["chest", "abdomen"], "stops": {"all": 5}}


def improved(worn: list[dict[str, Any]], *pieces: dict[str, Any]) -> list[str] | None:
    """What Anna would wear with the best of these pieces; None where it helps nothing."""
    table = duel({**ANNA, "armour": worn})
    outfit = table.session.rules.sheets.armoured(table.now["anna"], pieces)
    return None if outfit is None else [piece.name for piece in sheet_of(outfit.fighter).armour]


@pytest.mark.parametrize(
    ("worn", "pieces", "wears"),
    [
        ([], (), None),
        ([], (MAIL,), ["Mail"]),
        ([], ({**MAIL, "stops": {"all": 0}},), None),
        ([], (MAIL, {**MAIL, "name": "Cap", "covers": ["head"], "stops": {"all": 9}}), ["Mail"]),
        ([], (MAIL, {**MAIL, "name": "Plate", "stops": {"all": 6}}), ["Plate"]),
        ([{**MAIL, "name": "Old", "stops": {"all": 4}}], (MAIL,), ["Mail"]),
        ([{**MAIL, "name": "Old", "stops": {"all": 5}}], (MAIL,), None),
        ([{**MAIL, "name": "Old", "stops": {"all": 6}}], (MAIL,), ["Old", "Mail"]),
        ([{**MAIL, "name": "Old", "covers": ["head"], "stops": {"all": 1}}], (MAIL,), ["Old", "Mail"]),
        ([{**MAIL, "name": "Old", "stops": {"all": 1, "laser": 9}}], (MAIL,), ["Old", "Mail"]),
    ],
)
def test_better_armour_takes_the_place_of_what_is_weaker_everywhere_and_of_nothing_else(
    worn: list[dict[str, Any]], pieces: tuple[dict[str, Any], ...], wears: list[str] | None
) -> None:
    assert improved(worn, *pieces) == wears


# House rules as they are listed


@pytest.mark.parametrize(
    ("edition", "house", "changed"),
    [
        ("current", {}, ()),
        ("current", {"critical_failure": "gated", "skill_pools": True}, ()),
        ("current", {"critical_failure": "severity"}, ('critical_failure = "severity"',)),
        ("current", {"skill_pools": False}, ("skill_pools = false",)),
        ("1997", {"critical_failure": "severity", "skill_pools": False}, ()),
        ("1997", {"critical_failure": "gated"}, ('critical_failure = "gated"',)),
        ("1997", {"skill_pools": True, "down_at": 3}, ("skill_pools = true", "down_at = 3")),
    ],
)
def test_a_house_rule_is_listed_where_it_differs_from_the_edition(
    edition: str, house: dict[str, Any], changed: tuple[str, ...]
) -> None:
    rules = Rulebook.of({"edition": edition, "house_rules": house})
    assert rules.changed() == changed
    failure, pools = ("gated", "true") if edition == "current" else ("severity", "false")
    assert f'critical_failure = "{house.get("critical_failure", failure)}"' in rules.everything()
    assert f"skill_pools = {str(house.get('skill_pools', pools)).lower()}" in rules.everything()
    assert rules.scene.light is None and rules.unit.one == ("count" if edition == "current" else "pulse")


# Sums read back


def recorded(*lines: str, chance: int) -> ev.Rolled:
    """A roll with this sum."""
    return ev.Rolled(
        who="anna", what="attack", label="", dice="d100!", faces=(50,), total=50, by="", chance=chance, sum=lines
    )


def test_a_recorded_sum_is_reckoned_again_without_each_of_its_terms() -> None:
    lines = (
        "3 × PCA 12 (H-CHECK-1): 36",
        "Sword rank 7 (H-SKILL-2): +28",
        "DF −4 light (H-COND): −20",
        "passive: × 1/4 = 11",
    )
    roll = recorded(*lines, chance=11)
    terms = [(term.amount, term.why, term.without) for term in chance_lines.terms(roll)]
    assert terms == [
        ("+28", "Sword rank 7 (H-SKILL-2)", 4),
        ("−20", "light (H-COND)", 16),
        ("× 1/4", "passive", 44),
    ]
    assert [chance_lines.is_rank(term) for term in chance_lines.terms(roll)] == [True, False, False]
    assert not chance_lines.terms(replace(roll, chance=12)) and not chance_lines.terms(replace(roll, chance=None))


def test_a_df_below_a_share_weighs_in_full_where_the_share_is_taken_away() -> None:
    roll = recorded("3 × PAW 12 (H-CHECK-1): 36", "passive: × 1/4 = 9", "DF −4 rain: −5", "says nothing", chance=4)
    assert [(term.amount, term.without) for term in chance_lines.terms(roll)] == [("× 1/4", 16), ("−5", 9)]


def test_half_of_an_unranked_chance_begins_the_sum_anew() -> None:
    lines = ("3 × PCA 12 (H-CHECK-1): 36", "unranked, half of it (H-CHECK-3): 18", "bad light -10 = −10")
    terms = chance_lines.terms(recorded(*lines, chance=8))
    assert [(term.amount, term.why, term.without) for term in terms] == [("−10", "bad light", 18)]


def test_of_a_stat_the_mean_is_exact() -> None:
    assert sheet(stats={"PST": 13, "DEX": 12}).basis(("PST", "DEX", "PAG")) == Fraction(37, 3)


def test_an_unknown_weapon_is_not_used() -> None:
    assert "axe" in refused(duel(ANNA, GRUK), "anna attack gruk axe")
