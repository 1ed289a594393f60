"""The chance of an attack before it is rolled: skill and weapon, conditions, set-up, the defence, hurry (H-ATK)."""

from __future__ import annotations

from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.body import conditions, passive_defence, skill_use
from tracker.games.hybrid.body.conditions import GRAPPLING
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, Df
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

ATTACK = "attack"
"""The task of a support skill that helps to strike."""


def attack_chance(encounter: Encounter, rules: Rulebook, blow: Blow) -> Chance:
    """Return the whole chance of a blow at present (H-ATK).

    The order is that of ruling 34: stat, skill and weapon. DFs of the moment. Conditions. Set-up. The defence. Hurry.
    """
    attacker, target = encounter[blow.attacker], encounter[blow.target]
    weapon, how = weapon_of(attacker, blow.weapon), blow.how
    purpose = conditions.DEFENSIVE if blow.fend else conditions.OFFENSIVE
    aimed_at = None if weapon.use == "mental" else target
    use = skill_use.of_weapon(attacker, weapon, rules, purpose, how, aimed_at, uncapped=blow.lifted)
    own_df: list[Df] = [(blow.df, blow.reason)] if blow.df else []
    chance = use.in_manner(
        base_chance(attacker, weapon, rules, blow.lifted), [*own_df, *_grip(attacker, target, weapon, rules)]
    )
    use.prepared(use.under_conditions(chance))
    if action_modifiers.ALLOUT in how:
        stat = "MDF" if weapon.column == "mental" else "PDF"
        percent = sheet_of(attacker).stats[stat] * rules.house.defence_point
        chance.add(percent, f"all out, own {stat} (H-ATK-3)")
    aware = blow.attacker not in target.unaware_of
    passive_defence.against(chance, target, aware, blow.defence, rules, mental=weapon.use == "mental")
    # Hurry leaves a share of the whole, the defence included, so it is last.
    return use.hurried(chance)


def base_chance(attacker: Combatant, weapon: Weapon, rules: Rulebook, uncapped: bool = False) -> Chance:
    """Return the chance to strike with a weapon or technique before any DF of the moment (H-ATK-1)."""
    chance = skills.with_weapon(attacker, sheet_of(attacker), weapon, rules, ATTACK, uncapped)
    return chance.dfs([(weapon.df, f"to {weapon.verb} (H-ATK-8)")] if weapon.df else [])


def strike_chance(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> Chance:
    """Return the chance to strike with a weapon now, before any defence."""
    return skill_use.of_weapon(combatant, weapon, rules).under_conditions(base_chance(combatant, weapon, rules))


def _grip(attacker: Combatant, target: Combatant, weapon: Weapon, rules: Rulebook) -> list[Df]:
    """Return the DF for a grip on the target at close quarters. None without one (H-ATK-8)."""
    grip = attacker.condition(GRAPPLING)
    has_grip = weapon.verb and grip is not None and grip.of == target.id
    return [(rules.book.close.grappled, "has a grip (H-ATK-8)")] if has_grip else []
