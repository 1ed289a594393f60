"""Grapples: grips, the strength of holds, throws, overbearing, escapes (H-ATK-8, ruling 46)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.body import conditions, grips, posture, skill_use
from tracker.games.hybrid.body.conditions import EVADING, GRAPPLING, HELD
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import action_points, lost_actions
from tracker.games.hybrid.timing.intent import intend
from tracker.games.toolkit import steps
from tracker.games.toolkit.conditions import begin
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.refusals import Refused

ESCAPE = "escape"
FALLS = ("throw", "overbear")


def strongest(holder: Combatant, rules: Rulebook) -> int:
    """Return how strong a hold of this fighter can be: 5 × PST (H-ATK-8)."""
    return half_up(rules.book.close.strongest * sheet_of(holder).stats["PST"])


def grapple_of(combatant: Combatant) -> Weapon:
    """Return the technique of grappling, which also gets free."""
    return next(weapon for weapon in sheet_of(combatant).techniques if weapon.verb == "grapple")


def take_effect(stage: Stage) -> None:
    """Apply a technique of close combat that gets through: a grip, a stronger hold, or the target on the ground."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes or not draft[blow.target].able:
        return
    verb = weapon_of(draft[blow.attacker], blow.weapon).verb
    if verb == "grapple":
        grip(draft, rules, blow.attacker, blow.target, blow.margin)
    elif verb == "hold":
        share = rules.book.close.improve_share
        strength = draft[blow.target].mark(grips.STRENGTH) + half_up(Fraction(blow.margin, share))
        _set_strength(draft, rules, blow.attacker, blow.target, strength)
    elif verb in FALLS:
        posture.fall(draft, blow.target, f"{verb}n down (H-ATK-8)" if verb == "throw" else "borne down (H-ATK-8)")
        lost_actions.lose(draft, blow.target, "on the ground")


def grip(draft: StepBuilder, rules: Rulebook, holder: str, captive: str, margin: int) -> None:
    """Give the holder a grip on the captive, as strong as the grapple's `margin`. A second grip of either fails."""
    present_hold = draft[captive].condition(HELD)
    if present_hold is not None and present_hold.of != holder:
        draft.note(f"{draft[captive].name} is {present_hold.label} already: no grip for {draft[holder].name}", holder)
        return
    grip_held = draft[holder].condition(GRAPPLING)
    if grip_held is not None and grip_held.of != captive:
        draft.note(f"{draft[holder].name} {grip_held.label} already: no second grip", holder)
        return
    draft.end(captive, EVADING, "held")
    begin(draft, holder, GRAPPLING, f"has a grip on {draft[captive].name}", captive, "grapple (H-ATK-8)")
    if present_hold is None:
        steps.mark(draft, captive, grips.STRENGTH, 0)
    _set_strength(draft, rules, holder, captive, max(margin, draft[captive].mark(grips.STRENGTH)))


def _set_strength(draft: StepBuilder, rules: Rulebook, holder: str, captive: str, strength: int) -> None:
    """Set the strength of a hold, up to the strongest possible. At 0 the fighter is free."""
    strength = min(strength, strongest(draft[holder], rules))
    steps.mark(draft, captive, grips.STRENGTH, strength)
    present_hold = draft[captive].condition(HELD)
    if strength <= 0:
        if present_hold is not None:
            grips.release(draft, captive, "free (ruling 46)")
        return
    label = f"held by {draft[holder].name}, strength {strength}"
    if present_hold is not None:
        draft.emit(ev.ConditionEnded(who=captive, condition=HELD, label=present_hold.label, why="changed"))
    draft.emit(ev.ConditionGained(who=captive, condition=HELD, label=label, of=holder, why="held (H-ATK-8)"))


def let_go(fighter: Acting) -> None:
    """Let the holder release its grip, at any time. Raises Refused."""
    if fighter.now.condition(GRAPPLING) is None:
        raise Refused(f"{fighter.name} holds no fighter.")
    fighter.draft.actor = fighter.who
    grips.lose_grip(fighter.draft, fighter.who, "let go")


# Getting free


def escape_chance(combatant: Combatant, rules: Rulebook) -> Chance:
    """Return the chance of a held fighter's grapple check (H-ATK-8), a defensive one (ruling 42)."""
    weapon = grapple_of(combatant)
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules)
    return skill_use.of_weapon(combatant, weapon, rules, conditions.DEFENSIVE).under_conditions(chance)


def declare_escape(fighter: Acting, options: tuple[str, ...] = ()) -> None:
    """Declare to escape from a hold, at a grapple's speed. Raises Refused."""
    draft, rules, who = fighter.draft, fighter.rules, fighter.who
    action_points.action_point(fighter)
    hold = draft[who].condition(HELD)
    if hold is None:
        raise Refused(f"{draft[who].name} is not held.")
    weapon = grapple_of(draft[who])
    intend(fighter, "physical")
    settled = action_points.settle(draft, options, skill_use.of_weapon(draft[who], weapon, rules))
    label = f"getting free{settled.words}"
    declare(
        draft,
        who,
        Action(
            id=0,
            verb=ESCAPE,
            weapon=weapon.key,
            target=hold.of,
            options=settled.options,
            label=label,
            speed=settled.speed,
        ),
    )


def landed(fighter: Acting, action: Action) -> None:
    """Roll the grapple check of an escape whose count has come, if the fighter is still held."""
    if fighter.now.condition(HELD) is not None:
        use = skill_use.of_action(fighter.now, action, fighter.rules, grapple_of(fighter.now).skill)
        fighter.roll(use.done(escape_chance(fighter.now, fighter.rules)), ESCAPE, "getting free", "escaped")


def escaped(fighter: Acting, data: Data) -> None:
    """Take the margin of a successful escape off the strength of the hold. At 0 the fighter is free."""
    hold = fighter.now.condition(HELD)
    if data["success"] and hold is not None:
        strength = fighter.now.mark(grips.STRENGTH) - data["margin"]
        _set_strength(fighter.draft, fighter.rules, hold.of, fighter.who, strength)
