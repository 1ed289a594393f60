"""Answers: what is settled before any die of a blow: another target, who notices, how the target defends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tracker.encounter.engine.declarations import end_action
from tracker.encounter.engine.step import Draft
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll
from tracker.systems.hybrid.blows import hit_odds
from tracker.systems.hybrid.blows.batch_plan import Batch, Stage
from tracker.systems.hybrid.blows.blow import Blow, Pose
from tracker.systems.hybrid.blows.defence_choices import (
    BREAK_OFF,
    answering,
    defending,
    may_answer,
    others,
    read_answer,
)
from tracker.systems.hybrid.body import activities, conditions, defences, perception
from tracker.systems.hybrid.body.defences import BLOCK, CROUCH, DISARM, DODGE, DROP, NOTHING, PARRY, ROLL_WITH
from tracker.systems.hybrid.body.skill_use import SkillUse
from tracker.systems.hybrid.body.weapons import weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import signed
from tracker.systems.hybrid.modifiers.action_modifiers import Manner
from tracker.systems.hybrid.timing import action_points, dodge_and_drop, initiative, lost_actions

TARGET, DEFENCE = "target", "defence"
_WORDS = {PARRY: "parries", BLOCK: "blocks", CROUCH: "crouches", ROLL_WITH: "rolls with the blow"}
_WORDS[DISARM] = "tries to disarm"


def never(at: Stage, answer: Any) -> None:
    """Stages that ask nothing take nothing."""


# 1: the target is down or gone


def want_target(at: Stage) -> Pose | None:
    """The target is out of the fight: break off, or another one in reach at DF −2."""
    draft, rules, blow = at.draft, at.rules, at.blow
    if not blow.gone and (why := _out_of_touch(draft, blow)):
        _lost(draft, blow, why)
        return None
    if blow.gone or draft[blow.target].able:
        return None
    if not others(draft.encounter, rules, blow) or draft[blow.attacker].orders:
        take_target(at, {"answer": BREAK_OFF})
        return None
    attacker, target = draft[blow.attacker].name, draft[blow.target].name
    text = f"{attacker}'s target {target} {draft[blow.target].presence.words}."
    return Pose(blow.attacker, TARGET, text, blow.target)


def _out_of_touch(draft: Draft, blow: Blow) -> str:
    """Why a technique no longer finds its target: parted since it was declared, or without the grip it improves."""
    attacker, weapon = draft[blow.attacker], weapon_of(draft[blow.attacker], blow.weapon)
    if not weapon.verb or not draft[blow.target].able:
        return ""
    if blow.target not in conditions.closed_in(attacker):
        return "no longer closed in"
    grip = attacker.condition(conditions.GRAPPLING)
    return "no grip any more" if weapon.verb == "hold" and (grip is None or grip.of != blow.target) else ""


def _lost(draft: Draft, blow: Blow, why: str) -> None:
    blow.gone = True
    action = draft[blow.attacker].action(blow.action)
    if action is not None:
        end_action(draft, blow.attacker, action, "lost", why)
    initiative.again(draft, blow.attacker)


def take_target(at: Stage, answer: Any) -> None:
    """Break off and roll initiative now, or strike another."""
    draft, rules, blow = at.draft, at.rules, at.blow
    action = draft[blow.attacker].action(blow.action)
    if answer["answer"] == BREAK_OFF:
        blow.gone = True
        if action is not None:
            end_action(draft, blow.attacker, action, "aborted", "no target")
        initiative.again(draft, blow.attacker)
        return
    blow.target = answer["answer"]
    blow.df += rules.book.attack.other_target
    blow.reason = f"{blow.reason} another target".strip()
    if action is not None:
        why = f"another target, DF {signed(Fraction(rules.book.attack.other_target))}"
        draft.emit(
            ev.ActionChanged(who=blow.attacker, action=action.id, label=action.label, target=blow.target, why=why)
        )


# 2: passive perceptions


def want_notice(at: Stage) -> None:
    """Everyone who might notice the attacker gets a passive perception (H-PERC-3)."""
    batch, blow = at.batch, at.blow
    if not blow.gone:
        place = batch.blows.index(blow)
        batch.insert(
            [["noticing", place, other] for other in perception.might_notice(at.draft.encounter, blow.attacker)]
        )


def want_noticing(at: Stage) -> Roll | None:
    """One passive perception, at a quarter of the chance."""
    draft = at.draft
    return perception.passive_roll(draft[at.who], at.rules, f"noticing {draft[at.blow.attacker].name}")


def take_noticing(at: Stage, rolled: Any) -> None:
    """A success makes aware."""
    if rolled["success"]:
        at.draft.emit(ev.AwarenessChanged(who=at.who, of=at.blow.attacker, aware=True, why="noticed (H-PERC-3)"))


# 3: how the target defends


def want_defence(at: Stage) -> Pose | None:
    """An aware and able target is asked before any die, unless its orders answer."""
    draft, rules, blow = at.draft, at.rules, at.blow
    if blow.gone or not draft[blow.target].able:
        return None
    target = draft[blow.target]
    if blow.attacker in target.unaware_of or target.condition(conditions.UNCONSCIOUS):
        return None
    ordered = target.orders.does and (target.orders.answer or rules.silent)
    if ordered == NOTHING or (ordered in (PARRY, BLOCK) and not may_answer(draft.encounter, rules, blow, ordered)):
        take_defence(at, {"answer": NOTHING})
        return None
    if rules.third_reading and not hit_odds.could_hit(draft.encounter, rules, blow):
        take_defence(at, {"answer": NOTHING})
        return None
    if all(choice.refused or choice.word == NOTHING for choice in defending(draft.encounter, rules, blow)):
        take_defence(at, {"answer": NOTHING})
        return None
    text = f"{target.name} is about to be hit by {draft[blow.attacker].name}."
    return Pose(blow.target, DEFENCE, text, blow.attacker)


def take_defence(at: Stage, answer: Any) -> None:
    """The defence is chosen; its time delays what the defender has pending, hit or miss (ruling 25)."""
    draft, rules, batch, blow = at.draft, at.rules, at.batch, at.blow
    target = blow.target
    reply = read_answer(answer["answer"])
    blow.defence, blow.with_, blow.points = reply.defence, reply.weapon, reply.points
    if blow.defence == NOTHING:
        return
    activities.rouse(draft, target)
    if blow.defence in (DODGE, DROP):
        _late(draft, rules, batch, blow)
        return
    if blow.defence in (PARRY, BLOCK, DISARM) and not blow.with_:
        blow.with_ = answering(draft.encounter, rules, blow, blow.defence)[0].key
    if blow.points:
        use = defences.answer_use(draft[target], weapon_of(draft[target], blow.with_), blow.defence, rules)
        action_points.spend_speed(draft, target, Manner(spent=blow.points), use.useful_points())
    counts = _counts(draft[target], rules, blow.defence, blow.with_, blow.points)
    label = _WORDS[blow.defence]
    draft.emit(ev.DefenceDeclared(who=target, defence=blow.defence, against=blow.attacker, label=label, counts=counts))
    if blow.defence == ROLL_WITH:
        quick = SkillUse(draft[target], rules, defences.roll_with_skill(draft[target], rules)).rank_speed()
        if quick:
            draft.emit(ev.MarkChanged(who=target, mark=initiative.QUICKENED, value=quick))
        batch.leave(target)
        lost_actions.lose(draft, target, "rolls with a blow")
    elif counts:
        initiative.spend_time(draft, target, counts, f"{blow.defence} (H-DEF)")
        batch.leave(target)


def _late(draft: Draft, rules: Rulebook, batch: Batch, blow: Blow) -> None:
    """Dodge and drop in answer, where the house allows it: what is pending is lost (ruling 26)."""
    batch.leave(blow.target)
    lost_actions.lose(draft, blow.target, f"{blow.defence}s in answer")
    draft.emit(ev.DefenceDeclared(who=blow.target, defence=blow.defence, against=blow.attacker, label=blow.defence))
    dodge_and_drop.manoeuvre(draft, rules, blow.target, blow.defence)


def _counts(defender: Combatant, rules: Rulebook, defence: str, key: str, spent: int = 0) -> int:
    if defence == CROUCH:
        return rules.book.defences.crouch.counts
    if defence not in (PARRY, BLOCK, DISARM):
        return 0
    return defences.answer_counts(defender, weapon_of(defender, key), defence, rules, spent)
