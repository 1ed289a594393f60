"""Action points: conditions that last until the next one end. Stances and speed points begin at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.engine.declarations import check_moment, moment
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import activities
from tracker.games.hybrid.body.conditions import ADVANCED, ALL_OUT, BOUND, JOLTED, OFF_BALANCE, RETREATING
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.body.weapons import reach
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.modifiers.action_modifiers import ADVANCE, ALLOUT, QUICK, RETREAT, ActionModifiers
from tracker.games.hybrid.sheet.sheet import Weapon
from tracker.games.hybrid.timing import held_presets
from tracker.games.toolkit import guards, steps
from tracker.games.toolkit.conditions import begin
from tracker.model.combatant import Combatant, Condition
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

SPEED_POINTS = "speed"
"""The mark that holds unspent speed points (H-INIT-4)."""
FREE = "stance.free."
"""The prefix of the mark with the count at which a stance began without an action. The next action has it too."""
_FREE_ONCE = "stance.free"
"""The mark that fights up to 0.2 have instead: the last such stance and its count, as `retreating@17`."""


def action_point(fighter: Acting, acts: bool = True) -> None:
    """End what lasts until the next declaration of a combatant (rulings 42 and 91).

    A preset ends when the combatant acts, not when it goes on waiting.
    """
    draft, who, count = fighter.draft, fighter.who, fighter.count
    check_moment(draft, who)
    if draft.beside:
        return
    if not fighter.rules.third_reading:
        draft.end(who, OFF_BALANCE, "next action point")
    stances = (ALL_OUT, RETREATING) if draft[who].condition(BOUND) else (ALL_OUT, RETREATING, ADVANCED)
    for key in stances:
        stance = draft[who].condition(key)
        if stance is not None and not is_free_now(draft[who], key, count):
            draft.end(who, key, "next declaration")
    if acts:
        activities.rouse(draft, who)
        held_presets.give_up(draft, who, "declares something else")
    else:
        held_presets.cancel_set_off(draft, who)


def action_over(fighter: Acting) -> None:
    """End the shock and the lost balance that last until an action is over, once no action is under way.

    What began on this very count stays: it is what the action has just met with (rulings 20, 100 and 104).
    """
    if fighter.now.actions:
        return
    for key in (JOLTED, *((OFF_BALANCE,) if fighter.rules.third_reading else ())):
        condition = fighter.now.condition(key)
        if condition is not None and condition.since < fighter.count:
            fighter.draft.end(fighter.who, key, "action over")


def as_declared(encounter: Encounter, rules: Rulebook, who: str, how: ActionModifiers) -> Encounter:
    """Return the fight as if `who` declared now with these modifiers: old stances ended, new ones begun.

    Figures shown before a declaration come from it, so they equal those that will be rolled.
    """
    combatant, now = encounter[who], encounter.count
    if not moment(encounter, who):
        return encounter
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
    begin(fighter.draft, fighter.who, RETREATING, "retreating", "", "retreats (H-ATK-3)")


def is_free_now(combatant: Combatant, key: str, now: int) -> bool:
    """Return whether a stance began at this very count without an action."""
    return combatant.marks.get(f"{FREE}{key}") == now or combatant.marks.get(_FREE_ONCE) == f"{key}@{now}"


def mark_free(fighter: Acting, key: str) -> None:
    """Remember that a stance began at this count without an action."""
    fighter.mark(f"{FREE}{key}", fighter.count)


@dataclass(frozen=True, slots=True)
class Settled:
    """The options, modifiers and counts of a declared action."""

    options: tuple[str, ...]
    how: ActionModifiers
    speed: int

    @property
    def words(self) -> str:
        """Return the options as shown after the action's name."""
        return option_parser.texts(self.options)


def settle(draft: StepBuilder, typed_options: Sequence[str], use: SkillUse) -> Settled:
    """Return the options, modifiers and counts of an action, and spend its speed points (H-INIT-5)."""
    settled_options = tuple(option_parser.settle(list(typed_options), use.user, use.speed, use.skill, use.rules))
    how = action_modifiers.read(settled_options)
    use = use if use.how is how else replace(use, how=how)
    spend_speed(draft, use.user.id, use.how, use.useful_points())
    return Settled(settled_options, use.how, use.counts())


def spend_speed(draft: StepBuilder, who: str, how: ActionModifiers, most: int) -> None:
    """Take off the speed points an action uses. Refuse more than it can use or than there are (ruling 13)."""
    if how.spent > most:
        raise Refused(
            f"{draft[who].name} cannot use {how.spent} speed points here: no action takes less than 1 count, "
            f"so {most} are the most."
        )
    points_left = draft[who].mark(SPEED_POINTS)
    if how.spent > points_left:
        plural = "point" if points_left == 1 else "points"
        raise Refused(
            f"{draft[who].name} has {points_left} speed {plural}, not {how.spent}; leave `{QUICK}` out or spend fewer."
        )
    if how.spent:
        points_then = points_left - how.spent
        steps.mark(draft, who, SPEED_POINTS, points_then, f"{how.spent} speed points spent (H-INIT-5)")
