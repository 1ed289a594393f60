"""Steps: what rules do again and again in a draft: roll against a number, schedule, set a mark."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.toolkit.sums import Sum
from tracker.model import events as ev
from tracker.model.combatant import Scalar
from tracker.model.questions import Roll, Task
from tracker.model.state import Rank


def ask_roll(
    draft: StepBuilder,
    who: str,
    what: str,
    label: str,
    need: Sum,
    stage: str,
    target: str = "",
    dice: str = "3d6",
    **data: Any,
) -> None:
    """Roll dice of `who` against `need`, then go to `stage` with `who` and `data`.

    A point of the GM's modifier adds 1 to the number needed.
    """
    lines, weighed = tuple(need.lines), need.weighed
    roll = Roll(who, what, label, dice, need.total, per_modifier=1, sum=lines, target=target, weighed=weighed)
    draft.roll(roll, Task(stage, {"who": who, **data}))


def against(need: Sum, who: str, what: str, label: str, dice: str, target: str = "", **data: Any) -> Roll:
    """Return a roll of `who` against `need`. `data` is for the game's `judge`.

    A point of the GM's modifier adds 1 to the number needed.
    """
    exact = float(need.total)
    lines, weighed = tuple(need.lines), need.weighed
    return Roll(
        who,
        what,
        label,
        dice,
        need.total,
        exact,
        per_modifier=1.0,
        sum=lines,
        target=target,
        weighed=weighed,
        data=data,
    )


def due(draft: StepBuilder, who: str, what: str, counts: int, rank: Rank = Rank.RECOVERY, ref: str = "") -> None:
    """Schedule an effect `counts` ahead, unless the fighter has one of its kind."""
    if draft.encounter.agenda.find(who, what) is None:
        draft.emit(ev.DueAdded(who=who, what=what, at=draft.encounter.count + counts, rank=rank, ref=ref))


def mark(draft: StepBuilder, who: str, name: str, value: Scalar, why: str = "") -> None:
    """Set a mark of a fighter."""
    draft.emit(ev.MarkChanged(who=who, mark=name, value=value, why=why))
