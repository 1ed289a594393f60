"""Curves: how the points of each fighter went over the fight, from the steps in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tracker.encounter.engine.journal import Step
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Pool
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


@dataclass(frozen=True, slots=True)
class Change:
    """The points of a pool from a count on."""

    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of one pool over the fight. Before the first change there were `begins`."""

    pool: Pool
    begins: int
    changes: tuple[Change, ...] = ()

    def at(self, count: int) -> int:
        """Return the points at a count, with all that happened at it."""
        points = self.begins
        for change in self.changes:
            if change.count > count:
                break
            points = change.points
        return points


def told_pools(combatant: Combatant) -> tuple[Pool, ...]:
    """Return the two pools whose curves tell of a fight: the first and the last of those always in play."""
    pools = combatant.profile.pools
    in_play = [pool for pool in pools if not pool.group] or list(pools)
    return tuple(dict.fromkeys((in_play[0], in_play[-1]))) if in_play else ()


def curves(steps: Iterable[Step], encounter: Encounter) -> Mapping[str, tuple[Curve, ...]]:
    """Return the curves of points of each fighter by id: of the two pools that tell of a fight."""
    changes: dict[tuple[str, str], list[Change]] = {}
    begins: dict[tuple[str, str], int] = {}
    before = 0
    for step in steps:
        for count, event in step.timed(before):
            if isinstance(event, ev.PoolChanged):
                key = event.who, event.pool
                begins.setdefault(key, event.to - event.by)
                changes.setdefault(key, []).append(Change(count, event.to))
        before = step.at
    return {
        fighter.id: tuple(
            Curve(
                pool,
                begins.get((fighter.id, pool.name), fighter.pool(pool.name)),
                tuple(changes.get((fighter.id, pool.name), ())),
            )
            for pool in told_pools(fighter)
        )
        for fighter in encounter
    }


def shares(curves: Sequence[Curve], last: int, samples: int) -> tuple[float, ...]:
    """Return the share of all their points that several fighters had left, at `samples` moments up to `last`.

    The curves are those of the same pool of each fighter.
    """
    full = sum(curve.pool.full for curve in curves)
    moments = [round(last * place / max(1, samples - 1)) for place in range(samples)]
    left = (sum(max(0, curve.pool.left(curve.at(count))) for curve in curves) for count in moments)
    return tuple(points / full if full > 0 else 0.0 for points in left)
