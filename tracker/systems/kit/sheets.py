"""Sheets: a combatant's sheet as its game reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tracker.model.combatant import Combatant, Pool
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault, Faults

Sheet = TypeVar("Sheet")


def reader(kind: type[Sheet]) -> Callable[[Encounter, str], Sheet]:
    """What gives the sheet of a combatant by its id, a `kind`, as the game's `read_sheet` made it."""

    def sheet_of(encounter: Encounter, who: str) -> Sheet:
        sheet = encounter[who].profile.sheet
        assert isinstance(sheet, kind)
        return sheet

    return sheet_of


def opening(one: Combatant) -> dict[str, Any]:
    """What the record of every sheet begins with: name, side, player and pools."""
    pools = [{"name": pool.name, "label": pool.label, "full": pool.full} for pool in one.profile.pools]
    return {"name": one.name, "side": one.profile.side, "player": one.profile.player, "pools": pools}


def points_left(given: Mapping[str, int], pools: Sequence[Pool]) -> tuple[int, ...]:
    """The points of each pool by its name in a file's table `pools`, else full.

    Raises Faults for a pool that is not there and for points out of its bounds.
    """
    names = [pool.name for pool in pools]
    faults = [
        Fault(("pools", name), f'pools has "{name[:60]}"; there are {" ".join(names)}', name, tuple(names))
        for name in given
        if name not in names
    ]
    left = tuple(given.get(pool.name, pool.full) for pool in pools)
    for pool, points in zip(pools, left, strict=True):
        if not pool.least <= points <= pool.full:
            text = f"pools has {pool.name} {points}; it goes from {pool.least} to {pool.full}"
            faults.append(Fault(("pools", pool.name), text))
    if faults:
        raise Faults(faults)
    return left
