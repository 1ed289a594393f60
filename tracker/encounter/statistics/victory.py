"""Victory: which side has won."""

from __future__ import annotations

from tracker.model.state import Encounter


def victors(encounter: Encounter) -> str | None:
    """Return the side that alone is left of a fight that has begun, empty when none is. None while it is undecided."""
    sides = {fighter.profile.side for fighter in encounter}
    left = {fighter.profile.side for fighter in encounter if fighter.able}
    if not encounter.began or len(sides) < 2 or len(left) > 1:
        return None
    return next(iter(left), "")
