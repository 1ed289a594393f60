"""Explain: the sum behind a chance or a number, line by line with its rule ids, from the code that reckons it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.encounter.combatant import Combatant
from tracker.encounter.names import pick
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.hybrid import actions, conditions, defences, perception, resistance, tiers
from tracker.systems.hybrid.attack import attack_chance, blow_of, skill_chance
from tracker.systems.hybrid.blow import Blow
from tracker.systems.hybrid.checks import Chance
from tracker.systems.hybrid.defences import sheet_of
from tracker.systems.hybrid.rounding import shown
from tracker.systems.hybrid.sheet import Weapon

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

ABOUT = ("strike", "parry", "block", "roll", "perception", "shock", "bleeding", "defence", "speed", "initiative")


def explain(encounter: Encounter, rules: Hybrid, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """The sum behind `strike`, `parry`, `block`, `perception`…; a weapon or an opponent may follow."""
    combatant = encounter[who]
    about = pick(words[0], [(name, name) for name in ABOUT], "number to explain") if words else "strike"
    rest = list(words[1:])
    if about in ("strike", "parry", "block", "speed"):
        return _with_weapon(encounter, rules, combatant, about, rest)
    if about == "defence":
        factor, why = defences.multiplier(combatant, True, "", rules.book)
        points = shown(sheet_of(combatant).stats["PDF"])
        return (f"{combatant.name}'s defence: {shown(factor)} × PDF {points}, {why} (H-ATK-2, H-DEF)",)
    if about == "initiative":
        table, sheet = rules.book["initiative"], sheet_of(combatant)
        return (
            f"{table['dice']} + {table['base']} − PSPD {shown(sheet.stats['PSPD'])}/2, rounded half up (H-INIT-1)",
            f"+{table['unperceived']} on entering when nothing was perceived (H-INIT-2)",
            "below 1: 1, the rest are speed points (H-INIT-4)",
        )
    chances = {
        "roll": lambda: defences.roll_with_chance(combatant, rules.book, rules.house, rules.scene),
        "perception": lambda: perception.chance(combatant, rules),
        "shock": lambda: resistance.check(combatant, rules, "PEN", []),
        "bleeding": lambda: resistance.check(
            combatant, rules, "PEN", [(rules.book["damage"]["bleeding"]["df"], "bleeding (H-DMG-7)")]
        ),
    }
    return _told(f"{combatant.name}, {about}", chances[about](), rules)


def _with_weapon(
    encounter: Encounter, rules: Hybrid, combatant: Combatant, about: str, rest: list[str]
) -> tuple[str, ...]:
    weapon, rest = _weapon(combatant, rest)
    if about == "speed":
        quick = actions.rank_speed(weapon.skill)
        total = actions.counts(weapon, 0, rules)
        return (
            f"{weapon.name} speed {weapon.speed}",
            f"rank speed −{quick} (H-SKILL-7)",
            *(() if weapon.skill else (f"unranked +{rules.book['checks']['unranked_counts']} (H-CHECK-3)",)),
            f"{total} {rules.unit.many}, at least 1 (H-INIT-5)",
        )
    if about == "strike":
        target = actions.target_of(encounter, rest)[0] if rest else ""
        action = next((action for action in combatant.actions if action.weapon == weapon.key), None)
        if action is not None and not target:
            return _told(f"{combatant.name}, {action.label}", _as_declared(encounter, rules, combatant), rules)
        if target:
            chance = attack_chance(encounter, rules, Blow(combatant.id, target, 0, weapon.key))
            return _told(f"{combatant.name}, {weapon.name} at {encounter[target].name}", chance, rules)
        chance = skill_chance(combatant, weapon, rules)
        chance.dfs(conditions.on_action(combatant, rules.book, rules.scene, conditions.OFFENSIVE))
    elif about == "parry":
        chance = defences.parry_chance(combatant, weapon, None, rules.book, rules.scene)
    else:
        chance = defences.block_chance(combatant, weapon, rules.book, rules.scene)
    return _told(f"{combatant.name}, {about} with {weapon.name}", chance, rules)


def _as_declared(encounter: Encounter, rules: Hybrid, combatant: Combatant) -> Chance:
    return attack_chance(encounter, rules, blow_of(combatant.id, combatant.actions[0]))


def _weapon(combatant: Combatant, rest: list[str]) -> tuple[Weapon, list[str]]:
    weapons = sheet_of(combatant).weapons
    if rest:
        offered = [(weapon.name, weapon) for weapon in weapons] + [(weapon.key, weapon) for weapon in weapons]
        try:
            return pick(rest[0], offered, f"weapon of {combatant.name}"), rest[1:]
        except Refused:
            pass
    under_way = combatant.actions[0].weapon if combatant.actions else ""
    found = next((weapon for weapon in weapons if weapon.key == under_way), None)
    return found or actions.weapon_at_hand(combatant) or weapons[0], rest


def _told(title: str, chance: Chance, rules: Hybrid) -> tuple[str, ...]:
    limits = tiers.thresholds(chance.percent, rules.book)
    rows = zip(rules.book["checks"]["success"], limits, strict=True)
    met = ", ".join(f"{row['name']} {limit}" for row, limit in rows if limit)
    return (title, *chance.total(), met or "cannot succeed (H-CHECK-5)")
