"""Defences: how much defence stands against a blow, and what may answer it (H-DEF)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tracker.encounter.combatant import Combatant
from tracker.systems.hybrid import conditions
from tracker.systems.hybrid.checks import Chance, of_skill, of_stats, unranked
from tracker.systems.hybrid.house import HouseRules, Scene
from tracker.systems.hybrid.rounding import half_up, shown
from tracker.systems.hybrid.sheet import Sheet, Weapon

NOTHING, PARRY, BLOCK, CROUCH, ROLL_WITH = "nothing", "parry", "block", "crouch", "roll"
DODGE, DROP = "dodge", "drop"


def multiplier(defender: Combatant, aware: bool, defence: str, book: Mapping[str, Any]) -> tuple[Fraction, str]:
    """By how much PDF counts now, and why (H-ATK-2, H-DEF, rulings 49 and 50)."""
    table = book["defences"]
    if not aware:
        return Fraction(0), "unaware"
    if defender.condition(conditions.UNCONSCIOUS):
        return Fraction(0), "unconscious"
    for key in (conditions.DODGING, conditions.DROPPING):
        phase = defender.condition(key)
        if phase is not None:
            return Fraction(int(phase.of.partition("×")[0])), key
    if defender.condition(conditions.PRONE):
        return Fraction(1, table["prone_share"]), "prone"
    if defence == CROUCH:
        return Fraction(table["crouch"]["times"]), "crouching"
    return Fraction(1), "aware"


def against(
    chance: Chance, defender: Combatant, aware: bool, defence: str, book: Mapping[str, Any], house: HouseRules
) -> Chance:
    """The attack's chance less the target's defence (H-ATK-2, ruling 17)."""
    sheet = sheet_of(defender)
    factor, why = multiplier(defender, aware, defence, book)
    points = sheet.stats["PDF"] * factor * house.defence_point
    label = f"{defender.name}'s defence, {shown(factor)} × PDF {shown(sheet.stats['PDF'])}, {why} (H-ATK-2)"
    if not points:
        chance.lines.append(f"{defender.name}'s defence does not count, {why} (H-ATK-2)")
    return chance.add(-points, label)


def half_speed(weapon: Weapon, book: Mapping[str, Any]) -> int:
    """Counts a parry or block with it takes: half its speed, rounded half up, at least 1 (ruling 27)."""
    return max(1, half_up(Fraction(weapon.speed, book["defences"]["half_speed"])))


def parry_df(attack: Weapon, book: Mapping[str, Any]) -> int | None:
    """The DF of parrying this weapon (H-DEF parry, ruling 47); None: it cannot be parried."""
    table = book["defences"]["parry"]
    if attack.type == "explosive":
        return None
    if attack.type in ("laser", "energy", "projectile"):
        return int(table[attack.type])
    return int(table["thrown"] if attack.use in ("thrown", "missile") else table["df"])


def with_weapon(
    sheet: Sheet,
    combatant: Combatant,
    weapon: Weapon,
    task: str,
    df: int,
    why: str,
    book: Mapping[str, Any],
    scene: Scene,
) -> Chance:
    """The chance to parry or block with a weapon, before the attack's margin is taken off."""
    if weapon.skill is None:
        chance = unranked(sheet, weapon.basis, dict(book))
    else:
        chance = of_skill(sheet, weapon.skill, dict(book), weapon.basis, task)
    return chance.dfs([(df, why), *conditions.on_action(combatant, book, scene, conditions.DEFENSIVE)])


def parry_chance(
    combatant: Combatant, weapon: Weapon, attack: Weapon | None, book: Mapping[str, Any], scene: Scene
) -> Chance:
    """The chance to parry `attack` (None: a melee weapon) with `weapon` (H-DEF parry)."""
    df = book["defences"]["parry"]["df"] if attack is None else parry_df(attack, book)
    assert df is not None
    return with_weapon(sheet_of(combatant), combatant, weapon, PARRY, df, "to parry (H-DEF)", book, scene)


def block_chance(combatant: Combatant, weapon: Weapon, book: Mapping[str, Any], scene: Scene) -> Chance:
    """The chance to block with `weapon` (H-DEF block)."""
    df = book["defences"]["block"]["df"]
    return with_weapon(sheet_of(combatant), combatant, weapon, BLOCK, df, "to block (H-DEF)", book, scene)


def roll_with_chance(combatant: Combatant, book: Mapping[str, Any], house: HouseRules, scene: Scene) -> Chance:
    """The PAG check of rolling with a blow (H-DEF)."""
    chance = of_stats(sheet_of(combatant), ("PAG",), dict(book), house.halve_stat_checks)
    return chance.dfs(conditions.on_action(combatant, book, scene, conditions.DEFENSIVE))


def sheet_of(combatant: Combatant) -> Sheet:
    """A combatant's sheet, as this system reads it."""
    sheet = combatant.profile.sheet
    assert isinstance(sheet, Sheet)
    return sheet
