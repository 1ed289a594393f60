"""Better armour: a fighter in a piece of the library, for forecasts that tell what would help most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.game_api.sheets import Outfit
from tracker.games.hybrid.sheets.sheet import Armour, Sheet
from tracker.model.combatant import Combatant


def armoured(fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
    """Return the fighter in the piece that covers most places, worn instead of weaker ones on them.

    None where any place would then stop less of any type of damage, or none would stop more.
    """
    sheet = fighter.profile.sheet
    assert isinstance(sheet, Sheet)
    if not pieces:
        return None
    widest = max(pieces, key=lambda piece: (len(piece["covers"]), piece["stops"].get("all", 0)))
    new = Armour(widest["name"], frozenset(widest["covers"]), dict(widest["stops"]))
    worn = (*(old for old in sheet.armour if not _weaker(old, new)), new)
    improved = replace(sheet, armour=worn)
    places = {place for piece in (*sheet.armour, new) for place in piece.covers}
    kinds = {kind for piece in (*sheet.armour, new) for kind in piece.stops}
    gains = [improved.stopped(place, kind) - sheet.stopped(place, kind) for place in places for kind in kinds]
    if min(gains) < 0 or not any(gains):
        return None
    return Outfit(new.name, replace(fighter, profile=replace(fighter.profile, sheet=improved)))


def _weaker(old: Armour, new: Armour) -> bool:
    """Return whether a piece covers no place beyond another and stops no more there, so that it is taken off."""
    kinds = {*old.stops, *new.stops}
    stops_less = all(
        old.stops.get(kind, old.stops.get("all", 0)) <= new.stops.get(kind, new.stops.get("all", 0)) for kind in kinds
    )
    return old.covers <= new.covers and stops_less
