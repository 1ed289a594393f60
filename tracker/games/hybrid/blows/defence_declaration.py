"""The defence against a blow: the target chooses before any die, and its choice costs time at once (H-DEF)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.batch_plan import Batch, PlannedStage, Stage
from tracker.games.hybrid.blows.blow import Blow, StageQuestion
from tracker.games.hybrid.blows.defence_choices import (
    may_answer,
    open_words,
    points_question,
    read_answer,
    usable_weapons,
)
from tracker.games.hybrid.blows.odds import could_hit
from tracker.games.hybrid.body import activities, conditions, parry_and_block, roll_with_blow
from tracker.games.hybrid.body.passive_defence import BLOCK, CROUCH, DISARM, DODGE, DROP, NOTHING, PARRY, ROLL_WITH
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.games.hybrid.timing import action_points, dodge_and_drop, initiative, lost_actions
from tracker.games.toolkit import steps
from tracker.model import events as ev
from tracker.model.combatant import Combatant

DEFENCE = "defence"
"""The topic of the question to the target. Saved with the question."""
_LABELS = {
    PARRY: "parries",
    BLOCK: "blocks",
    CROUCH: "crouches",
    ROLL_WITH: "rolls with the blow",
    DISARM: "tries to disarm",
}


def want_defence(stage: Stage) -> StageQuestion | None:
    """Return the question to an aware and able target for its defence. Else None.

    Where orders choose no defence, or none is possible or of use, that is applied at once without a question.
    """
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if blow.gone or not draft[blow.target].able:
        return None
    target = draft[blow.target]
    if blow.attacker in target.unaware_of or target.condition(conditions.UNCONSCIOUS):
        return None
    # Orders to act without an answer of their own take the usual one, without a question.
    ordered = target.orders.does and (target.orders.answer or rules.silent)
    if ordered == NOTHING or (ordered in (PARRY, BLOCK) and not may_answer(draft.encounter, rules, blow, ordered)):
        take_defence(stage, {"answer": NOTHING})
        return None
    if rules.third_reading and not could_hit(draft.encounter, rules, blow):
        take_defence(stage, {"answer": NOTHING})
        return None
    # A fight that is not kept shows no menu, so only the answer that orders name is weighed, when they answer.
    words = open_words(draft.encounter, rules, blow) if draft.kept or not ordered else (NOTHING, ordered)
    if all(word == NOTHING for word in words):
        take_defence(stage, {"answer": NOTHING})
        return None
    text = f"{target.name} is about to be hit by {draft[blow.attacker].name}."
    return StageQuestion(blow.target, DEFENCE, text, blow.attacker, words)


def take_defence(stage: Stage, answer: Any) -> None:
    """Apply the defence chosen. Its time delays what the defender has pending, hit or miss (ruling 25)."""
    draft, rules, batch, blow = stage.draft, stage.rules, stage.batch, stage.blow
    target = blow.target
    reply = read_answer(answer["answer"])
    blow.defence, blow.with_, blow.points = reply.defence, reply.weapon, reply.points
    if blow.defence == NOTHING:
        return
    activities.rouse(draft, target)
    if blow.defence in (DODGE, DROP):
        _dodge_or_drop(draft, rules, batch, blow)
        return
    if blow.defence in (PARRY, BLOCK, DISARM) and not blow.with_:
        blow.with_ = usable_weapons(draft.encounter, rules, blow, blow.defence)[0].key
    if not blow.points and want_points(stage) is not None:
        batch.insert([PlannedStage("points", batch.blows.index(blow))])
        return
    _defend(stage)


def want_points(stage: Stage) -> StageQuestion | None:
    """Return the question for the speed points of a defence. None where none can be spent, or orders answer."""
    blow = stage.blow
    if stage.draft.ordered or blow.defence not in (PARRY, BLOCK, DISARM):
        return None
    defender = stage.draft[blow.target]
    return points_question(defender, weapon_of(defender, blow.with_), blow.defence, stage.rules, blow.attacker)


def take_points(stage: Stage, answer: Any) -> None:
    """Spend the speed points, and defend (ruling 106)."""
    stage.blow.points = answer["amount"]
    _defend(stage)


def _defend(stage: Stage) -> None:
    """Apply a defence whose weapon and speed points are chosen."""
    draft, rules, batch, blow = stage.draft, stage.rules, stage.batch, stage.blow
    target = blow.target
    if blow.points:
        use = parry_and_block.answer_use(draft[target], weapon_of(draft[target], blow.with_), blow.defence, rules)
        action_points.spend_speed(draft, target, ActionModifiers(spent=blow.points), use.useful_points())
    counts = _counts(draft[target], rules, blow.defence, blow.with_, blow.points)
    label = _LABELS[blow.defence]
    draft.emit(ev.DefenceDeclared(who=target, defence=blow.defence, against=blow.attacker, label=label, counts=counts))
    if blow.defence == ROLL_WITH:
        quick = SkillUse(draft[target], rules, roll_with_blow.roll_with_skill(draft[target], rules)).rank_speed()
        if quick:
            steps.mark(draft, target, initiative.QUICKENED, quick)
        batch.leave(target)
        lost_actions.lose(draft, target, "rolls with a blow")
    elif counts:
        initiative.spend_time(draft, target, counts, f"{blow.defence} (H-DEF)")
        batch.leave(target)


def _dodge_or_drop(draft: StepBuilder, rules: Rulebook, batch: Batch, blow: Blow) -> None:
    """Dodge or drop prone in answer to a blow, where the house rule allows it. Pending actions are lost (ruling 26)."""
    batch.leave(blow.target)
    lost_actions.lose(draft, blow.target, f"{blow.defence}s in answer")
    draft.emit(ev.DefenceDeclared(who=blow.target, defence=blow.defence, against=blow.attacker, label=blow.defence))
    dodge_and_drop.manoeuvre(Acting(draft, blow.target, rules), blow.defence)


def _counts(defender: Combatant, rules: Rulebook, defence: str, key: str, spent: int = 0) -> int:
    """Return the counts of a defence with the weapon `key`, shortened by the speed points spent."""
    if defence == CROUCH:
        return rules.book.defences.crouch.counts
    if defence not in (PARRY, BLOCK, DISARM):
        return 0
    return parry_and_block.answer_counts(defender, weapon_of(defender, key), defence, rules, spent)
