"""Draw: take a weapon in hand, slowly or by a fast draw (H-ACT-2, ruling 32)."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import conditions, skill_use
from tracker.games.hybrid.body.weapons import DRAWN, drawn, weapon_check, weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers import action_modifiers, action_time
from tracker.games.hybrid.modifiers.action_modifiers import QUICK, SETUP
from tracker.games.hybrid.sheets.sheet import Weapon
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.games.toolkit import steps
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import Task
from tracker.model.refusals import Refused


def draw(fighter: Acting, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare a slow draw; raises Refused for a weapon in hand."""
    weapon = _to_draw(fighter, key)
    slow = weapon.speed * fighter.rules.book.actions.draw_factor
    under_way(fighter, "draw", draw_label(weapon), slow, options, weapon=key)


def fast_draw(fighter: Acting, key: str, options: tuple[str, ...] = ()) -> None:
    """Roll for a fast draw; raises Refused for a weapon in hand."""
    weapon, combatant, rules = _to_draw(fighter, key), fighter.now, fighter.rules
    use = skill_use.of_weapon(combatant, weapon, rules, conditions.OTHER, action_modifiers.read(options))
    chance = use.done(weapon_check(combatant, rules, weapon, conditions.OTHER, "draw"))
    roll = chance.roll(fighter.who, "fastdraw", f"fast draw of {weapon.name.lower()}")
    fighter.draft.roll(roll, Task("drawn", {"who": fighter.who, "weapon": key, "options": [*options]}))


def _to_draw(fighter: Acting, key: str) -> Weapon:
    """Return the weapon that the fighter sets out to draw; raises Refused for one in hand."""
    action_points.action_point(fighter.draft, fighter.who)
    weapon = weapon_of(fighter.now, key)
    intend(fighter.draft, fighter.who, "physical")
    if drawn(fighter.now, weapon):
        raise Refused(f"{fighter.name} has the {weapon.name} in hand already.")
    return weapon


def drawn_fast(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Declare a fast draw after its roll: 1 × the speed on success, else 2 × (H-ACT-2, rulings 32 and 90).

    Set-up takes as long as for the draw that was tried, whatever the result (ruling 95).
    """
    who = task.data["who"]
    weapon = weapon_of(draft[who], task.data["weapon"])
    factor = 1 if task.data["success"] else rules.book.actions.draw_factor
    options_given = tuple(task.data.get("options", ()))
    use = replace(skill_use.of_weapon(draft[who], weapon, rules), speed=weapon.speed * factor, answers=True)
    settled = action_points.settle(draft, action_modifiers.only(options_given, QUICK), use)
    speed = settled.speed
    if SETUP in action_modifiers.read(options_given):
        speed += action_time.setup_time(weapon.speed, rules.book)
    options = (*settled.options, *action_modifiers.only(options_given, SETUP))
    declare(draft, who, Action(0, "draw", weapon.key, options=options, label=draw_label(weapon), speed=speed))


def fast_draw_counts(combatant: Combatant, rules: Rulebook, weapon: Weapon, success: bool) -> int:
    """Return the counts of a fast draw, by whether its roll succeeds."""
    factor = 1 if success else rules.book.actions.draw_factor
    use = skill_use.of_weapon(combatant, weapon, rules)
    return replace(use, speed=weapon.speed * factor, answers=True).counts()


def draw_label(weapon: Weapon) -> str:
    """Return the label of a draw under way."""
    return f"drawing {weapon.name.lower()}"


def landed(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """Take the weapon in hand."""
    steps.mark(draft, who, f"{DRAWN}{action.weapon}", True, "drawn (H-ACT-2)")
