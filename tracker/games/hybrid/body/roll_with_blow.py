"""Rolling with the blow: its skill and its chance (H-DEF-10)."""

from __future__ import annotations

from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, of_stats
from tracker.games.hybrid.sheet.sheet import Skill, sheet_of
from tracker.model.combatant import Combatant


def roll_with_skill(combatant: Combatant, rules: Rulebook) -> Skill | None:
    """Return the fighter's skill of rolling with blows. None when it uses its agility (H-DEF-10, ruling 90)."""
    if not rules.house.answers_rank_speed:
        return None
    known = (sheet_of(combatant).skill(name) for name in rules.book.defences.roll_with)
    return next((skill for skill in known if skill is not None), None)


def roll_with_chance(combatant: Combatant, rules: Rulebook, mental: bool = False) -> Chance:
    """Return the chance to roll with a blow: a check of PAG (MAG against the mind), or of the skill (H-DEF-10)."""
    stat, column = ("MAG", "mental") if mental else ("PAG", "physical")
    sheet, skill = sheet_of(combatant), roll_with_skill(combatant, rules)
    if skill is None:
        chance = of_stats(sheet, (stat,), rules.book, rules.house.halve_stat_checks)
    else:
        chance = skills.chance(sheet, skill, rules, (stat,))
    use = SkillUse(combatant, rules, skill, purpose=conditions.DEFENSIVE, column=column)
    return use.under_conditions(chance)
