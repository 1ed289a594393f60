"""Pools at risk: those at which an action under way aims, shown before they lose a point."""

from __future__ import annotations

from tracker.games.hybrid.sheets.pools import MIND
from tracker.games.hybrid.sheets.sheet import sheet_of
from tracker.model.combatant import Action, Combatant
from tracker.model.state import Encounter


def at_stake(encounter: Encounter) -> dict[str, tuple[str, ...]]:
    """Return the pool group `mind` for fighters who attack with the mind and for their targets (H-DMG-4)."""
    minds: dict[str, tuple[str, ...]] = {}
    for combatant in encounter:
        for action in combatant.actions:
            if _of_the_mind(combatant, action):
                minds[combatant.id] = minds[action.target] = (MIND,)
    return minds


def _of_the_mind(combatant: Combatant, action: Action) -> bool:
    weapon = sheet_of(combatant).weapon(action.weapon) if action.weapon else None
    return weapon is not None and weapon.use == "mental"
