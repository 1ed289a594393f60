"""The chain: on which tick somebody's first turn comes, how long until the next, and when two chains meet."""

from __future__ import annotations

from math import gcd

from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.book.tables import BOOK


def first_turn(initiative: int) -> int:
    """The tick of the first turn (S-CHAIN-2)."""
    chain = BOOK.chain
    return next((tick for up_to, tick in chain.rows if initiative <= up_to), chain.over)


def period(initiative: int, house: HouseRules) -> int:
    """The ticks from one turn to the next (S-CHAIN-3)."""
    return first_turn(initiative) if house.cycle == "initiative" else house.cycle


def after(turn: int, every: int, now: int) -> int:
    """The next turn of a chain with a turn on `turn`: the first one later than `now` (S-CHAIN-3)."""
    return turn + max(1, (now - turn) // every + 1) * every


def first_shared(one: tuple[int, int], other: tuple[int, int]) -> int | None:
    """The first tick on which two chains, each first turn and period, have a turn together; None when never."""
    (first, every), (start, step) = one, other
    if (first - start) % gcd(every, step):
        return None
    latest = max(first, start)
    ticks = range(latest, latest + every * step + 1)
    return next(tick for tick in ticks if (tick - first) % every == 0 and (tick - start) % step == 0)
