"""The points restored by hours of rest after a fight of Hybrid (H-NRG-4, PG table 4.7)."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from tracker.clock.recovery import Recovery
from tracker.games.hybrid.book.rulebook import Rulebook

WAYS = ("rest", "sleep", "sit")
"""The activities that are a rest, the usual one first. The GM restores the body and after a meal."""


def rests(rules: Rulebook) -> Mapping[str, tuple[Recovery, ...]]:
    """Return the ways to rest with their rates: fatigue by the second, exhaustion by the hour (H-NRG-4)."""
    table = rules.book.energy.activity
    return {
        way: tuple(_rate(rate.pool, rate.points, rate.seconds) for rate in table[way].rates if rate.points > 0)
        for way in WAYS
    }


def _rate(pool: str, points: int, seconds: int) -> Recovery:
    """Return a rate in its smallest whole steps: 5 an hour is 1 every 12 minutes."""
    common = gcd(points, seconds)
    return Recovery(pool, points // common, seconds // common)
