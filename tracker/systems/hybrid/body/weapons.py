"""Weapons: which are in hand, free, and long enough to reach."""

from __future__ import annotations

from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.systems.hybrid.body import conditions
from tracker.systems.hybrid.body.conditions import BOUND, HELD
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.success_chance import Chance
from tracker.systems.hybrid.sheets.sheet import Weapon, sheet_of

DRAWN = "drawn."
"""The mark, with a weapon's key, that returns whether it is in hand when that differs from the sheet."""
CLOSE_QUARTERS = ("melee", "thrown")


def drawn(combatant: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon is in hand; a technique always is."""
    marked = combatant.marks.get(f"{DRAWN}{weapon.key}")
    return weapon.drawn if marked is None else bool(marked)


def weapon_of(combatant: Combatant, key: str) -> Weapon:
    """The weapon with this key; every declared action has one that exists."""
    weapon = sheet_of(combatant).weapon(key)
    assert weapon is not None
    return weapon


def at_hand(combatant: Combatant) -> Weapon | None:
    """The weapon used last, else the first one drawn and free."""
    free = [weapon for weapon in sheet_of(combatant).weapons if not why_not(combatant, weapon)]
    last = combatant.last.weapon if combatant.last is not None else ""
    return next((weapon for weapon in free if weapon.key == last), free[0] if free else None)


def at_hand_or_fist(combatant: Combatant) -> Weapon | None:
    """The weapon at hand, else the bare fist."""
    return at_hand(combatant) or sheet_of(combatant).fist


def why_not(combatant: Combatant, weapon: Weapon) -> str:
    """Why a weapon cannot be used now, or empty."""
    if not drawn(combatant, weapon):
        return f"{combatant.name}'s {weapon.name} is not in hand: `{combatant.id} draw {weapon.key}` draws it."
    bind = combatant.condition(BOUND)
    if bind is not None and combatant.marks.get(BOUND) == weapon.key:
        return f"{combatant.name}'s {weapon.name} is {bind.label}: `{combatant.id} unbind` tries to free it."
    held = combatant.condition(HELD)
    if held is not None and not weapon.unarmed:
        return (
            f"{combatant.name} is {held.label} and can only fight at close quarters: "
            f"`{combatant.id} escape` tries to get free."
        )
    return ""


def usable(defender: Combatant) -> list[Weapon]:
    """Drawn weapons for close quarters that are not bound (ruling 51)."""
    return [w for w in sheet_of(defender).weapons if w.use in CLOSE_QUARTERS and not why_not(defender, w)]


def minds(defender: Combatant) -> list[Weapon]:
    """Weapons of the mind, which alone parry an attack on it."""
    return [w for w in sheet_of(defender).weapons if w.use == "mental" and not why_not(defender, w)]


def in_hand(combatant: Combatant) -> list[Weapon]:
    """What a combatant could be disarmed of or could drop: weapons in hand that are no part of the body."""
    held = sheet_of(combatant).weapons
    return [w for w in held if not w.unarmed and w.column == "physical" and drawn(combatant, w)]


def hands_full(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> str:
    """Why a technique of close combat is not open to armed hands (H-ATK-8, ruling 81), or empty."""
    held = in_hand(combatant)
    if not weapon.verb or not held or rules.house.grapple_armed:
        return ""
    names = " and ".join(weapon_held.name for weapon_held in held)
    return (
        f"{combatant.name} cannot {weapon.verb}: close combat needs empty hands, and it has {names}; "
        f"`{combatant.id} discards` drops it, which takes no time."
    )


def reach(combatant: Combatant) -> float:
    """How far a combatant reaches: the longest free weapon in hand, in metres; unarmed 0 (ruling 45)."""
    return max((weapon.length for weapon in usable(combatant)), default=0.0)


def clubbed(encounter: Encounter, attacker: str, target: str, weapon: Weapon) -> bool:
    """Whether a long weapon only serves as a club, its bearer closed in by a shorter reach (H-ATK-7, ruling 45)."""
    if target not in conditions.closed_in(encounter[attacker]) or weapon.use != "melee":
        return False
    return weapon.length > reach(encounter[target])


def kind(encounter: Encounter, attacker: str, target: str, weapon: Weapon) -> str:
    """The type of damage a weapon does now: its own, or crushing as a club."""
    return "crushing" if clubbed(encounter, attacker, target, weapon) else weapon.type


def out_of_reach(encounter: Encounter, attacker: str, target: str, weapon: Weapon) -> str:
    """Why a weapon does not reach a combatant yet, and what would."""
    return (
        f"{encounter[attacker].name}'s {weapon.name} does not reach {encounter[target].name}, who has more reach: "
        f"`{attacker} close {target}` closes first (H-ATK-7)."
    )


def must_close(encounter: Encounter, rules: Rulebook, attacker: str, target: str, weapon: Weapon) -> bool:
    """Whether a weapon is too short until its bearer has closed, as the house has it (H-ATK-7, ruling 76)."""
    if not rules.house.must_close or weapon.use != "melee" or weapon.verb:
        return False
    near = target in conditions.closed_in(encounter[attacker])
    return not near and weapon.length < reach(encounter[target])


def weapon_check(combatant: Combatant, rules: Rulebook, weapon: Weapon, use: str, task: str = "") -> Chance:
    """A check with a weapon's skill under the conditions of now."""
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, task)
    return chance.dfs(conditions.dfs_on_action(combatant, rules, use, weapon.column))
