"""Hidden fighters: the visibility of a fighter for the players: hidden while no other side has noticed it."""

from __future__ import annotations

from tracker.model.state import Encounter


def unseen(encounter: Encounter, who: str) -> bool:
    """Whether there are others than its own side, and all of them are unaware of it."""
    side, others = encounter[who].profile.side, False
    for other in encounter:
        if other.profile.side != side:
            if who not in other.unaware_of:
                return False
            others = True
    return others
