"""Sheets: a combatant's sheet as its game reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tracker.encounter.combatant import Combatant
from tracker.encounter.state import Encounter

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
