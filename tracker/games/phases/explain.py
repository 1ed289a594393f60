"""Explain: the sheet pane with its chances, and the sum behind every number (`why kane fire rook`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.game_api.sheets import opening
from tracker.game_api.values import Card, Strike
from tracker.games.phases.actions.attacks import Aim, Attack, exchange
from tracker.games.phases.actions.tasks import Trial
from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks.chances import aim_level
from tracker.games.phases.fighter import Fighter
from tracker.games.phases.harm import UNCONSCIOUS, waking_at
from tracker.games.phases.initiative import in_words, initiative_check, level_of, likely_order
from tracker.games.phases.initiative import order as order_of
from tracker.games.phases.sheet import HF, Weapon, shock
from tracker.games.toolkit import target_menu
from tracker.games.toolkit.sums import level_told, signed
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_AIMED = ("HD", "CH", "RA")
"""The locations with a chance of their own on the card: head, chest and right arm."""


def card(encounter: Encounter, who: str) -> Card:
    """Return the card: weapons with chances at levels 0, −1, −2 and aimed, skills, Initiative, sub-phases used."""
    fighter = Fighter(encounter, who)
    skills = " · ".join(f"{skill.name} {fighter.check(skill.name).percent}" for skill in fighter.sheet.skill)
    before = f"Initiative {fighter.sheet.initiative_skill}, rolled at level {level_told(level_of(fighter))}"
    facts = [
        f"{in_words(fighter)} · {fighter.uses}" if encounter.began else before,
        f"moves {fighter.sheet.movement:g} m a {fighter.house.movement}",
        *([f"skills: {skills}"] if skills else []),
        *_waking_fact(fighter),
        "armour, healing of HF, cover, range: by hand, the text has none (PQ 27)",
    ]
    level = fighter.rules.scene.level
    scene = (f"the scene: level {signed(level)}",) if level else ()
    return Card(
        who, fighter.name, tuple(_strike(fighter, weapon) for weapon in fighter.sheet.weapon), scene, tuple(facts)
    )


def _strike(fighter: Fighter, weapon: Weapon) -> Strike:
    """Return a weapon's line of the card: its chance at levels 0, −1 and −2, and aimed at head, chest and arm."""

    def at(level: int) -> int:
        """Return the percent chance at a level."""
        return fighter.attack(weapon, level=level).percent

    aimed = [tables().place(key) for key in _AIMED]
    chances = [("hit", at(0)), ("−1", at(-1)), ("−2", at(-2))]
    chances += [(place.kind, at(aim_level(place, fighter.rules))) for place in aimed]
    manner = f"ROF {weapon.rof}: {fighter.gun(weapon).words}" if weapon.ranged else "melee"
    return Strike(weapon.name, tuple(chances), damage=weapon.told, manner=manner)


def _waking_fact(fighter: Fighter) -> tuple[str, ...]:
    """Return a line that tells when a knocked-out fighter wakes (P-DMG-8). Empty for any other fighter."""
    sleep = fighter.now.condition(UNCONSCIOUS)
    if sleep is None or not sleep.of:
        return ()
    return (f"wakes at {waking_at(fighter.now, sleep.of)} SF in the {tables().place(sleep.of).name} (P-DMG-8)",)


def record(encounter: Encounter, who: str) -> dict[str, Any]:
    """Return the sheet as plain data."""
    fighter = Fighter(encounter, who)
    return {
        **opening(fighter.now),
        "initiative": fighter.sheet.initiative_skill,
        "initiative_level": level_of(fighter),
        "bonuses": dict(fighter.sheet.bonuses),
        "movement": fighter.sheet.movement,
        "skills": [{**skill.model_dump(), "chance": fighter.check(skill.name).chance} for skill in fighter.sheet.skill],
        "weapons": [
            {**weapon.model_dump(exclude_none=True), "chance": fighter.attack(weapon).chance}
            for weapon in fighter.sheet.weapon
        ],
    }


def explain(fighter: Fighter, words: Sequence[str]) -> tuple[str, ...]:
    """Return the sum behind a defence or a skill. Without words, everything. Raises Refused."""
    if not words:
        return _everything(fighter)
    name = " ".join(words)
    if name.casefold() == "defence":
        return defence(fighter)
    if fighter.sheet.skill_named(name) is None:
        raise Refused(
            f'There is no "{name}" of {fighter.name} to explain. Topics: fire, strike, task, initiative, '
            f"defence and its skills. Example: why {fighter.who} fire"
        )
    return tuple(fighter.check(name).told(f"{fighter.name}, {name}"))


def defence(fighter: Fighter) -> tuple[str, ...]:
    """Return the sum behind the fighter's defence (P-HIT-2)."""
    best = fighter.defence()
    return tuple(best.check.told(f"{fighter.name} defends with {best.name} (P-HIT-2)"))


def task(fighter: Fighter, trial: Trial) -> tuple[str, ...]:
    """Return the sums behind the one or two skills of a task (P-CHECK-1)."""
    encounter = fighter.encounter
    return tuple(
        line
        for skilled in trial.skills
        for line in skilled.check(encounter).told(f"{encounter[skilled.who].name}, {skilled.skill}")
    )


def attack(fighter: Fighter, attack: Attack) -> tuple[str, ...]:
    """Return the sums behind an attack. One that names no target is at the first three foes."""
    weapon = fighter.weapon(attack.weapon)
    aims = attack.aims or [Aim(foe.id) for foe in target_menu.foes(fighter.encounter, fighter.who)[:3]]
    lines: list[str] = []
    for aim in aims:
        against = exchange(fighter, weapon, aim)
        lines += against.attack.told(f"{weapon.name} at {fighter.encounter[aim.target].name}")
        if against.defence is not None:
            lines += against.defence.told(f"{against.defender} defends with {against.way} (P-HIT-2)")
            lines.append(f"{against.decided} (P-VS-3)")
            lines.append(f"{against.risk.words} (P-HIT-2)")
    if weapon.ranged:
        lines.append(f"{weapon.name}, ROF {weapon.rof}: {fighter.gun(weapon).words} (P-FIRE)")
    return tuple(lines)


def initiative(fighter: Fighter, level: int = 0) -> tuple[str, ...]:
    """Return the sum behind Initiative, and the present or likely order.

    `level` belongs to the line that sets it. The explanation takes the present one.
    """
    encounter = fighter.encounter
    order_name, order = "likely order, not rolled yet", likely_order(encounter)
    if encounter.began:
        order_name = "order inside a sub-phase"
        able = (combatant.id for combatant in encounter if combatant.able)
        order = sorted(able, key=lambda who: order_of(encounter, who))
    return (
        *initiative_check(fighter).told(f"{fighter.name}, Initiative"),
        f"{in_words(fighter)}: who made it acts before who failed, then by skill (P-INIT-3)",
        f"{order_name}: {', '.join(encounter[who].name for who in order)}",
    )


def _everything(fighter: Fighter) -> tuple[str, ...]:
    """Return the sums behind Initiative, the shock factors, and an attack with the first weapon of each kind."""
    full = fighter.now.full(HF)
    shares = ", ".join(f"{place.name} {place.share} % = {shock(full, place.share)}" for place in tables().location)
    parts = [
        *initiative(fighter),
        f"{fighter.uses} in this phase (P-TIME-2)",
        f"shock factors of {full} HF: {shares} (P-DMG-3)",
        *_waking_fact(fighter),
    ]
    for use in ("ranged", "melee"):
        weapons = fighter.sheet.of_use(use)
        if weapons and target_menu.foes(fighter.encounter, fighter.who):
            parts += ["", *attack(fighter, Attack(use, weapons[0].name, ()))]
    return tuple(parts)
