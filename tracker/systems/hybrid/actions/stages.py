"""Stages: which room goes on after an answer or a roll; the names are what is saved with an open question."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.step import Draft
from tracker.model.questions import Task
from tracker.systems.hybrid.actions import batch, draw, familiarity, first_aid, gm_damage, landing, look, meeting, tasks
from tracker.systems.hybrid.blows import shock
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import severity
from tracker.systems.hybrid.close_quarters import close_combat, closing, tricks
from tracker.systems.hybrid.timing import binds, initiative, manoeuvres, movement, triggers

_STAGES: dict[str, Callable[[Draft, Rulebook, Task], None]] = {
    "enter": lambda draft, rules, task: initiative.enter(draft, rules, task.data["who"]),
    "entered": initiative.entered,
    "again": lambda draft, rules, task: initiative.rolled_again(draft, rules, task.data["who"]),
    "initiative": initiative.rolled,
    "after": lambda draft, rules, task: initiative.after_action(draft, rules, task.data["who"]),
    "come back": lambda draft, rules, task: initiative.come_back(draft, rules, task.data["who"]),
    "landed": landing.landed,
    "batch": batch.go_on,
    "recover": shock.recover,
    "recovered": shock.recovered,
    "recovering": shock.recovering,
    "looked": look.looked,
    "aided": first_aid.aided,
    "drawn": draw.drawn_fast,
    "familiar": familiarity.familiar,
    "rolled over": manoeuvres.rolled_over,
    "unbind": binds.holder_rolled,
    "unbound": binds.unbound,
    "accelerated": movement.accelerated,
    "closing": closing.answered,
    "closed": closing.closed,
    "opened": closing.opened,
    "escaped": close_combat.escaped,
    "disarming": tricks.disarming,
    "kept hold": tricks.kept_hold,
    "feinted": tricks.feinted,
    "feint seen": tricks.feint_seen,
    "fooled": tricks.fooled,
    "triggered": triggers.triggered,
    "severity": severity.rolled,
    "task.roll": tasks.rolled_first,
    "task.judged": tasks.opposed,
    "task.done": tasks.done,
    "task.opposed": tasks.opposed,
    "morale": meeting.morale,
    "met": meeting.met,
    "hand.offered": gm_damage.offered,
    "hand.check": gm_damage.check,
    "hand.checked": gm_damage.checked,
}


def resume(draft: Draft, rules: Rulebook, task: Task) -> None:
    """Carry out one stage."""
    _STAGES[task.stage](draft, rules, task)
