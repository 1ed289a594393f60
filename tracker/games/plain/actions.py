"""Actions of plain: an attack and the number it must reach, being on guard, damage by hand."""

from __future__ import annotations

from tracker.encounter.engine.declarations import declare
from tracker.games.plain.sheet import HP, Options, Weapon, sheet_of
from tracker.games.toolkit import guards
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.sums import Sum
from tracker.model.combatant import Action, Combatant
from tracker.model.state import Encounter

ATTACK, GUARD, DAMAGE = "attack", "guard", "damage"
GUARDING, GUARD_BONUS = "guarding", 4
"""The condition of a fighter on guard, and the bonus to its defence until its next turn (L-GUARD)."""


def defended(encounter: Encounter, target: str) -> Sum:
    """Return the defence of a target, on guard or not (L-HIT, L-GUARD)."""
    guard = encounter[target].condition(GUARDING)
    defence = Sum().add(sheet_of(encounter, target).defence, f"defence of {encounter[target].name}", "L-HIT")
    return defence.add(guard.amount if guard is not None else 0, "on guard", "L-GUARD")


def number(encounter: Encounter, who: str, target: str, weapon: Weapon, options: Options) -> Sum:
    """Return the number that a d20 must reach: the target's defence less what helps the attack (L-HIT)."""
    return (
        defended(encounter, target)
        .add(-weapon.attack, weapon.name, "L-HIT")
        .add(-options.scene.modifier, "the scene", "L-HIT")
        # What helps the attacker makes the number lower.
        .weigh(encounter[who], -1)
    )


def attack(fighter: Acting, target: str, weapon: str = "") -> None:
    """Declare an attack, which uses the fighter's turn (L-HIT). Raises Refused.

    `weapon` is a name, empty for the first.
    """
    draft, other = fighter.draft, guards.standing(fighter.draft.encounter, fighter.who, target, ATTACK)
    declare(draft, fighter.who, Action(0, ATTACK, weapon, other.id, label=attack_on(other)))
    draft.rules.turns.on_turn_used(draft, fighter.who, acts=True)


def guard(fighter: Acting) -> None:
    """Declare to be on guard, which uses the fighter's turn (L-GUARD)."""
    declare(fighter.draft, fighter.who, Action(0, GUARD, label="on guard"))
    fighter.draft.rules.turns.on_turn_used(fighter.draft, fighter.who, acts=True)


def damage(fighter: Acting, points: int) -> None:
    """Take points by hand, at any time (L-HURT)."""
    fighter.take(HP, points, "by hand")
    fighter.draft.rules.resolution.apply_consequences(fighter.draft, fighter.who, HP)


def attack_on(target: Combatant) -> str:
    """Return an attack on a target in words."""
    return f"attack {target.name}"
