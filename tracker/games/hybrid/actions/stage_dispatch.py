"""The stages of a step, each with the function that resumes it; their names are saved with an open question."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions import (
    batch_resolution,
    draw,
    due_dispatch,
    familiarity,
    first_aid,
    gm_damage,
    look,
    social_checks,
    tasks,
)
from tracker.games.hybrid.blows import shock
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import failure_severity
from tracker.games.hybrid.close_quarters import closing_in, disarm_and_feint, grapples
from tracker.games.hybrid.timing import dodge_and_drop, initiative, movement, preset_triggers, weapon_binds
from tracker.model.questions import Task

_STAGES: dict[str, Callable[[StepBuilder, Rulebook, Task], None]] = {
    "enter": lambda draft, rules, task: initiative.enter(draft, rules, task.data["who"]),
    "entered": initiative.entered,
    "again": lambda draft, rules, task: initiative.rolled_again(draft, rules, task.data["who"]),
    "initiative": initiative.rolled,
    "after": lambda draft, rules, task: initiative.after_action(draft, rules, task.data["who"]),
    "come back": lambda draft, rules, task: initiative.come_back(draft, rules, task.data["who"]),
    "landed": due_dispatch.landed,
    "batch": batch_resolution.go_on,
    "recover": shock.recover,
    "recovered": shock.recovered,
    "recovering": shock.recovering,
    "looked": look.looked,
    "aided": first_aid.aided,
    "drawn": draw.drawn_fast,
    "familiar": familiarity.familiar,
    "rolled over": dodge_and_drop.rolled_over,
    "unbind": weapon_binds.holder_rolled,
    "unbound": weapon_binds.unbound,
    "accelerated": movement.accelerated,
    "closing": closing_in.answered,
    closing_in.FEND_POINTS: closing_in.points_given,
    "closed": closing_in.closed,
    "opened": closing_in.opened,
    "escaped": grapples.escaped,
    "disarming": disarm_and_feint.disarming,
    "kept hold": disarm_and_feint.kept_hold,
    "feinted": disarm_and_feint.feinted,
    "feint seen": disarm_and_feint.feint_seen,
    "fooled": disarm_and_feint.fooled,
    "triggered": preset_triggers.triggered,
    "severity": failure_severity.rolled,
    "task.roll": tasks.rolled_first,
    "task.judged": tasks.opposed,
    "task.done": tasks.done,
    "task.opposed": tasks.opposed,
    "morale": social_checks.morale,
    "met": social_checks.met,
    "hand.offered": gm_damage.offered,
    "hand.check": gm_damage.check,
    "hand.checked": gm_damage.checked,
}


def resume(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Carry out one stage."""
    _STAGES[task.stage](draft, rules, task)
