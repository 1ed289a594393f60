"""Action points: conditions that last until the next one end. Speed points are spent as an action is declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.engine.declarations import check_moment
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import activities
from tracker.games.hybrid.body.conditions import ADVANCED, ALL_OUT, BOUND, JOLTED, OFF_BALANCE, RETREATING
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.modifiers.action_modifiers import QUICK, ActionModifiers
from tracker.games.hybrid.timing import held_presets, stances
from tracker.games.toolkit import steps
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused

SPEED_POINTS = "speed"
"""The mark that holds unspent speed points (H-INIT-4)."""


def action_point(fighter: Acting, acts: bool = True) -> None:
    """End what lasts until the next declaration of a combatant, which it makes now (rulings 42 and 91).

    A preset ends when the combatant `acts`, not when it goes on waiting.
    """
    draft, who, count = fighter.draft, fighter.who, fighter.count
    check_moment(draft, who)
    if draft.beside:  # the second of two actions at once: the first has ended these already
        return
    if not fighter.rules.third_reading:
        draft.end(who, OFF_BALANCE, "next action point")
    # A bind includes an advance, which lasts as long as the bind.
    keys = (ALL_OUT, RETREATING) if draft[who].condition(BOUND) else (ALL_OUT, RETREATING, ADVANCED)
    for key in keys:
        stance = draft[who].condition(key)
        if stance is not None and not stances.is_free_now(draft[who], key, count):
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
    """Spend the speed points of an action. Return its options, modifiers and counts (H-INIT-5). Raises Refused."""
    settled_options = tuple(option_parser.settle(list(typed_options), use.user, use.speed, use.skill, use.rules))
    how = action_modifiers.read(settled_options)
    use = use if use.how is how else replace(use, how=how)
    spend_speed(draft, use.user.id, use.how, use.useful_points())
    return Settled(settled_options, use.how, use.counts())


def spend_speed(draft: StepBuilder, who: str, how: ActionModifiers, most: int) -> None:
    """Take off the speed points an action uses. Refuse more than it can use (`most`) or there are (ruling 13)."""
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
