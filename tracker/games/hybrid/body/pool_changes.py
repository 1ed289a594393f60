"""Points taken off and given to pools. Lost fatigue also costs exhaustion (H-NRG 2 and 3)."""

from __future__ import annotations

from tracker.clock.spans import carried
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body.activity_rates import EXHAUSTION, wake
from tracker.games.toolkit import pool_changes as effects
from tracker.games.toolkit import steps


def take(
    draft: StepBuilder, who: str, pool: str, points: int, why: str, clock: bool = False, *, spent: bool = False
) -> int:
    """Take up to `points` off a pool and return how many were taken. The event records the excess.

    With `clock`, an activity takes them and schedules its own next point. `spent` are what the fighter's deeds cost.
    """
    taken = effects.take(draft, who, pool, points, why, spent=spent)
    if taken and not draft[who].pool(pool) and pool in EXHAUSTION.values():
        state = "out of breath" if pool == "PEX" else "exhausted in mind"
        draft.note(f"{draft[who].name} is {state}: out of {pool} (H-COND)", who)
    if taken and not clock:
        wake(draft, who, pool)
    return taken


def tire(
    draft: StepBuilder,
    who: str,
    pool: str,
    points: int,
    why: str,
    per: int,
    clock: bool = False,
    *,
    spent: bool = False,
) -> int:
    """Take fatigue (`PFT`, `MFT`). Every `per` points cost 1 of exhaustion, the rest is carried (H-NRG-2, H-DMG-5)."""
    taken = take(draft, who, pool, points, why, clock, spent=spent)
    if not taken:
        return 0
    mark = f"carry.{pool}"
    cost, carry = carried(taken, per, draft[who].mark(mark))
    steps.mark(draft, who, mark, carry)
    if cost:
        take(draft, who, EXHAUSTION[pool], cost, f"{per} {pool} lost (H-NRG-2)", clock, spent=spent)
    return taken


def spend(draft: StepBuilder, who: str, pool: str, points: int, why: str, per: int, clock: bool = False) -> None:
    """Spend fatigue. Points that are missing come off exhaustion, one for one (H-NRG-3, ruling 16)."""
    taken = tire(draft, who, pool, points, why, per, clock, spent=True)
    if taken < points:
        why += f", no {pool} left (H-NRG-3)"
        take(draft, who, EXHAUSTION[pool], points - taken, why, clock, spent=True)
