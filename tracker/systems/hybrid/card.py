"""The card: ready-made chances of one combatant and the DFs in force, as the author keeps them on paper."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tracker.encounter.combatant import Combatant
from tracker.encounter.state import Encounter
from tracker.encounter.system import Card, Strike
from tracker.systems.hybrid import conditions, defences, perception, skills, tiers, weapons
from tracker.systems.hybrid.attack import base_chance
from tracker.systems.hybrid.checks import of_skill, signed
from tracker.systems.hybrid.points import SPEED_POINTS
from tracker.systems.hybrid.rounding import shown
from tracker.systems.hybrid.sheet import Weapon, sheet_of

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid


def strike_chance(combatant: Combatant, weapon: Weapon, rules: Hybrid) -> int:
    """The chance to strike with a weapon now, before anybody's defence."""
    chance = base_chance(combatant, weapon, rules)
    chance.dfs(conditions.on_action(combatant, rules, conditions.OFFENSIVE, weapon.column))
    return chance.percent


def card(encounter: Encounter, rules: Hybrid, who: str) -> Card:
    """Strike, parry and block of every weapon, with thresholds, speed and damage; then DFs, figures and skills."""
    combatant = encounter[who]
    strikes = tuple(_strike(combatant, weapon, rules) for weapon in sheet_of(combatant).weapons)
    dfs = conditions.on_action(combatant, rules)
    modifiers = tuple(f"DF {signed(Fraction(df))} {why}" for df, why in dfs)
    return Card(who, combatant.name, strikes, modifiers, _facts(combatant, rules))


def _strike(combatant: Combatant, weapon: Weapon, rules: Hybrid) -> Strike:
    percent = strike_chance(combatant, weapon, rules)
    chances = [("strike", percent)]
    if weapon.use in ("melee", "thrown"):
        chances.append(("parry", defences.parry_chance(combatant, weapon, None, rules).percent))
        chances.append(("block", defences.block_chance(combatant, weapon, rules).percent))
    limits = tiers.thresholds(percent, rules.book)
    below = tuple(reversed(limits[:-1]))
    quick = skills.rank_speed(sheet_of(combatant), weapon.skill, rules)
    speed = f"{weapon.speed}−{quick}" if quick else str(weapon.speed)
    if weapon.skill is None:
        speed += f"+{rules.book['checks']['unranked_counts']}"
    name = weapon.name if weapons.drawn(combatant, weapon) else f"{weapon.name} (not drawn)"
    return Strike(name, tuple(chances), below, speed, f"{weapon.damage.text} {weapon.type}")


def _facts(combatant: Combatant, rules: Hybrid) -> tuple[str, ...]:
    sheet = sheet_of(combatant)
    figures = " ".join(f"{name} {shown(sheet.stats[name])}" for name in ("PDF", "PSPD", "PSE"))
    lines = [f"{figures} perception {perception.chance(combatant, rules).percent}"]
    points = combatant.mark(SPEED_POINTS)
    if points:
        lines.append(f"speed points {points}")
    for skill in sheet.skills:
        if skill.kind in ("specific", "general") and skill.basis:
            lines.append(f"{skill.name} rank {skill.rank}: {of_skill(sheet, skill, dict(rules.book)).percent}")
        else:
            lines.append(f"{skill.name} rank {skill.rank}")
    for piece in sheet.armour:
        stops = ", ".join(f"{kind} {points}" for kind, points in piece.stops.items())
        lines.append(f"{piece.name}: {stops}")
    return tuple(lines)
