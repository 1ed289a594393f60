"""Weapons: which are in hand, which are free, and how far they reach."""

from __future__ import annotations

from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.conditions import BOUND, HELD
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

DRAWN = "drawn."
"""The prefix of marks, before a weapon's key: true while it is in hand, where that differs from the sheet."""
CLOSE_QUARTERS = ("melee", "thrown")


def drawn(combatant: Combatant, weapon: Weapon) -> bool:
    """Return whether a weapon is in hand. A technique always is."""
    marked = combatant.marks.get(f"{DRAWN}{weapon.key}")
    return weapon.drawn if marked is None else bool(marked)


def weapon_of(combatant: Combatant, key: str) -> Weapon:
    """Return the weapon with this key. The weapon of a declared action always exists."""
    weapon = sheet_of(combatant).weapon(key)
    assert weapon is not None
    return weapon


def at_hand(combatant: Combatant) -> Weapon | None:
    """Return the weapon used last, else the first that is drawn and free. None without one."""
    free = [weapon for weapon in sheet_of(combatant).weapons if not why_not(combatant, weapon)]
    last = combatant.last.weapon if combatant.last is not None else ""
    return next((weapon for weapon in free if weapon.key == last), free[0] if free else None)


def at_hand_or_fist(combatant: Combatant) -> Weapon | None:
    """Return the weapon at hand, else the bare fist."""
    return at_hand(combatant) or sheet_of(combatant).fist


def why_not(combatant: Combatant, weapon: Weapon) -> str:
    """Return why a weapon cannot be used now. Empty when it can."""
    if not drawn(combatant, weapon):
        return f"{combatant.name}'s {weapon.name} is not in hand: `{combatant.id} draw {weapon.key}` draws it."
    if not combatant.conditions:
        return ""
    bind = combatant.condition(BOUND)
    if bind is not None and combatant.marks.get(BOUND) == weapon.key:
        return f"{combatant.name}'s {weapon.name} is {bind.label}: `{combatant.id} unbind` tries to free it."
    hold = combatant.condition(HELD)
    if hold is not None and not weapon.unarmed:
        return (
            f"{combatant.name} is {hold.label} and can only fight at close quarters: "
            f"`{combatant.id} escape` tries to get free."
        )
    return ""


def usable(defender: Combatant) -> list[Weapon]:
    """Return the drawn weapons for close quarters that are not bound (ruling 51)."""
    return [
        weapon
        for weapon in sheet_of(defender).weapons
        if weapon.use in CLOSE_QUARTERS and not why_not(defender, weapon)
    ]


def mental_weapons(defender: Combatant) -> list[Weapon]:
    """Return the free weapons of the mind, which alone parry an attack on it."""
    return [weapon for weapon in sheet_of(defender).weapons if weapon.use == "mental" and not why_not(defender, weapon)]


def in_hand(combatant: Combatant) -> list[Weapon]:
    """Return the weapons in hand that can be dropped or disarmed: no parts of the body."""
    all_weapons = sheet_of(combatant).weapons
    return [
        weapon
        for weapon in all_weapons
        if not weapon.unarmed and weapon.column == "physical" and drawn(combatant, weapon)
    ]


def hands_full(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> str:
    """Return why a technique of close combat is closed to armed hands (ruling 81). Empty when it is open."""
    weapons_in_hand = in_hand(combatant)
    if not weapon.verb or not weapons_in_hand or rules.house.grapple_armed:
        return ""
    names = " and ".join(weapon_held.name for weapon_held in weapons_in_hand)
    return (
        f"{combatant.name} cannot {weapon.verb}: close combat needs empty hands, and it has {names}; "
        f"`{combatant.id} discards` drops it, which takes no time."
    )


def reach(combatant: Combatant) -> float:
    """Return the fighter's reach in metres: the longest free weapon in hand, 0 unarmed (ruling 45)."""
    return max((weapon.length for weapon in usable(combatant)), default=0.0)


def clubbed(encounter: Encounter, attacker: str, target: str, weapon: Weapon) -> bool:
    """Return whether a long weapon only serves as a club, because the target is closed in with a shorter one.

    Rules: H-ATK-7, ruling 45.
    """
    if target not in conditions.closed_in(encounter[attacker]) or weapon.use != "melee":
        return False
    return weapon.length > reach(encounter[target])


def kind(encounter: Encounter, attacker: str, target: str, weapon: Weapon) -> str:
    """Return the type of damage of a weapon now: its own, or crushing when it serves as a club."""
    return "crushing" if clubbed(encounter, attacker, target, weapon) else weapon.type


def out_of_reach(encounter: Encounter, attacker: str, target: str, weapon: Weapon) -> str:
    """Return the sentence that refuses a weapon too short to reach the target before its fighter closes."""
    return (
        f"{encounter[attacker].name}'s {weapon.name} does not reach {encounter[target].name}, who has more reach: "
        f"`{attacker} close {target}` closes first (H-ATK-7)."
    )


def must_close(encounter: Encounter, rules: Rulebook, attacker: str, target: str, weapon: Weapon) -> bool:
    """Return whether a weapon is too short until its fighter has closed, by the house rule (H-ATK-7, ruling 76)."""
    if not rules.house.must_close or weapon.use != "melee" or weapon.verb:
        return False
    near = target in conditions.closed_in(encounter[attacker])
    return not near and weapon.length < reach(encounter[target])


def weapon_check(combatant: Combatant, rules: Rulebook, weapon: Weapon, use: str, task: str = "") -> Chance:
    """Return the chance of a check with a weapon's skill under the present conditions."""
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, task)
    return chance.dfs(conditions.dfs_on_action(combatant, rules, use, weapon.column))
