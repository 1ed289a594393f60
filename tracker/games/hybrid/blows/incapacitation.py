"""Incapacitation: a fighter whose body or mind is at the limit is down (H-DMG-10)."""

from __future__ import annotations

from tracker.encounter.features.presence import take_out
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.pools import BODY
from tracker.model.combatant import Combatant, Presence


def take_out_if_spent(fighter: Acting) -> bool:
    """Take out a fighter whose PBD or MBD has reached the limit (H-DMG-10). Return whether it is down."""
    combatant = fighter.now
    why = spent(combatant, fighter.rules)
    if why and combatant.presence in (Presence.IN, Presence.SURRENDERED):
        take_out(fighter.draft, fighter.who, Presence.DOWN, why)
        return True
    return combatant.presence is Presence.DOWN


def spent(combatant: Combatant, rules: Rulebook) -> str:
    """Return which pool of body or mind is at the limit, with its points. Empty while none is (H-DMG-10)."""
    for pool in BODY:
        if combatant.full(pool) and combatant.pool(pool) <= rules.house.down_at:
            return f"{pool} {combatant.pool(pool)} (H-DMG-10{_limit(rules)})"
    return ""


def _limit(rules: Rulebook) -> str:
    """Return the house rule's limit for the log. Empty for the usual one."""
    return f", house rule down_at {rules.house.down_at}" if rules.house.down_at else ""
