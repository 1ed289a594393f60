"""Sheets: a combatant's sheet as its game has read it, and its pools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tracker.model.combatant import Pool
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault, Faults

Sheet = TypeVar("Sheet")


def reader(kind: type[Sheet]) -> Callable[[Encounter, str], Sheet]:
    """Return a function that gives a combatant's sheet by id, as the class `kind`."""

    def sheet_of(encounter: Encounter, who: str) -> Sheet:
        """Return a fighter's sheet, which must be of this game."""
        sheet = encounter[who].profile.sheet
        assert isinstance(sheet, kind)
        return sheet

    return sheet_of


def points_left(written: Mapping[str, int], pools: Sequence[Pool]) -> tuple[int, ...]:
    """Return the points of each pool, from a file's table `pools`. Full where it says nothing.

    Raises Faults for an unknown pool and for points out of bounds.
    """
    names = [pool.name for pool in pools]
    faults = [
        Fault(("pools", name), f'pools has "{name[:60]}"; there are {" ".join(names)}', name, tuple(names))
        for name in written
        if name not in names
    ]
    points_of_pools = tuple(written.get(pool.name, pool.full) for pool in pools)
    for pool, points in zip(pools, points_of_pools, strict=True):
        if not pool.least <= points <= pool.full:
            text = f"pools has {pool.name} {points}; it goes from {pool.least} to {pool.full}"
            faults.append(Fault(("pools", pool.name), text))
    if faults:
        raise Faults(faults)
    return points_of_pools
