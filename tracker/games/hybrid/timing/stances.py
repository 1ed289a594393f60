"""Stances: all out, advancing and retreating, from a declaration to the next (H-ATK-3, H-DEF-2)."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.engine.declarations import moment
from tracker.games.hybrid.body.conditions import ADVANCED, ALL_OUT, BOUND, OFF_BALANCE, RETREATING
from tracker.games.hybrid.body.weapons import reach
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers.action_modifiers import ADVANCE, ALLOUT, RETREAT, ActionModifiers
from tracker.games.hybrid.sheet.sheet import Weapon
from tracker.games.toolkit import guards
from tracker.games.toolkit.conditions import begin
from tracker.model.combatant import Combatant, Condition
from tracker.model.state import Encounter

FREE = "stance.free."
"""The prefix of the mark with the count at which a stance began without an action. The next action has it too."""
_FREE_ONCE = "stance.free"
"""The mark that fights up to 0.2 have instead: the last such stance and its count, as `retreating@17`."""


def as_declared(encounter: Encounter, rules: Rulebook, who: str, how: ActionModifiers) -> Encounter:
    """Return the fight as if `who` declared now with these modifiers: old stances ended, new ones begun.

    Figures shown before a declaration come from it, so they equal those that will be rolled.
    """
    combatant, now = encounter[who], encounter.count
    if not moment(encounter, who):
        return encounter
    # A bind includes an advance, which lasts as long as the bind.
    ends = {ALL_OUT, RETREATING, *(() if combatant.condition(BOUND) else (ADVANCED,))}
    ends |= set() if rules.third_reading else {OFF_BALANCE}
    conditions = [
        condition
        for condition in combatant.conditions
        if condition.key not in ends or is_free_now(combatant, condition.key, now)
    ]
    for flag, key in ((ADVANCE, ADVANCED), (RETREAT, RETREATING)):
        if flag in how and all(condition.key != key for condition in conditions):
            conditions.append(Condition(key, key, since=now))
    return encounter.with_combatant(replace(combatant, conditions=tuple(conditions)))


def take_up(fighter: Acting, how: ActionModifiers, weapon: Weapon, target: str) -> None:
    """Begin the stances an action is declared with: all out, advancing, retreating (H-ATK-3)."""
    if ALLOUT in how:
        begin(fighter.draft, fighter.who, ALL_OUT, "all out", weapon.column, "all-out attack (H-ATK-3)")
    if ADVANCE in how:
        advance(fighter, weapon, target)
    if RETREAT in how:
        retreat(fighter)


def why_no_stance(combatant: Combatant, how: ActionModifiers, weapon: Weapon | None, target: Combatant | None) -> str:
    """Return why a fighter cannot advance or retreat as it acts. Empty when it can, or does neither (H-ATK-3)."""
    if ADVANCE in how:
        return why_no_advance(combatant, weapon, target)
    return why_no_retreat(combatant) if RETREAT in how else ""


def why_no_advance(combatant: Combatant, weapon: Weapon | None, target: Combatant | None) -> str:
    """Return why a fighter cannot advance: its weapon is shorter than what the target has, or it retreats."""
    if target is not None and weapon is not None and weapon.length < reach(target):
        return (
            f"{combatant.name} cannot advance: {weapon.name} ({weapon.length:g} m) is shorter than what "
            f"{target.name} has ({reach(target):g} m); attack without advancing, or close first."
        )
    if combatant.condition(RETREATING) is not None:
        return f"{combatant.name} is retreating, so cannot advance until its next declaration."
    return ""


def why_no_retreat(combatant: Combatant) -> str:
    """Return why a fighter cannot retreat. Empty when it can."""
    if combatant.condition(ADVANCED) is None:
        return ""
    return f"{combatant.name} is advancing, so cannot retreat until its next declaration."


def advance(fighter: Acting, weapon: Weapon | None, target: str) -> None:
    """Begin to advance. Refuse with a weapon shorter than the target's (H-ATK-3)."""
    guards.refuse(why_no_advance(fighter.now, weapon, fighter.draft[target] if target else None))
    begin(fighter.draft, fighter.who, ADVANCED, "advanced", target, "advances (H-ATK-3)")


def retreat(fighter: Acting) -> None:
    """Begin to retreat, which takes no action. Refuse while advancing (H-ATK-3, H-DEF-2)."""
    guards.refuse(why_no_retreat(fighter.now))
    begin(fighter.draft, fighter.who, RETREATING, "retreating", of="", why="retreats (H-ATK-3)")


def is_free_now(combatant: Combatant, key: str, now: int) -> bool:
    """Return whether a stance began at this very count without an action."""
    return combatant.marks.get(f"{FREE}{key}") == now or combatant.marks.get(_FREE_ONCE) == f"{key}@{now}"


def mark_free(fighter: Acting, key: str) -> None:
    """Remember that a stance began at this count without an action."""
    fighter.mark(f"{FREE}{key}", fighter.count)
