"""Disarming and feinting as actions: opposed checks (H-ATK-6, ruling 52)."""

from __future__ import annotations

from dataclasses import replace

from tracker.games.hybrid.blows.attack_declaration import declare_with, why_no_target
from tracker.games.hybrid.body import conditions, parry_and_block, perception, skill_use, weapons
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import Weapon
from tracker.games.hybrid.timing import action_points, free_actions, lost_actions, preset_triggers, weapon_binds
from tracker.games.toolkit import guards
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def disarm(fighter: Acting, target: str, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare a disarm at the weapon's speed. Raises Refused."""
    _declare(fighter, "disarm", "disarming with", target, key, options)


def feint(fighter: Acting, target: str, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare a feint at the weapon's speed. Raises Refused."""
    _declare(fighter, "feint", "feint with", target, key, options)


def _declare(fighter: Acting, verb: str, label: str, target: str, key: str, options: tuple[str, ...]) -> None:
    """Declare a disarm or a feint (`verb`) at a target with the weapon of this key. Raises Refused."""
    combatant, weapon, draft = fighter.now, weapon_of(fighter.now, key), fighter.draft
    action_points.action_point(fighter)
    guards.refuse(why_not(draft.encounter, fighter.rules, combatant, draft[target], weapon, verb))
    declare_with(fighter, verb, weapon, target, options, label)


def why_not(
    encounter: Encounter, rules: Rulebook, combatant: Combatant, target: Combatant, weapon: Weapon, verb: str
) -> str:
    """Return why a fighter cannot disarm or feint a target with a weapon. Empty when it can."""
    if why := weapons.why_not(combatant, weapon) or why_no_target(combatant, target, verb):
        return why
    if weapons.must_close(encounter, rules, combatant.id, target.id, weapon):
        return weapons.out_of_reach(encounter, combatant.id, target.id, weapon)
    if verb == "disarm" and not weapons.in_hand(target):
        return f"{combatant.name} cannot disarm {target.name}: it has no weapon in hand."
    return ""


def chance(encounter: Encounter, rules: Rulebook, who: str, action: Action) -> Chance:
    """Return the chance of a disarm or a feint, at the target of the action if it has one."""
    fighter = encounter[who]
    weapon = weapon_of(fighter, action.weapon)
    attempt = parry_and_block.disarm_chance(fighter, weapon, rules)
    if action.verb == "feint":
        df = (rules.book.attack.feint, "to feint (H-ATK-6)")
        attempt = parry_and_block.with_weapon(fighter, weapon, "feint", df, rules, conditions.OFFENSIVE)
    # A moving target is harder to disarm and to feint at, too (ruling 98).
    aimed = rules.third_reading and action.target in encounter
    use = skill_use.of_action(fighter, action, rules, weapon.skill)
    return replace(use, aimed_at=encounter[action.target] if aimed else None).done(attempt)


def landed(fighter: Acting, action: Action) -> None:
    """Roll the check of the disarm or feint, unless its target is out."""
    draft, target = fighter.draft, action.target
    if target and not draft[target].able:
        fighter.note(f"{fighter.name}'s {action.label} is lost: {draft[target].name} {draft[target].presence.words}")
        return
    attempt = chance(draft.encounter, fighter.rules, fighter.who, action)
    roll = attempt.roll(fighter.who, action.verb, f"{action.label} at {draft[target].name}", target)
    data = {"who": fighter.who, "target": target, "weapon": action.weapon}
    draft.roll(roll, Task("disarming" if action.verb == "disarm" else "feinted", data))


def disarming(fighter: Acting, data: Data) -> None:
    """Let the target of a successful disarm roll to keep hold of its weapon, less the margin of the disarm."""
    target = fighter.another(data["target"])
    keys_in_hand = [weapon.key for weapon in weapons.in_hand(target.now)]
    if not data["success"] or not keys_in_hand:
        return
    last = target.now.last
    key = last.weapon if last is not None and last.weapon in keys_in_hand else keys_in_hand[0]
    if conditions.helpless(target.now):
        lost_actions.drop_weapon(target.draft, target.who, key, "disarmed (H-ATK-6)")
        return
    weapon, no_df = weapon_of(target.now, key), (0, "")
    hold = parry_and_block.with_weapon(target.now, weapon, "disarm", no_df, fighter.rules, conditions.DEFENSIVE)
    hold.less_margin(data["margin"], f"{fighter.name}'s disarming")
    target.roll(hold, "keep", f"keeping hold of {weapon.name.lower()}", "kept hold", weapon=key)


def kept_hold(fighter: Acting, data: Data) -> None:
    """Let the target of a disarm drop its weapon where its roll to keep hold failed."""
    if not data["success"]:
        lost_actions.drop_weapon(fighter.draft, fighter.who, data["weapon"], "disarmed (H-ATK-6)")


def discard(fighter: Acting, key: str = "") -> None:
    """Drop the weapon of this key, else all in hand, at the fighter's own moment, which takes no time (ruling 81)."""
    draft, who = fighter.draft, fighter.who
    dropped = [weapon for weapon in weapons.in_hand(draft[who]) if key in ("", weapon.key)]
    if not dropped:
        raise Refused(f"{draft[who].name} has no such weapon in hand to drop.")
    free_actions.keep_moment_open(fighter, "drops what it holds")
    for weapon in dropped:
        if draft[who].condition(conditions.BOUND) is not None and draft[who].marks.get(conditions.BOUND) == weapon.key:
            weapon_binds.release(draft, who, "dropped")
        lost_actions.drop_weapon(draft, who, weapon.key, "dropped")


# Feinting


def feinted(fighter: Acting, data: Data) -> None:
    """Queue, for each foe who sees a successful feint, a roll of perception less its margin against being fooled."""
    if not data["success"]:
        return
    who, side = fighter.who, fighter.now.profile.side
    # The stack runs the task pushed last first, so push in reverse order.
    for other in reversed(fighter.draft.encounter.combatants):
        sees_it = other.able and other.profile.side != side and who not in other.unaware_of
        if sees_it and not conditions.helpless(other):
            fighter.draft.push("feint seen", who=other.id, by=who, margin=data["margin"])


def feint_seen(fighter: Acting, data: Data) -> None:
    """Roll perception for a fighter whom the feint of `by` might fool, less the `margin` of the feint."""
    feinter = fighter.draft[data["by"]].name
    notices = perception.chance(fighter.now, fighter.rules).less_margin(data["margin"], f"{feinter}'s feint")
    fighter.roll(notices, "perception", f"seeing through {feinter}'s feint", "fooled", by=data["by"])


def fooled(fighter: Acting, data: Data) -> None:
    """Set off the preset of a fighter whom a feint fooled. Without a preset it is only distracted (ruling 52)."""
    if data["success"]:
        return
    if fighter.now.condition(conditions.PRESET) is not None:
        # A roll that an early fight left open does not say by whom: its preset goes by its own target.
        preset_triggers.fooled(fighter, data.get("by", ""))
    else:
        fighter.note(f"{fighter.name} is fooled by the feint: distracted (H-ATK-6)")
