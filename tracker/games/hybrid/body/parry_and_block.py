"""Parry, block and disarm as answers to a blow: the chance and the time of each (H-ATK-6)."""

from __future__ import annotations

from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.passive_defence import BLOCK, DISARM, PARRY
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, Df
from tracker.games.hybrid.modifiers.action_modifiers import PLAIN, ActionModifiers
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.model.combatant import Combatant


def answer_use(combatant: Combatant, weapon: Weapon, defence: str, rules: Rulebook, points: int = 0) -> SkillUse:
    """Return the use of a weapon for a defence, in the counts it takes by the book, less speed `points` (H-ATK-6)."""
    how = ActionModifiers(spent=points) if points else PLAIN
    return SkillUse(
        combatant,
        rules,
        weapon.skill,
        speed=rules.book.defences.time[defence].of(weapon.speed),
        how=how,
        unskilled=weapon.skill is None,
        purpose=conditions.DEFENSIVE,
        column=weapon.column,
        answers=True,
    )


def answer_counts(combatant: Combatant, weapon: Weapon, defence: str, rules: Rulebook, points: int = 0) -> int:
    """Return the counts of an answer. Rank speed shortens it, lack of the skill adds two (rulings 80 and 90)."""
    return answer_use(combatant, weapon, defence, rules, points).counts()


def parry_df(attack: Weapon, rules: Rulebook) -> int | None:
    """Return the DF of parrying a blow or shot of this weapon.

    None when it cannot be parried. Rules: H-DEF-7, rulings 47, 78, 82 and 94.
    """
    table = rules.book.defences.parry
    if attack.use == "mental":
        return table.df
    if attack.type == "explosive":
        return None
    if attack.type in ("laser", "energy"):
        return table.laser if attack.type == "laser" else table.energy
    if attack.use == "missile" and rules.house.arrows_parried == "shot":
        return table.projectile
    if attack.use == "focus" and attack.type == "projectile" and rules.third_reading:
        return table.projectile
    if attack.use in ("thrown", "missile"):
        return table.projectile if attack.type == "projectile" else table.thrown
    return table.df


def with_weapon(
    combatant: Combatant, weapon: Weapon, task: str, df: Df, rules: Rulebook, use: str, uncapped: bool = False
) -> Chance:
    """Return the chance to parry, block or disarm with a weapon, before the attack's margin is taken off."""
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, task, uncapped)
    return chance.dfs([df, *conditions.dfs_on_action(combatant, rules, use, weapon.column)])


def parry_chance(
    combatant: Combatant, weapon: Weapon, attack: Weapon | None, rules: Rulebook, uncapped: bool = False
) -> Chance:
    """Return the chance to parry `attack` (None: a melee weapon) with `weapon` (H-DEF-7).

    The attack must be one that can be parried. `uncapped`: a check has lifted the cap of the filter skill.
    """
    df = rules.book.defences.parry.df if attack is None else parry_df(attack, rules)
    assert df is not None
    return with_weapon(combatant, weapon, PARRY, (df, "to parry (H-DEF-7)"), rules, conditions.DEFENSIVE, uncapped)


def block_chance(combatant: Combatant, weapon: Weapon, rules: Rulebook, uncapped: bool = False) -> Chance:
    """Return the chance to block with `weapon` (H-DEF-8)."""
    df = (rules.book.defences.block.df, "to block (H-DEF-8)")
    return with_weapon(combatant, weapon, BLOCK, df, rules, conditions.DEFENSIVE, uncapped)


def disarm_chance(
    combatant: Combatant,
    weapon: Weapon,
    rules: Rulebook,
    use: str = conditions.OFFENSIVE,
    uncapped: bool = False,
    opponent: Combatant | None = None,
) -> Chance:
    """Return the chance to disarm with `weapon`, as an action or in answer to `opponent`'s blow.

    `uncapped`: a check has lifted the cap of the filter skill. Rules: H-ATK-6, ruling 98.
    """
    df = (rules.book.attack.disarm, "to disarm (H-ATK-6)")
    chance = with_weapon(combatant, weapon, DISARM, df, rules, use, uncapped)
    return chance.dfs(SkillUse(combatant, rules, aimed_at=opponent).of_target())
