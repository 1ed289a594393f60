"""Pool changes: take or give points within a pool's bounds. Each emits its event."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features import temporary_points
from tracker.model import events as ev


def take(draft: StepBuilder, who: str, pool: str, points: int, why: str, *, spent: bool = False) -> int:
    """Take points off a pool, down to its least, and return how many. Those that cannot be taken are its excess.

    Temporary points are taken first. `spent` are what the fighter pays for its own deed.
    """
    if points <= 0:
        return 0
    absorbed = temporary_points.absorb(draft, who, pool, points, why)
    if absorbed == points:
        return points
    taken = min(points - absorbed, draft[who].pool(pool) - draft[who].least(pool))
    change(draft, who, pool, -taken, why, excess=points - absorbed - taken, spent=spent)
    return absorbed + taken


def give(draft: StepBuilder, who: str, pool: str, points: int, why: str, *, spent: bool = False) -> int:
    """Give points back to a pool, up to its full points, and return how many.

    In a pool that counts up they are a loss, `spent` where the fighter pays with it.
    """
    given = min(points, draft[who].full(pool) - draft[who].pool(pool))
    if given <= 0:
        return 0
    change(draft, who, pool, given, why, spent=spent)
    return given


def change(draft: StepBuilder, who: str, pool: str, by: int, why: str, excess: int = 0, *, spent: bool = False) -> None:
    """Record that a pool has changed `by` points, negative for a loss. The result must be within its bounds.

    `excess` are the points that could not be taken. `spent` are those that the fighter pays for its own deed.
    """
    fighter = draft[who]
    points = fighter.pool(pool) + by
    called, label, harm = fighter.points_called(pool, points), fighter.pool_in_log(pool), fighter.counts_harm(pool)
    draft.emit(
        ev.PoolChanged(
            who=who,
            pool=pool,
            by=by,
            to=points,
            excess=excess,
            why=why,
            called=called,
            label=label,
            harm=harm,
            spent=spent,
        )
    )
