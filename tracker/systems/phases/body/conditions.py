"""Conditions: their keys and labels, and which the game master may begin or end by hand."""

from __future__ import annotations

from tracker.systems.phases.book.tables import Location, tables

DEFENDING = "defending"
"""Attacks in melee are contests until its next action or the end of the phase (P-HIT-2)."""
UNCONSCIOUS = "unconscious"
"""Of the location that did it (P-DMG-6)."""
DYING = "dying"
DEAD = "dead"
PRONE = "prone"
"""By hand, with no effect of its own: the text has none."""
RESTING = "resting"
"""Holds for the rest of the phase (P-DMG-8)."""


def useless(place: Location) -> str:
    """The key of a limb that is useless (P-DMG-6)."""
    return f"useless-{place.key.casefold()}"


def by_hand() -> tuple[tuple[str, str, int], ...]:
    """Key and label of all there are."""
    limbs = tuple((useless(place), f"{place.name} useless", 0) for place in tables().location if place.limb)
    plain = tuple((key, key, 0) for key in (DEFENDING, UNCONSCIOUS, DYING, DEAD, PRONE, RESTING))
    return (*plain, *limbs)
