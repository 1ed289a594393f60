"""Grapples: grips, holds with their strength, throws, overbearing, escaping (H-ATK-8, ruling 46)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.commands import Do
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.systems.hybrid.blows.batch_plan import Stage
from tracker.systems.hybrid.body import conditions, grips, posture, skill_use
from tracker.systems.hybrid.body.conditions import EVADING, GRAPPLING, HELD
from tracker.systems.hybrid.body.weapons import weapon_of
from tracker.systems.hybrid.book.rounding import half_up
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.success_chance import Chance
from tracker.systems.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.systems.hybrid.timing import action_points, lost_actions
from tracker.systems.hybrid.timing.intent import intend

ESCAPE = "escape"
FALLS = ("throw", "overbear")


def strongest(holder: Combatant, rules: Rulebook) -> int:
    """How strong a hold of a combatant can be: 5 × PST (H-ATK-8)."""
    return half_up(rules.book.close.strongest * sheet_of(holder).stats["PST"])


def technique(combatant: Combatant, name: str) -> Weapon | None:
    """The technique of this name, else the first that does this."""
    techniques = sheet_of(combatant).techniques
    return next((w for w in techniques if w.key == name), None) or next((w for w in techniques if w.verb == name), None)


def take_effect(stage: Stage) -> None:
    """What a technique that gets through does: a grip, a stronger hold, or the other on the ground."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes or not draft[blow.target].able:
        return
    verb = weapon_of(draft[blow.attacker], blow.weapon).verb
    if verb == "grapple":
        grip(draft, rules, blow.attacker, blow.target, blow.margin)
    elif verb == "hold":
        share = rules.book.close.improve_share
        tighten(draft, rules, blow.attacker, blow.target, half_up(Fraction(blow.margin, share)))
    elif verb in FALLS:
        posture.fall(draft, blow.target, f"{verb}n down (H-ATK-8)" if verb == "throw" else "borne down (H-ATK-8)")
        lost_actions.lose(draft, blow.target, "on the ground")


def grip(draft: StepBuilder, rules: Rulebook, holder: str, held: str, margin: int) -> None:
    """A grapple has a hold on a combatant, as strong as its SN."""
    before = draft[held].condition(HELD)
    if before is not None and before.of != holder:
        draft.note(f"{draft[held].name} is {before.label} already: no grip for {draft[holder].name}", holder)
        return
    grip_held = draft[holder].condition(GRAPPLING)
    if grip_held is not None and grip_held.of != held:
        draft.note(f"{draft[holder].name} {grip_held.label} already: no second grip", holder)
        return
    draft.end(held, EVADING, "held")
    action_points.gain(draft, holder, GRAPPLING, f"has a grip on {draft[held].name}", held, "grapple (H-ATK-8)")
    if before is None:
        draft.emit(ev.MarkChanged(who=held, mark=grips.STRENGTH, value=0))
    _hold(draft, rules, holder, held, max(margin, draft[held].mark(grips.STRENGTH)))


def tighten(draft: StepBuilder, rules: Rulebook, holder: str, held: str, by: int) -> None:
    """A further roll makes the hold stronger by half its SN."""
    _hold(draft, rules, holder, held, draft[held].mark(grips.STRENGTH) + by)


def _hold(draft: StepBuilder, rules: Rulebook, holder: str, held: str, strength: int) -> None:
    strength = min(strength, strongest(draft[holder], rules))
    draft.emit(ev.MarkChanged(who=held, mark=grips.STRENGTH, value=strength))
    before = draft[held].condition(HELD)
    if strength <= 0:
        if before is not None:
            grips.release(draft, held, "free (ruling 46)")
        return
    label = f"held by {draft[holder].name}, strength {strength}"
    if before is not None:
        draft.emit(ev.ConditionEnded(who=held, condition=HELD, label=before.label, why="changed"))
    draft.emit(ev.ConditionGained(who=held, condition=HELD, label=label, of=holder, why="held (H-ATK-8)"))


def let_go(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """The holder lets go, at any time."""
    grip_on = draft[command.who].condition(GRAPPLING)
    if grip_on is None:
        raise Refused(f"{draft[command.who].name} holds nobody.")
    draft.actor = command.who
    grips.lose_grip(draft, command.who, "let go")


# Getting free


def escape_chance(combatant: Combatant, rules: Rulebook) -> Chance:
    """The held its own grapple check (H-ATK-8); a defensive one (ruling 42)."""
    weapon = technique(combatant, "grapple")
    assert weapon is not None
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules)
    return skill_use.of_weapon(combatant, weapon, rules, conditions.DEFENSIVE).under_conditions(chance)


def declare_escape(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Declare to get out of a hold, at a grapple's speed."""
    who = command.who
    action_points.action_point(draft, who)
    held = draft[who].condition(HELD)
    if held is None:
        raise Refused(f"{draft[who].name} is not held.")
    weapon = technique(draft[who], "grapple")
    assert weapon is not None
    intend(draft, who, "physical")
    settled = action_points.settle(draft, command.words, skill_use.of_weapon(draft[who], weapon, rules))
    label = f"getting free{settled.words}"
    declare(draft, who, Action(0, ESCAPE, weapon.key, held.of, settled.options, label, speed=settled.speed))


def landed(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """The check of getting free."""
    if draft[who].condition(HELD) is None:
        return
    grapple = technique(draft[who], "grapple")
    assert grapple is not None
    use = skill_use.of_action(draft[who], action, rules, grapple.skill)
    chance = use.done(escape_chance(draft[who], rules))
    draft.roll(chance.roll(who, ESCAPE, "getting free"), Task("escaped", {"who": who}))


def escaped(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """A success takes its SN off the strength of the hold; at 0 one is free."""
    who, data = task.data["who"], task.data
    held = draft[who].condition(HELD)
    if not data["success"] or held is None:
        return
    _hold(draft, rules, held.of, who, draft[who].mark(grips.STRENGTH) - data["margin"])
