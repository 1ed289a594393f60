"""Points off and onto the pools; fatigue lost also costs exhaustion (H-NRG 2 and 3)."""

from __future__ import annotations

from tracker.clock.spans import carried
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.systems.hybrid.body.activity_rates import EXHAUSTION, wake


def take(draft: StepBuilder, who: str, pool: str, points: int, why: str, clock: bool = False) -> int:
    """Take up to `points` off a pool, stopping at 0; returns what was taken, the excess stays in the event.

    `clock`: an activity takes it, which sees to its own next point.
    """
    if points <= 0:
        return 0
    have = draft[who].pool(pool)
    taken = min(points, have)
    draft.emit(ev.PoolChanged(who=who, pool=pool, by=-taken, to=have - taken, excess=points - taken, why=why))
    if taken and have == taken and pool in EXHAUSTION.values():
        state = "out of breath" if pool == "PEX" else "exhausted in mind"
        draft.note(f"{draft[who].name} is {state}: out of {pool} (H-COND)", who)
    if taken and not clock:
        wake(draft, who, pool)
    return taken


def give(draft: StepBuilder, who: str, pool: str, points: int, why: str, clock: bool = False) -> int:
    """Restore up to `points` of a pool, stopping when it is full; returns what was restored."""
    have = draft[who].pool(pool)
    given = min(points, draft[who].full(pool) - have)
    if given > 0:
        draft.emit(ev.PoolChanged(who=who, pool=pool, by=given, to=have + given, why=why))
        if not clock:
            wake(draft, who, pool)
    return max(0, given)


def tire(draft: StepBuilder, who: str, pool: str, points: int, why: str, per: int, clock: bool = False) -> int:
    """Take fatigue (`PFT`, `MFT`); every `per` lost cost 1 of exhaustion, the rest carries (H-NRG-2, H-DMG-5)."""
    taken = take(draft, who, pool, points, why, clock)
    if not taken:
        return 0
    mark = f"carry.{pool}"
    cost, carry = carried(taken, per, draft[who].mark(mark))
    draft.emit(ev.MarkChanged(who=who, mark=mark, value=carry))
    if cost:
        take(draft, who, EXHAUSTION[pool], cost, f"{per} {pool} lost (H-NRG-2)", clock)
    return taken


def spend(draft: StepBuilder, who: str, pool: str, points: int, why: str, per: int, clock: bool = False) -> None:
    """Fatigue an activity needs; what is not there comes off exhaustion, one for one (H-NRG-3, ruling 16)."""
    taken = tire(draft, who, pool, points, why, per, clock)
    if taken < points:
        take(draft, who, EXHAUSTION[pool], points - taken, f"{why}, no {pool} left (H-NRG-3)", clock)
