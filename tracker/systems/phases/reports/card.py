"""The sheet pane: ready-made chances of every weapon and skill, where the phase stands, what holds."""

from __future__ import annotations

from typing import Any

from tracker.encounter.state import Encounter
from tracker.rules.values import Card, Strike
from tracker.systems.kit.sums import level_told, signed
from tracker.systems.phases.body import wounds
from tracker.systems.phases.body.wounds import UNCONSCIOUS
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks import initiative
from tracker.systems.phases.checks.chances import aim_level, attack_check, percent, skill_check
from tracker.systems.phases.menus.menu import uses
from tracker.systems.phases.sheets.sheet import Weapon, sheet_of
from tracker.systems.phases.timing.fire import Gun

_AIMED = ("HD", "CH", "RA")
NO_ARMOUR = "armour, healing of HF, cover, range: by hand, the text has none (PQ 27)"


def card(encounter: Encounter, who: str, rules: Options) -> Card:
    """Weapons with their chance at level 0, −1 and −2 and aimed, skills, Initiative, what is left of the phase."""
    sheet = sheet_of(encounter, who)
    strikes = tuple(_weapon(encounter, who, weapon, rules) for weapon in sheet.weapon)
    skills = " · ".join(
        f"{one.name} {percent(skill_check(encounter, who, one.name, rules).chance(rules), rules)}"
        for one in sheet.skill
    )
    facts = [
        f"{initiative.words(encounter, who)} · {uses(encounter, who)}" if encounter.began else _before(encounter, who),
        f"moves {sheet.movement:g} m a {rules.house_rules.movement}",
        *([f"skills: {skills}"] if skills else []),
        *waking(encounter, who),
        NO_ARMOUR,
    ]
    scene = (f"the scene: level {signed(rules.scene.level)}",) if rules.scene.level else ()
    return Card(who, encounter[who].name, strikes, scene, tuple(facts))


def _before(encounter: Encounter, who: str) -> str:
    level = initiative.level(encounter, who)
    return f"Initiative {sheet_of(encounter, who).initiative_skill}, rolled at level {level_told(level)}"


def _weapon(encounter: Encounter, who: str, weapon: Weapon, rules: Options) -> Strike:
    def at(level: int) -> int:
        return percent(attack_check(encounter, who, weapon, None, level, rules).chance(rules), rules)

    chances = [("hit", at(0)), ("−1", at(-1)), ("−2", at(-2))]
    for key in _AIMED:
        place = tables().place(key)
        chances.append((place.kind, at(aim_level(place, rules))))
    speed = f"ROF {weapon.rof}: {Gun(encounter, who, weapon, rules).words}" if weapon.ranged else "melee"
    return Strike(weapon.name, tuple(chances), speed=speed, damage=weapon.told)


def waking(encounter: Encounter, who: str) -> tuple[str, ...]:
    """When one who is knocked out wakes (P-DMG-8)."""
    sleep = encounter[who].condition(UNCONSCIOUS)
    if sleep is None or not sleep.of:
        return ()
    name = tables().place(sleep.of).name
    return (f"wakes at {wounds.waking_at(encounter[who], sleep.of)} SF in the {name} (P-DMG-8)",)


def record(encounter: Encounter, who: str, rules: Options) -> dict[str, Any]:
    """The sheet as plain data."""
    sheet = sheet_of(encounter, who)
    return {
        "initiative": sheet.initiative_skill,
        "initiative_level": initiative.level(encounter, who),
        "bonuses": dict(sheet.bonuses),
        "movement": sheet.movement,
        "skills": [
            {**one.model_dump(), "chance": skill_check(encounter, who, one.name, rules).chance(rules)}
            for one in sheet.skill
        ],
        "weapons": [
            {
                **one.model_dump(exclude_none=True),
                "chance": attack_check(encounter, who, one, None, 0, rules).chance(rules),
            }
            for one in sheet.weapon
        ],
    }
