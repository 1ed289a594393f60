"""Odds: a forecast of a fight, in this process, on workers of its own, or on an executor that is handed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

from tracker.encounter.features.sides import standing_sides
from tracker.encounter.names import name_of
from tracker.game_api.rules import Rules
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.narration.step_names import deed
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast
from tracker.odds.policies import forecast_side
from tracker.odds.result import Odds
from tracker.odds.setup import MOST_FIGHTS, USUAL_FIGHTS, WITHIN_FIGHTS, Machines, Told, forecast
from tracker.odds.turning_points import Move, greatest, swing
from tracker.session.fight import Session
from tracker.session.forecasts import setup_of
from tracker.session.opening import look
from tracker.storage.preparation import Prepared

MOST_WORKERS = 256
ROUGH_FIGHTS = 60


def forecast_fight(
    encounter: Encounter,
    rules: Rules,
    prepared: Prepared,
    fights: int | None = None,
    *,
    within: float | None = None,
    orders: str | Sequence[str] = (),
    seed: object = 1,
    workers: int = 1,
    executor: Executor | None = None,
    changes: bool = True,
    progress: Told | None = None,
    remark: Callable[[str], None] | None = None,
) -> Odds:
    """Return a forecast as `tracker odds` and `Fight.odds` want it. Raises Refused.

    `remark` gets a sentence where the workers cannot be had and this process plays alone.
    """
    setup = setup_of(encounter, rules, prepared, orders, seed)
    until = stop_rule(setup.side, fights, within)
    with machines(workers, executor, remark) as on:
        return forecast(setup, until, on, progress, changes)


def rough_odds(path: Path, workers: int, remark: Callable[[str], None] | None = None) -> Odds:
    """Return a forecast of the file at `path` from few fights: how hard it is. Raises InvalidFile and Refused."""
    opened = look(path)
    return forecast_fight(
        opened.encounter,
        opened.prepared.rules,
        opened.prepared,
        fights=ROUGH_FIGHTS,
        workers=workers,
        changes=False,
        remark=remark,
    )


def swing_of(
    session: Session,
    prepared: Prepared,
    fights: int,
    orders: str = "",
    seed: object = 1,
    workers: int = 1,
    remark: Callable[[str], None] | None = None,
) -> tuple[Move, ...]:
    """Return the steps of a fight at which the odds of its first policy moved most. Raises Refused."""
    while session.read_earlier():
        pass
    done = session.journal.done
    if not done:
        raise Refused("Nothing has happened in this fight, so its odds have not moved yet.")
    with machines(workers, remark=remark) as on:

        def chance(place: int) -> float:
            """Return the chance of the side after the first `place` steps in force."""
            encounter = session.state_after(done[place - 1] if place else 0)
            standing = standing_sides(encounter, session.rules)
            if len(standing) < 2:
                return float(side in standing)
            setup = setup_of(encounter, session.rules, prepared, orders, seed)
            under_way = Forecast(setup.jobs[:1], stop_rule(side, fights, None), on.executor, on.workers)
            return under_way.finish()[0].won(side).share

        side = forecast_side(session.encounter)
        known = swing(len(done), chance)
    places = sorted(known)
    return greatest(
        _move(session, done[last - 1], known[first], known[last])
        for first, last in pairwise(places)
        if last - first == 1
    )


def _move(session: Session, n: int, chance_before: float, chance_after: float) -> Move:
    """Return step `n` in words, with the chances of the side before and after it."""
    step = session.step(n)
    return Move(
        n, step.line, chance_before, chance_after, deed(step, partial(name_of, session.encounter), session.rules.unit)
    )


def stop_rule(side: str, fights: int | None, within: float | None) -> Until:
    """Return the stop rule: `fights` of each policy, or as many as `within` needs. Raises Refused."""
    if within is not None and not 0.5 <= within <= 50:
        raise Refused(f"within {within:g} is not possible; give 0.5 to 50 points of percent.")
    most = fights if fights is not None else WITHIN_FIGHTS if within else USUAL_FIGHTS
    if not 1 <= most <= MOST_FIGHTS:
        raise Refused(f"{most} fights are not possible; give 1 to {MOST_FIGHTS:,}.")
    return Until(most, within or 0.0, side)


@contextmanager
def machines(
    workers: int, executor: Executor | None = None, remark: Callable[[str], None] | None = None
) -> Iterator[Machines]:
    """Return the executor that was handed over, else workers of this program's own, which end with the block.

    Where the system has none for this program, one thread plays, and `remark` gets a sentence that says so.
    """
    if executor is not None:
        yield Machines(executor, workers_of(executor))
        return
    if not 1 <= workers <= MOST_WORKERS:
        raise Refused(f"{workers} workers are not possible; give 1 to {MOST_WORKERS}.")
    if workers == 1:
        yield Machines()
        return
    from tracker.odds import worker_pool

    started = worker_pool.Workers(lambda: worker_pool.pool(workers, remark), remark)
    try:
        yield Machines(started.pool(), workers_of(started.pool()), started.instead_of)
    finally:
        started.end()


def workers_of(executor: Executor) -> int:
    """Return the number of workers of an executor that tells it: the standard pools and the executor of Dask do."""
    client = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "nthreads"):
        return max(1, int(sum(client.nthreads().values())))
    return int(getattr(executor, "_max_workers", None) or 1)
