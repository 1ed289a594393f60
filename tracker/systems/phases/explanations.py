"""Reports: the sheet pane with its ready-made chances, and the sum behind every number (`why kane fire rook`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.values import Card, Strike
from tracker.systems.kit import menus
from tracker.systems.kit.sheets import opening
from tracker.systems.kit.sums import level_told, signed
from tracker.systems.phases import parser
from tracker.systems.phases.actions.attacks import FIRE, STRIKE, Aim, exchange
from tracker.systems.phases.actions.tasks import Skilled
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks.chances import aim_level
from tracker.systems.phases.checks.fighter import Fighter, likely_order
from tracker.systems.phases.checks.fighter import order as order_of
from tracker.systems.phases.sheets import HF, Weapon, shock
from tracker.systems.phases.wounds import UNCONSCIOUS, waking_at


def card(encounter: Encounter, who: str) -> Card:
    """Weapons with their chance at level 0, −1 and −2 and aimed, skills, Initiative, what is left of the phase."""
    one = Fighter(encounter, who)
    skills = " · ".join(f"{skill.name} {one.check(skill.name).percent}" for skill in one.sheet.skill)
    before = f"Initiative {one.sheet.initiative_skill}, rolled at level {level_told(one.surprise)}"
    facts = [
        f"{one.standing} · {one.uses}" if encounter.began else before,
        f"moves {one.sheet.movement:g} m a {one.house.movement}",
        *([f"skills: {skills}"] if skills else []),
        *_waking(one),
        "armour, healing of HF, cover, range: by hand, the text has none (PQ 27)",
    ]
    level = one.rules.scene.level
    scene = (f"the scene: level {signed(level)}",) if level else ()
    return Card(who, one.name, tuple(_strike(one, weapon) for weapon in one.sheet.weapon), scene, tuple(facts))


def _strike(one: Fighter, weapon: Weapon) -> Strike:
    def at(level: int) -> int:
        return one.attack(weapon, level=level).percent

    aimed = [tables().place(key) for key in ("HD", "CH", "RA")]
    chances = [("hit", at(0)), ("−1", at(-1)), ("−2", at(-2))]
    chances += [(place.kind, at(aim_level(place, one.rules))) for place in aimed]
    manner = f"ROF {weapon.rof}: {one.gun(weapon).words}" if weapon.ranged else "melee"
    return Strike(weapon.name, tuple(chances), damage=weapon.told, manner=manner)


def _waking(one: Fighter) -> tuple[str, ...]:
    """When one who is knocked out wakes (P-DMG-8)."""
    sleep = one.now.condition(UNCONSCIOUS)
    if sleep is None or not sleep.of:
        return ()
    return (f"wakes at {waking_at(one.now, sleep.of)} SF in the {tables().place(sleep.of).name} (P-DMG-8)",)


def record(encounter: Encounter, who: str) -> dict[str, Any]:
    """The sheet as plain data."""
    one = Fighter(encounter, who)
    return {
        **opening(one.now),
        "initiative": one.sheet.initiative_skill,
        "initiative_level": one.surprise,
        "bonuses": dict(one.sheet.bonuses),
        "movement": one.sheet.movement,
        "skills": [{**skill.model_dump(), "chance": one.check(skill.name).chance} for skill in one.sheet.skill],
        "weapons": [
            {**weapon.model_dump(exclude_none=True), "chance": one.attack(weapon).chance} for weapon in one.sheet.weapon
        ],
    }


def explain(encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """The sum behind an attack, a skill, Initiative or a location; without words, all there is to say."""
    one, topic = Fighter(encounter, who), words[0].casefold() if words else ""
    match topic:
        case "":
            return _everything(one)
        case "fire" | "strike":
            return _attack(one, topic, words[1:])
        case "task" | "try":
            command = parser.parse(encounter, who, topic, words[1:])
            return tuple(
                line
                for own in Skilled.all_of(getattr(command, "words", ()))
                for line in own.check(encounter).told(f"{encounter[own.who].name}, {own.skill}")
            )
        case "initiative":
            return _initiative(one)
        case "defence" | "defend":
            name, check = one.defence()
            return tuple(check.told(f"{one.name} defends with {name} (P-HIT-2)"))
        case _:
            name = " ".join(words)
            if one.sheet.skill_named(name) is None:
                raise Refused(
                    f"{one.name} has nothing called {name} to explain; there are fire, strike, task, initiative, "
                    f"defence and its skills: why {who} fire"
                )
            return tuple(one.check(name).told(f"{one.name}, {name}"))


def _attack(one: Fighter, verb: str, words: Sequence[str]) -> tuple[str, ...]:
    """Against one foe as the line would have it; without a foe, or with a weapon only, against every foe."""
    weapon = one.sheet.weapon_named(" ".join(words)) if words else None
    if words and weapon is None:
        command = parser.parse(one.encounter, one.who, verb, words)
        name, *texts = getattr(command, "words", ("",))
        weapon, aims = one.weapon(name), [Aim.read(text) for text in texts]
    else:
        there = one.sheet.of_use("ranged" if verb == FIRE else "melee")
        if weapon is None and not there:
            raise Refused(f"{one.name} has nothing to {verb} with on its sheet.")
        weapon, aims = weapon or there[0], [Aim(foe.id) for foe in menus.foes(one.encounter, one.who)[:3]]
    told: list[str] = []
    for aim in aims:
        against = exchange(one, weapon, aim)
        told += against.attack.told(f"{weapon.name} at {one.encounter[aim.target].name}")
        if against.defence is not None:
            told += against.defence.told(f"{against.defender} defends with {against.way} (P-HIT-2)")
            told.append(f"{against.decided} (P-VS-3)")
            told.append(f"to hit in the end: {against.odds} (P-HIT-2)")
    if weapon.ranged:
        told.append(f"{weapon.name}, ROF {weapon.rof}: {one.gun(weapon).words} (P-FIRE)")
    return tuple(told)


def _initiative(one: Fighter) -> tuple[str, ...]:
    encounter, what, order = one.encounter, "likely order, not rolled yet", likely_order(one.encounter)
    if encounter.began:
        what = "order inside a sub-phase"
        order = sorted((own.id for own in encounter if own.able), key=lambda own: order_of(encounter, own))
    return (
        *one.initiative().told(f"{one.name}, Initiative"),
        f"{one.standing}: who made it acts before who failed, then by skill (P-INIT-3)",
        f"{what}: {', '.join(encounter[own].name for own in order)}",
    )


def _everything(one: Fighter) -> tuple[str, ...]:
    full = one.now.full(HF)
    shares = ", ".join(f"{place.name} {place.share} % = {shock(full, place.share)}" for place in tables().location)
    parts = [
        *_initiative(one),
        f"{one.uses} in this phase (P-TIME-2)",
        f"shock factors of {full} HF: {shares} (P-DMG-3)",
        *_waking(one),
    ]
    for verb, use in ((FIRE, "ranged"), (STRIKE, "melee")):
        if one.sheet.of_use(use) and menus.foes(one.encounter, one.who):
            parts += ["", *_attack(one, verb, ())]
    return tuple(parts)
