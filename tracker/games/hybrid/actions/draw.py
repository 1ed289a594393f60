"""Draw: take a weapon in hand, slowly or by a fast draw (H-ACT-2, ruling 32)."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.engine.declarations import declare
from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import conditions, skill_use
from tracker.games.hybrid.body.weapons import DRAWN, drawn, weapon_check, weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.modifiers import action_modifiers, action_time
from tracker.games.hybrid.modifiers.action_modifiers import QUICK, SETUP
from tracker.games.hybrid.sheet.sheet import Weapon
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model.combatant import Action, Combatant
from tracker.model.refusals import Refused


def draw(fighter: Acting, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare a slow draw of the weapon `key`. Raises Refused for a weapon in hand."""
    weapon = _to_draw(fighter, key)
    slow = weapon.speed * fighter.rules.book.actions.draw_factor
    under_way(fighter, "draw", draw_label(weapon), slow, options, weapon=key)


def fast_draw(fighter: Acting, key: str, options: tuple[str, ...] = ()) -> None:
    """Roll for a fast draw of the weapon `key`, which is declared after. Raises Refused for a weapon in hand."""
    weapon, combatant, rules = _to_draw(fighter, key), fighter.now, fighter.rules
    use = skill_use.of_weapon(combatant, weapon, rules, conditions.OTHER, action_modifiers.read(options))
    chance = use.done(weapon_check(combatant, rules, weapon, conditions.OTHER, "draw"))
    fighter.roll(chance, "fastdraw", f"fast draw of {weapon.name.lower()}", "drawn", weapon=key, options=[*options])


def _to_draw(fighter: Acting, key: str) -> Weapon:
    """Return the weapon to draw. Raises Refused for a weapon in hand, or when the fighter may not act now."""
    action_points.action_point(fighter)
    weapon = weapon_of(fighter.now, key)
    intend(fighter, "physical")
    if drawn(fighter.now, weapon):
        raise Refused(f"{fighter.name} has the {weapon.name} in hand already.")
    return weapon


def drawn_fast(fighter: Acting, data: Data) -> None:
    """Declare a fast draw after its roll: 1 × the speed on success, else 2 × (H-ACT-2, rulings 32 and 90).

    Set-up takes as long as for the draw that was tried, whatever the result (ruling 95).
    """
    weapon, book = weapon_of(fighter.now, data["weapon"]), fighter.rules.book
    factor = 1 if data["success"] else book.actions.draw_factor
    # Of the options only speed points count here: set-up has a time of its own, added below.
    options_given = tuple(data.get("options", ()))
    use = replace(skill_use.of_weapon(fighter.now, weapon, fighter.rules), speed=weapon.speed * factor, answers=True)
    settled = action_points.settle(fighter.draft, action_modifiers.only(options_given, QUICK), use)
    speed = settled.speed
    if SETUP in action_modifiers.read(options_given):
        speed += action_time.setup_time(weapon.speed, book)
    options = (*settled.options, *action_modifiers.only(options_given, SETUP))
    action = Action(0, "draw", weapon.key, options=options, label=draw_label(weapon), speed=speed)
    declare(fighter.draft, fighter.who, action)


def fast_draw_counts(combatant: Combatant, rules: Rulebook, weapon: Weapon, success: bool) -> int:
    """Return the counts of a fast draw when its roll succeeds, or when it fails."""
    factor = 1 if success else rules.book.actions.draw_factor
    use = skill_use.of_weapon(combatant, weapon, rules)
    return replace(use, speed=weapon.speed * factor, answers=True).counts()


def draw_label(weapon: Weapon) -> str:
    """Return the label of a draw under way."""
    return f"drawing {weapon.name.lower()}"


def landed(fighter: Acting, action: Action) -> None:
    """Take the weapon in hand."""
    fighter.mark(f"{DRAWN}{action.weapon}", value=True, why="drawn (H-ACT-2)")
