"""The declaration of an attack with a weapon or a technique of close combat, and its refusals (H-ATK)."""

from __future__ import annotations

from tracker.encounter.engine.declarations import declare
from tracker.games.hybrid.body import conditions, skill_use, weapons
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import action_points, stances
from tracker.games.hybrid.timing.intent import intend
from tracker.games.toolkit import guards
from tracker.model.combatant import Action, Combatant
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def attack(fighter: Acting, target: str, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare a blow with the weapon of that key. Raises Refused."""
    combatant, draft = fighter.now, fighter.draft
    action_points.action_point(fighter)
    weapon = sheet_of(combatant).weapon(key)
    if weapon is None:
        raise Refused(f"{combatant.name} has no {key.replace('-', ' ')}; name one of its weapons.")
    guards.refuse(why_not(draft.encounter, fighter.rules, combatant, draft[target], weapon))
    declare_with(fighter, "attack", weapon, target, options)


def declare_with(
    fighter: Acting, verb: str, weapon: Weapon, target: str, options: tuple[str, ...], label: str = ""
) -> None:
    """Declare an action with a weapon: spend points, take stances, show the intent."""
    draft, rules, who = fighter.draft, fighter.rules, fighter.who
    settled = action_points.settle(draft, options, skill_use.of_weapon(draft[who], weapon, rules))
    if why := _unfit_manner(draft[who], weapon, settled.how):
        raise Refused(why)
    stances.take_up(fighter, settled.how, weapon, target)
    intend(fighter, weapon.column)
    label = f"{label} {weapon.name.lower()}{settled.words}".strip()
    declare(
        draft,
        who,
        Action(
            id=0, verb=verb, weapon=weapon.key, target=target, options=settled.options, label=label, speed=settled.speed
        ),
    )


def why_no_target(combatant: Combatant, target: Combatant, verb: str = "attack") -> str:
    """Return why a fighter cannot be the target: it is the same, out of the fight or unnoticed. Empty when it can."""
    if target.id == combatant.id:
        return f"{combatant.name} cannot {verb} itself; name another target."
    if not target.able:
        return f"{combatant.name} cannot {verb} {target.name}, who {target.presence.words}; choose another target."
    if target.id in combatant.unaware_of:
        return (
            f"{combatant.name} cannot {verb} {target.name}: unaware of it; "
            f"`{combatant.id} aware of {target.id}` reveals it."
        )
    return ""


def why_not(encounter: Encounter, rules: Rulebook, combatant: Combatant, target: Combatant, weapon: Weapon) -> str:
    """Return why weapon, grips, closeness or reach do not allow an attack. Empty when it is allowed."""
    if why := weapons.why_not(combatant, weapon) or why_no_target(combatant, target):
        return why
    near, grip = conditions.closed_in(combatant), combatant.condition(conditions.GRAPPLING)
    own_held = combatant.condition(conditions.HELD)
    if own_held is not None and target.id not in near:
        return f"{combatant.name} is {own_held.label} and only reaches those it is closed in with."
    if weapon.verb == "grapple" and grip is not None and grip.of != target.id:
        return f"{combatant.name} {grip.label} already; `{combatant.id} release` lets go first."
    target_held = target.condition(conditions.HELD)
    if weapon.verb == "grapple" and target_held is not None and target_held.of != combatant.id:
        return f"{target.name} is {target_held.label} already; throw, overbear or strike it instead."
    if weapon.verb and target.id not in near:
        return (
            f"{combatant.name} cannot {weapon.verb} {target.name}: not closed in with it; "
            f"`{combatant.id} close {target.id}` closes."
        )
    if why := weapons.hands_full(combatant, weapon, rules):
        return why
    if weapon.verb == "hold" and (grip is None or grip.of != target.id):
        return f"{combatant.name} has no grip on {target.name} to improve: `{combatant.id} grapple {target.id}` first."
    if weapons.must_close(encounter, rules, combatant.id, target.id, weapon):
        return weapons.out_of_reach(encounter, combatant.id, target.id, weapon)
    return ""


def why_not_so(
    encounter: Encounter, rules: Rulebook, who: str, target: str, weapon: Weapon, how: action_modifiers.ActionModifiers
) -> str:
    """Return why an attack cannot be declared in this manner, at the fighter's own moment. Empty when it can."""
    combatant = stances.as_declared(encounter, rules, who, action_modifiers.ActionModifiers())[who]
    return _unfit_manner(combatant, weapon, how) or stances.why_no_stance(combatant, how, weapon, encounter[target])


def may_turn(encounter: Encounter, rules: Rulebook, who: str, action: Action, target: str) -> str:
    """Return why an action under way cannot be turned on another target. Empty when it can."""
    combatant, other = encounter[who], encounter[target]
    if target in combatant.unaware_of:
        return f"{combatant.name} cannot turn on {other.name}: unaware of it."
    weapon = sheet_of(combatant).weapon(action.weapon)
    if weapon is None:
        return ""
    if weapon.verb and target not in conditions.closed_in(combatant):
        return f"{combatant.name} cannot {weapon.verb} {other.name}: not closed in with it."
    if weapons.must_close(encounter, rules, who, target, weapon):
        return weapons.out_of_reach(encounter, who, target, weapon)
    return ""


def _unfit_manner(combatant: Combatant, weapon: Weapon, how: action_modifiers.ActionModifiers) -> str:
    """Return why a weapon cannot be used in this manner. Empty when it can."""
    if weapon.use == "mental" and (
        how.called or action_modifiers.INDIRECT in how or action_modifiers.SPIN in how or action_modifiers.JUMP in how
    ):
        return f"{weapon.name} works on the mind: it has no place to aim at, and nothing to spin or lob."
    if action_modifiers.INDIRECT in how and weapon.use not in ("missile", "thrown"):
        return f"{combatant.name} cannot lob a {weapon.name}: indirect fire is for what is shot or thrown."
    if weapon.verb == "hold" and how.called:
        return f"A {weapon.name.lower()} cannot be aimed at a place; leave `called` out."
    return ""
