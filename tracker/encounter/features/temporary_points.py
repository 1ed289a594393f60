"""Temporary points: points of a pool on top of its own, which losses take first. A condition of the kernel's own."""

from __future__ import annotations

from tracker.encounter.engine.condition_ends import end_condition
from tracker.encounter.engine.open_step import OpenStep
from tracker.encounter.engine.step import StepBuilder
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.refusals import Refused

_PREFIX = "temporary-"
"""The prefix of the condition that holds the points of a pool. Its amount is the points."""


def of(fighter: Combatant, pool: str) -> int:
    """Return the temporary points of a pool."""
    condition = fighter.condition(_PREFIX + pool)
    return 0 if condition is None else condition.amount


def give(draft: StepBuilder, command: cmd.GiveTemporary) -> None:
    """Set the temporary points of a pool, 0 to end them. Raises Refused where it has as many already."""
    fighter = draft[command.who]
    if command.points == of(fighter, command.pool):
        raise Refused(f"{fighter.name} has {command.points or 'no'} temporary points of {command.pool} already.")
    if command.points:
        _keep(draft, command.who, command.pool, command.points, "by hand")
        return
    borne = fighter.condition(_PREFIX + command.pool)
    assert borne is not None
    end_condition(draft, command.who, borne, "by hand")


def absorb(draft: OpenStep, who: str, pool: str, points: int, why: str) -> int:
    """Take a loss off the temporary points of a pool. Return how much of it they took."""
    fighter = draft[who]
    had = of(fighter, pool)
    if not had or points <= 0:
        return 0
    taken, borne = min(had, points), fighter.condition(_PREFIX + pool)
    assert borne is not None
    if taken < had:
        _keep(draft, who, pool, had - taken, why)
    else:
        draft.emit(ev.ConditionEnded(who=who, condition=borne.key, label=borne.label, why=why))
    return taken


def _keep(draft: OpenStep, who: str, pool: str, points: int, why: str) -> None:
    """Record the temporary points of a pool as a condition, in place of a former amount."""
    label = f"temporary {next(each.words for each in draft[who].profile.pools if each.name == pool)}"
    draft.emit(ev.ConditionGained(who=who, condition=_PREFIX + pool, label=label, amount=points, why=why))
