"""Hiding: who is unseen by every other side."""

from __future__ import annotations

from tracker.encounter.state import Encounter


def unseen(encounter: Encounter, who: str) -> bool:
    """Whether there are others than its own side, and all of them are unaware of it."""
    side = encounter[who].profile.side
    others = [other for other in encounter if other.profile.side != side]
    return bool(others) and all(who in other.unaware_of for other in others)
