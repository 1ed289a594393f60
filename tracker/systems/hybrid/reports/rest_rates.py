"""What hours of rest restore after a fight of Hybrid (H-NRG-4, PG table 4.7)."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from tracker.clock.recovery import Recovery
from tracker.systems.hybrid.book.rulebook import Rulebook

WAYS = ("rest", "sleep", "sit")
"""Activities that are a rest, the usual one first; the meal's exhaustion and the body are by hand."""


def rests(rules: Rulebook) -> Mapping[str, tuple[Recovery, ...]]:
    """The ways to rest with their rates, of fatigue by the second and of exhaustion by the hour (H-NRG-4)."""
    table = rules.book.energy.activity
    return {
        way: tuple(_rate(rate.pool, rate.points, rate.seconds) for rate in table[way].rates if rate.points > 0)
        for way in WAYS
    }


def _rate(pool: str, points: int, seconds: int) -> Recovery:
    """In the smallest whole steps: 5 an hour is 1 every 12 minutes."""
    common = gcd(points, seconds)
    return Recovery(pool, points // common, seconds // common)
