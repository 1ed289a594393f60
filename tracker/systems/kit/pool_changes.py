"""Pool changes: take or give points within a pool's bounds; each emits its event."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev


def take(draft: StepBuilder, who: str, pool: str, points: int, why: str) -> None:
    """Take points off a pool, down to its least; points that cannot be taken are recorded as excess."""
    if points <= 0:
        return
    before = draft[who].pool(pool)
    after = max(draft[who].least(pool), before - points)
    excess = points - (before - after)
    draft.emit(
        ev.PoolChanged(
            who=who,
            pool=pool,
            by=after - before,
            to=after,
            excess=excess,
            why=why,
            called=draft[who].points_called(pool, after),
            label=draft[who].pool_in_log(pool),
        )
    )


def give(draft: StepBuilder, who: str, pool: str, points: int, why: str) -> None:
    """Give points back to a pool, up to its full points."""
    before = draft[who].pool(pool)
    after = min(draft[who].full(pool), before + points)
    if after > before:
        draft.emit(
            ev.PoolChanged(
                who=who,
                pool=pool,
                by=after - before,
                to=after,
                why=why,
                called=draft[who].points_called(pool, after),
                label=draft[who].pool_in_log(pool),
            )
        )
