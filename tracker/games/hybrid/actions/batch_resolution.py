"""Batch resolution: all blows that land on one count, resolved together, stage by stage.

First each target chooses its defence. Then all blows are rolled and their damage is calculated. Then all take effect.
Then come shock and other consequences, and last the attackers' initiative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions import question_choices
from tracker.games.hybrid.blows import (
    active_defence_roll,
    attack_roll,
    bleeding,
    defence_declaration,
    fumbles,
    harm,
    initiative_after_blow,
    knockback,
    location_roll,
    new_target,
    passive_perception,
    shock,
)
from tracker.games.hybrid.blows.batch_plan import Batch, Stage, push_batch
from tracker.games.hybrid.blows.blow import StageQuestion
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.close_quarters import closing_in, grapples
from tracker.model.combatant import Action
from tracker.model.questions import Ask, Roll, Task

Want = Callable[[Stage], Roll | StageQuestion | None]
"""Begins a stage: returns the roll or the question it needs, or None when it needs neither and is over."""
Take = Callable[[Stage, Any], None]
"""Ends a stage with the data of its roll or answer."""


def _takes_nothing(stage: Stage, answer: Any) -> None:
    """End a stage that needs neither a roll nor an answer."""


_STAGES: dict[str, tuple[Want, Take]] = {
    "target": (new_target.want_target, new_target.take_target),
    "notice": (passive_perception.want_notice, _takes_nothing),
    "noticing": (passive_perception.want_noticing, passive_perception.take_noticing),
    "defend": (defence_declaration.want_defence, defence_declaration.take_defence),
    "points": (defence_declaration.want_points, defence_declaration.take_points),
    "filter": (attack_roll.want_filter, attack_roll.take_filter),
    "attack": (attack_roll.want_attack, attack_roll.take_attack),
    "severity": (attack_roll.want_severity, attack_roll.take_severity),
    "fumble": (fumbles.want_fumble, fumbles.take_fumble),
    "cap": (active_defence_roll.want_cap, active_defence_roll.take_cap),
    "answer": (active_defence_roll.want_answer, active_defence_roll.take_answer),
    "heed": (closing_in.want_heed, closing_in.take_heed),
    "location": (location_roll.want_location, location_roll.take_location),
    "limb": (location_roll.want_limb, location_roll.take_limb),
    "dice": (harm.want_dice, harm.take_dice),
    "shield": (harm.want_shield, harm.take_shield),
    "reckon": (harm.reckon, _takes_nothing),
    "land": (initiative_after_blow.end_landed_action, _takes_nothing),
    "apply": (harm.apply, _takes_nothing),
    "own harm": (fumbles.apply, _takes_nothing),
    "own shock": (fumbles.shock, _takes_nothing),
    "grip": (grapples.take_effect, _takes_nothing),
    "knockback": (knockback.want_knockback, knockback.take_knockback),
    "bleeding": (bleeding.want_bleeding, bleeding.take_bleeding),
    "shock": (shock.want_shock, shock.take_shock),
    "recovery": (shock.want_recovery, shock.take_recovery),
    "time": (initiative_after_blow.time_of_target, _takes_nothing),
    "initiative": (initiative_after_blow.attacker_initiative, _takes_nothing),
}


_BATCH_KEYS = ("blows", "plan")


def start(draft: StepBuilder, landing: list[tuple[str, Action]]) -> None:
    """Start to resolve the blows that land now, given in the order of their declaration."""
    push_batch(draft, [attack_roll.blow_of(who, action) for who, action in landing])


def go_on(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Carry out the stages of a batch of blows until one needs a roll or an answer.

    With an answer in the task, its first stage takes it: that is the stage that asked.
    """
    batch = Batch.read(task)
    answer = _answer_in(task)
    stages = [Stage(draft, rules, batch, blow) for blow in batch.blows]
    plan = batch.plan
    while batch.position < len(plan):
        planned = plan[batch.position]
        want, take = _STAGES[planned.name]
        stage = stages[planned.place]
        if planned.who:
            stage = Stage(draft, rules, batch, stage.blow, planned.who)
        below = len(draft.stack)  # the tasks that are under those of this stage
        if answer:
            take(stage, answer)
            answer = None
        else:
            need = want(stage)
            if isinstance(need, Roll):
                answer = draft.roll_at_once(need, batch.task)
                if answer is None:
                    return
                # The same stage takes the roll in the next round.
                continue
            if isinstance(need, StageQuestion):
                _pose(draft, rules, batch, need)
                return
        batch.position += 1
        # A stage may push tasks of its own: they come first, so the rest of the batch goes under them.
        if len(draft.stack) > below:
            draft.stack.insert(below, batch.task())
            return


def _answer_in(task: Task) -> Any:
    """Return what a task has beside its batch: the answer to a stage, or what a stage has rolled. None without."""
    if len(task.data) == len(_BATCH_KEYS):
        return None
    return {key: value for key, value in task.data.items() if key not in _BATCH_KEYS}


def _pose(draft: StepBuilder, rules: Rulebook, batch: Batch, question: StageQuestion) -> None:
    """Ask the question of a stage, which resumes the batch: for a number up to `most`, else for a choice."""
    task = batch.task()
    if question.most:
        draft.stack.append(task)
        draft.ask_amount(question.who, question.what, question.text, low=0, high=question.most, about=question.about)
        return
    open_now = question.choices or question_choices.offered(draft.encounter, rules, task, question)
    draft.stack.append(task)
    draft.ask(Ask.CHOOSE, question.who, question.what, question.text, open_now, about=question.about)
