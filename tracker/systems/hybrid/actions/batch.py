"""A batch: all blows landing on one count, resolved stage by stage (flow: several blows on one count).

First each is answered; then all are rolled and reckoned; then all take effect; then shock and its kin; last initiative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.encounter.engine.step import Draft
from tracker.model.combatant import Action
from tracker.model.questions import Ask, Roll, Task
from tracker.systems.hybrid.actions import choices
from tracker.systems.hybrid.blows import aftermath, answers, attack, bleeding, damage, fumbles, knockback, shock
from tracker.systems.hybrid.blows.blow import Pose
from tracker.systems.hybrid.blows.plan import Batch, Stage, resolve
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import close_combat, closing

Want = Callable[[Stage], Roll | Pose | None]
"""Begins a stage: what is to be rolled or asked, or None when nothing is and the stage is over."""
Take = Callable[[Stage, Any], None]
"""Takes what was rolled or answered."""

_STAGES: dict[str, tuple[Want, Take]] = {
    "target": (answers.want_target, answers.take_target),
    "notice": (answers.want_notice, answers.never),
    "noticing": (answers.want_noticing, answers.take_noticing),
    "defend": (answers.want_defence, answers.take_defence),
    "filter": (attack.want_filter, attack.take_filter),
    "attack": (attack.want_attack, attack.take_attack),
    "severity": (attack.want_severity, attack.take_severity),
    "fumble": (fumbles.want_fumble, fumbles.take_fumble),
    "cap": (attack.want_cap, attack.take_cap),
    "answer": (attack.want_answer, attack.take_answer),
    "heed": (closing.want_heed, closing.take_heed),
    "location": (damage.want_location, damage.take_location),
    "limb": (damage.want_limb, damage.take_limb),
    "dice": (damage.want_dice, damage.take_dice),
    "shield": (damage.want_shield, damage.take_shield),
    "reckon": (damage.reckon, answers.never),
    "land": (aftermath.land, answers.never),
    "apply": (damage.apply, answers.never),
    "own harm": (fumbles.apply, answers.never),
    "own shock": (fumbles.shock, answers.never),
    "grip": (close_combat.take_effect, answers.never),
    "knockback": (knockback.want_knockback, knockback.take_knockback),
    "bleeding": (bleeding.want_bleeding, bleeding.take_bleeding),
    "shock": (shock.want_shock, shock.take_shock),
    "recovery": (shock.want_recovery, shock.take_recovery),
    "time": (aftermath.time, answers.never),
    "initiative": (aftermath.initiatives, answers.never),
}


def start(draft: Draft, rules: Rulebook, landing: list[tuple[str, Action]]) -> None:
    """Begin to resolve the blows landing now, given in declaration order."""
    resolve(draft, [attack.blow_of(who, action) for who, action in landing])


def go_on(draft: Draft, rules: Rulebook, task: Task) -> None:
    """Carry out stages until one asks or rolls; with an answer in the task, take it first."""
    batch = Batch.read(task)
    answer: Any = {key: value for key, value in task.data.items() if key not in ("blows", "plan")}
    stages = [Stage(draft, rules, batch, blow) for blow in batch.blows]
    while batch.at < len(batch.plan):
        name, place, *whom = batch.plan[batch.at]
        want, take = _STAGES[name]
        stage = Stage(draft, rules, batch, batch.blows[place], whom[0]) if whom else stages[place]
        below = len(draft.stack)
        if answer:
            take(stage, answer)
            answer = None
        else:
            pose = want(stage)
            if isinstance(pose, Roll):
                draft.roll(pose, batch.task())
                return
            if isinstance(pose, Pose):
                _pose(draft, rules, batch, pose)
                return
        batch.at += 1
        if len(draft.stack) > below:
            draft.stack.insert(below, batch.task())
            return


def _pose(draft: Draft, rules: Rulebook, batch: Batch, pose: Pose) -> None:
    task = batch.task()
    open_now = tuple(choice.word for choice in choices.offered(draft.encounter, rules, task, pose))
    draft.stack.append(task)
    draft.ask(Ask.CHOOSE, pose.who, pose.what, pose.text, open_now, about=pose.about)
