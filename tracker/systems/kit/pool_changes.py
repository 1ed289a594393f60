"""Pool changes: points taken or brought back within their bounds, each as its event."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev


def take(draft: StepBuilder, who: str, pool: str, points: int, why: str) -> None:
    """Take points off a pool, down to the least there may be; what there is not to take is told as beyond it."""
    if points <= 0:
        return
    before = draft[who].pool(pool)
    after = max(draft[who].least(pool), before - points)
    excess = points - (before - after)
    draft.emit(ev.PoolChanged(who=who, pool=pool, by=after - before, to=after, excess=excess, why=why))


def give(draft: StepBuilder, who: str, pool: str, points: int, why: str) -> None:
    """Bring points back to a pool, up to its full points."""
    before = draft[who].pool(pool)
    after = min(draft[who].full(pool), before + points)
    if after > before:
        draft.emit(ev.PoolChanged(who=who, pool=pool, by=after - before, to=after, why=why))
