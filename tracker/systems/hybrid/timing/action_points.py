"""Action points: what lasts until the next one ends; stances and speed points are taken up at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.engine.declarations import check_moment, moment
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model import lazy_dataclass
from tracker.model.combatant import Combatant, Condition
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.hybrid.body import activities
from tracker.systems.hybrid.body.conditions import ADVANCED, ALL_OUT, BOUND, OFF_BALANCE, RETREATING
from tracker.systems.hybrid.body.skill_use import SkillUse
from tracker.systems.hybrid.body.weapons import reach
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.book.rulebook import in_force as rules_in_force
from tracker.systems.hybrid.modifiers import action_modifiers, option_parser
from tracker.systems.hybrid.modifiers.action_modifiers import ADVANCE, ALLOUT, QUICK, RETREAT, ActionModifiers
from tracker.systems.hybrid.sheets.sheet import Weapon
from tracker.systems.hybrid.timing import held_presets

SPEED_POINTS = "speed"
"""The mark that holds unspent speed points (H-INIT-4)."""
FREE = "stance.free."
"""The mark, with a stance's key, of the count at which it was taken up without an action: one declared then has it."""
_FREE_ONCE = "stance.free"
"""The mark of fights up to 0.2: the last stance taken up so, with its count, as `retreating@17`."""


def action_point(draft: StepBuilder, who: str, acts: bool = True) -> None:
    """A combatant declares: what lasted until its next action point ends (rulings 42 and 91).

    A preset is given up when something is done, not when its owner goes on waiting.
    """
    check_moment(draft, who)
    if draft.beside:
        return
    now = draft.encounter.count
    if not rules_in_force(draft).third_reading:
        draft.end(who, OFF_BALANCE, "next action point")
    stances = (ALL_OUT, RETREATING) if draft[who].condition(BOUND) else (ALL_OUT, RETREATING, ADVANCED)
    for key in stances:
        stance = draft[who].condition(key)
        if stance is not None and not is_free_now(draft[who], key, now):
            draft.end(who, key, "next declaration")
    if acts:
        activities.rouse(draft, who)
        held_presets.give_up(draft, who, "declares something else")
    else:
        held_presets.cancel_set_off(draft, who)


def as_declared(encounter: Encounter, rules: Rulebook, who: str, how: ActionModifiers) -> Encounter:
    """The fight as it would be if `who` declared now with these modifiers: old stances ended, new ones taken up.

    For the figures shown before a declaration, so that they are those that will be rolled.
    """
    combatant, now = encounter[who], encounter.count
    if not moment(encounter, who):
        return encounter
    ends = {ALL_OUT, RETREATING, *(() if combatant.condition(BOUND) else (ADVANCED,))}
    ends |= set() if rules.third_reading else {OFF_BALANCE}
    kept = [
        condition
        for condition in combatant.conditions
        if condition.key not in ends or is_free_now(combatant, condition.key, now)
    ]
    for flag, key in ((ADVANCE, ADVANCED), (RETREAT, RETREATING)):
        if flag in how and all(condition.key != key for condition in kept):
            kept.append(Condition(key, key, since=now))
    return encounter.with_combatant(replace(combatant, conditions=tuple(kept)))


def take_up(
    draft: StepBuilder, rules: Rulebook, who: str, how: ActionModifiers, weapon: Weapon | None, target: str
) -> None:
    """The stances an action is declared with: all out, advancing, retreating (H-ATK-3)."""
    if ALLOUT in how:
        column = weapon.column if weapon is not None else "physical"
        gain(draft, who, ALL_OUT, "all out", column, "all-out attack (H-ATK-3)")
    if ADVANCE in how:
        advance(draft, who, weapon, target)
    if RETREAT in how:
        retreat(draft, who)


def gain(draft: StepBuilder, who: str, key: str, label: str, of: str, why: str) -> None:
    """Begin a stance, if it is not in force."""
    if draft[who].condition(key) is None:
        draft.emit(ev.ConditionGained(who=who, condition=key, label=label, of=of, why=why))


def advance(draft: StepBuilder, who: str, weapon: Weapon | None, target: str) -> None:
    """Press in: needs a weapon at least as long as the target's (H-ATK-3)."""
    if target and weapon is not None and weapon.length < reach(draft[target]):
        raise Refused(
            f"{draft[who].name} cannot advance: {weapon.name} ({weapon.length:g} m) is shorter than what "
            f"{draft[target].name} has ({reach(draft[target]):g} m); attack without advancing, or close first."
        )
    if draft[who].condition(RETREATING) is not None:
        raise Refused(f"{draft[who].name} is retreating, so cannot advance until its next declaration.")
    gain(draft, who, ADVANCED, "advanced", target, "advances (H-ATK-3)")


def retreat(draft: StepBuilder, who: str) -> None:
    """Give ground: free, with any action (H-ATK-3)."""
    if draft[who].condition(ADVANCED) is not None:
        raise Refused(f"{draft[who].name} is advancing, so cannot retreat until its next declaration.")
    gain(draft, who, RETREATING, "retreating", "", "retreats (H-ATK-3)")


def is_free_now(combatant: Combatant, key: str, now: int) -> bool:
    """Whether a stance was taken up at this very count without an action."""
    return combatant.marks.get(f"{FREE}{key}") == now or combatant.marks.get(_FREE_ONCE) == f"{key}@{now}"


def mark_free(draft: StepBuilder, who: str, key: str) -> None:
    """A stance was taken up at this very count, with no action yet."""
    draft.emit(ev.MarkChanged(who=who, mark=f"{FREE}{key}", value=draft.encounter.count))


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Settled:
    """How an action is done, once that is settled."""

    options: tuple[str, ...]
    how: ActionModifiers
    speed: int
    """Counts it takes."""

    @property
    def words(self) -> str:
        """What stands behind the action's name."""
        return option_parser.texts(self.options)


def settle(draft: StepBuilder, words: Sequence[str], use: SkillUse) -> Settled:
    """An action's options as they hold now: its speed points are spent, its counts known (H-INIT-5, H-ACT 3 and 4)."""
    settled_options = tuple(option_parser.settle(list(words), use.user, use.speed, use.skill, use.rules))
    use = replace(use, how=action_modifiers.read(settled_options))
    spend_speed(draft, use.user.id, use.how, use.useful_points())
    return Settled(settled_options, use.how, use.counts())


def spend_speed(draft: StepBuilder, who: str, how: ActionModifiers, most: int) -> None:
    """Take off the speed points an action is shortened by, at most as many as it can use (H-INIT-5, ruling 13)."""
    if how.spent > most:
        raise Refused(
            f"{draft[who].name} cannot use {how.spent} speed points here: no action takes less than 1 count, "
            f"so {most} are the most."
        )
    have = draft[who].mark(SPEED_POINTS)
    if how.spent > have:
        plural = "point" if have == 1 else "points"
        raise Refused(f"{draft[who].name} has {have} speed {plural}, not {how.spent}; leave `{QUICK}` out or say less.")
    if how.spent:
        value = have - how.spent
        draft.emit(
            ev.MarkChanged(who=who, mark=SPEED_POINTS, value=value, why=f"{how.spent} speed points spent (H-INIT-5)")
        )
