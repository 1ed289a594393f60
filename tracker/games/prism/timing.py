"""Timing of the chain: the tick of a fighter's first turn, the ticks between turns, and when two chains meet."""

from __future__ import annotations

from math import gcd

from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK


def first_turn(initiative: int) -> int:
    """Return the tick of the first turn by the table, whose rows are a highest Initiative with its tick (S-CHAIN-2)."""
    chain = BOOK.chain
    return next((tick for up_to, tick in chain.rows if initiative <= up_to), chain.over)


def period(initiative: int, house: HouseRules) -> int:
    """Return the ticks between a fighter's turns (S-CHAIN-3)."""
    return first_turn(initiative) if house.cycle == "initiative" else house.cycle


def after(turn: int, period_ticks: int, now: int) -> int:
    """Return the first turn later than `now`, of a chain with a turn on `turn` (S-CHAIN-3)."""
    return turn + max(1, (now - turn) // period_ticks + 1) * period_ticks


def first_shared(one_chain: tuple[int, int], other_chain: tuple[int, int]) -> int | None:
    """Return the first tick on which two chains, each given as first turn and period, both have a turn.

    Return None when they never do.
    """
    (first, period_one), (first_other, period_other) = one_chain, other_chain
    if (first - first_other) % gcd(period_one, period_other):
        return None
    latest = max(first, first_other)
    ticks = range(latest, latest + period_one * period_other + 1)
    return next(tick for tick in ticks if (tick - first) % period_one == 0 and (tick - first_other) % period_other == 0)
