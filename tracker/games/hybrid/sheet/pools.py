"""Pools: one row for each bar of a fighter. What a file may say of it, its points, its words and its group follow."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tracker.model.combatant import Pool

MIND = "mind"
"""The group of the mental pools, which most fights leave untouched."""


class PoolRow(NamedTuple):
    """One pool of every fighter.

    Older fights open with a new pool full. `pools_once_listed` of the rules is about the six of then and stays.
    """

    name: str
    label: str
    word: str
    """The name within the group."""
    full: Mapping[str, int]
    """The full points, as the factor of each primary stat (H-STAT)."""
    racial: bool = False
    """True if the full points are multiplied by the racial modifier."""
    group: str = ""
    fells: bool = False
    """True if a spent pool takes a fighter out of the fight (H-DMG-10)."""

    def points(self, stats: Mapping[str, Fraction], racial: Fraction) -> Fraction:
        """Return the exact full points of a fighter with these primary stats."""
        sum_of_stats = sum((stats[stat] * times for stat, times in self.full.items()), Fraction(0))
        return sum_of_stats * racial if self.racial else sum_of_stats


POOLS = (
    PoolRow("PFT", "physical fatigue", "fatigue", {"PEN": 2, "PAG": 1}),
    PoolRow("PEX", "physical exhaustion", "exhaustion", {"PEN": 4, "PAG": 1}),
    PoolRow("PBD", "physical body", "body", {"PST": 1, "PEN": 1}, racial=True, fells=True),
    PoolRow("MFT", "mental fatigue", "fatigue", {"MEN": 2, "MAG": 1}, group=MIND),
    PoolRow("MEX", "mental exhaustion", "exhaustion", {"MEN": 4, "MAG": 1}, group=MIND),
    PoolRow("MBD", "mental body", "body", {"MST": 1, "MEN": 1}, racial=True, group=MIND, fells=True),
)
"""The bars of a fighter, in their order."""
ROWS = {row.name: row for row in POOLS}
BODY = tuple(row.name for row in POOLS if row.fells)
"""The pools that take a fighter out of the fight when they are spent (H-DMG-10)."""


# Cached: the members of a crowd have equal pools and may share them.
@lru_cache(maxsize=1024)
def full_pool(name: str, full: int) -> Pool:
    """Return the pool of this abbreviation, with `full` points."""
    row = ROWS[name]
    return Pool(name, row.label, full, row.group, row.word, fells=row.fells)
