"""Defences: how much defence stands against a blow, and what may answer it (H-DEF)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.model.combatant import Combatant
from tracker.systems.hybrid.body import conditions, skill_use
from tracker.systems.hybrid.body.skill_use import SkillUse
from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.rounding import half_up, shown
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.success_chance import Chance, Df, of_stats
from tracker.systems.hybrid.modifiers.action_modifiers import Manner
from tracker.systems.hybrid.sheets.sheet import Skill, Weapon, sheet_of

NOTHING, PARRY, BLOCK, CROUCH, ROLL_WITH = "nothing", "parry", "block", "crouch", "roll"
DODGE, DROP, DISARM = "dodge", "drop", "disarm"


def multiplier(
    defender: Combatant, aware: bool, defence: str, book: Book, mental: bool = False
) -> tuple[Fraction, str]:
    """By how much PDF (MDF against the mind) counts now, and why (H-ATK 2 and 3, H-DEF, rulings 42, 49 and 50)."""
    table = book.defences
    if not aware:
        return Fraction(0), "unaware"
    if defender.condition(conditions.UNCONSCIOUS):
        return Fraction(0), "unconscious"
    all_out = defender.condition(conditions.ALL_OUT)
    if all_out is not None and (all_out.of == "mental") == mental:
        return Fraction(0), "all out"
    if not mental:
        for key in (conditions.DODGING, conditions.DROPPING):
            phase = defender.condition(key)
            if phase is not None:
                return Fraction(PHASES[phase.of]), key
        if defender.condition(conditions.PRONE):
            return Fraction(1, table.prone_share), "prone"
    if defender.condition(conditions.EVADING) and not conditions.helpless(defender):
        return Fraction(table.evade.times), "evading"
    if defence == CROUCH:
        return Fraction(table.crouch.times), "crouching"
    return Fraction(1), "aware"


def phase(times: int) -> str:
    """How a phase that counts the defence so often stands in a fight file: `3×PDF`; `PHASES` reads it."""
    return f"{times}×PDF"


PHASES = {phase(times): times for times in range(1, 10)}
"""How often each phase of a dodge or drop counts the defence (H-DEF)."""


def against(
    chance: Chance, defender: Combatant, aware: bool, defence: str, rules: Rulebook, mental: bool = False
) -> Chance:
    """The attack's chance less the target's defence (H-ATK-2, ruling 17)."""
    stat = "MDF" if mental else "PDF"
    value = sheet_of(defender).stats[stat]
    factor, why = multiplier(defender, aware, defence, rules.book, mental)
    points = value * factor * rules.house.defence_point
    own = "" if rules.house.defence_point == 1 else f" × {rules.house.defence_point} (house rule defence_point)"
    label = f"{defender.name}'s defence, {shown(factor)} × {stat} {shown(value)}{own}, {why} (H-ATK-2)"
    if not points:
        chance.lines.append(f"{defender.name}'s defence does not count, {why} (H-ATK-2)")
    return chance.add(-points, label)


def half_speed(weapon: Weapon, book: Book) -> int:
    """Counts a parry, block or fend with it takes: half its speed, rounded half up, at least 1 (ruling 27)."""
    return max(1, half_up(Fraction(weapon.speed, book.defences.half_speed)))


def answer_use(combatant: Combatant, weapon: Weapon, defence: str, rules: Rulebook, points: int = 0) -> SkillUse:
    """A weapon used in answer, at half its speed, in disarming at all of it, with speed points (H-DEF, H-ATK-6)."""
    speed = weapon.speed if defence == DISARM else half_speed(weapon, rules.book)
    use = skill_use.of_weapon(combatant, weapon, rules, conditions.DEFENSIVE, Manner(spent=points))
    return replace(use, speed=speed, answers=True)


def answer_counts(combatant: Combatant, weapon: Weapon, defence: str, rules: Rulebook, points: int = 0) -> int:
    """Counts of an answer; rank speed shortens it, the unskilled are two counts later (rulings 80 and 90)."""
    return answer_use(combatant, weapon, defence, rules, points).counts()


def parry_df(attack: Weapon, rules: Rulebook) -> int | None:
    """The DF of parrying this weapon (H-DEF parry, rulings 47, 78, 82 and 94); None: it cannot be parried."""
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
    combatant: Combatant, weapon: Weapon, task: str, df: Df, rules: Rulebook, use: str, lifted: bool
) -> Chance:
    """The chance to parry, block or disarm with a weapon, before the other's margin is taken off."""
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, task, lifted)
    return skill_use.of_weapon(combatant, weapon, rules, use).under_conditions(chance.dfs([df]))


def parry_chance(
    combatant: Combatant, weapon: Weapon, attack: Weapon | None, rules: Rulebook, lifted: bool = False
) -> Chance:
    """The chance to parry `attack` (None: a melee weapon) with `weapon` (H-DEF parry)."""
    df = rules.book.defences.parry.df if attack is None else parry_df(attack, rules)
    assert df is not None
    return with_weapon(combatant, weapon, PARRY, (df, "to parry (H-DEF)"), rules, conditions.DEFENSIVE, lifted)


def block_chance(combatant: Combatant, weapon: Weapon, rules: Rulebook, lifted: bool = False) -> Chance:
    """The chance to block with `weapon` (H-DEF block)."""
    df = (rules.book.defences.block.df, "to block (H-DEF)")
    return with_weapon(combatant, weapon, BLOCK, df, rules, conditions.DEFENSIVE, lifted)


def disarm_chance(
    combatant: Combatant,
    weapon: Weapon,
    rules: Rulebook,
    use: str = conditions.OFFENSIVE,
    lifted: bool = False,
    at: Combatant | None = None,
) -> Chance:
    """The chance to disarm with `weapon`, as an action or in answer to a blow of `at` (H-ATK-6, ruling 98)."""
    df = (rules.book.attack.disarm, "to disarm (H-ATK-6)")
    chance = with_weapon(combatant, weapon, DISARM, df, rules, use, lifted)
    return chance.dfs(SkillUse(combatant, rules, aimed_at=at).of_target())


def roll_with_skill(combatant: Combatant, rules: Rulebook) -> Skill | None:
    """The skill somebody has for rolling with blows; None: it does so by its agility (H-DEF, ruling 90)."""
    if not rules.house.answers_rank_speed:
        return None
    known = (sheet_of(combatant).skill(name) for name in rules.book.defences.roll_with)
    return next((skill for skill in known if skill is not None), None)


def roll_with_chance(combatant: Combatant, rules: Rulebook, mental: bool = False) -> Chance:
    """The PAG check (MAG against the mind) of rolling with a blow, or its skill where that is learnt (H-DEF)."""
    stat, column = ("MAG", "mental") if mental else ("PAG", "physical")
    sheet, skill = sheet_of(combatant), roll_with_skill(combatant, rules)
    if skill is None:
        chance = of_stats(sheet, (stat,), rules.book, rules.house.halve_stat_checks)
    else:
        chance = skills.chance(sheet, skill, rules, (stat,))
    use = SkillUse(combatant, rules, skill, purpose=conditions.DEFENSIVE, column=column)
    return use.under_conditions(chance)
