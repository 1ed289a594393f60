"""Hidden fighters: the visibility of a fighter for the players: hidden while no other side has noticed it."""

from __future__ import annotations

from tracker.model.state import Encounter


def unseen(encounter: Encounter, who: str) -> bool:
    """Return whether there are others than its own side, and all of them are unaware of it."""
    side, others = encounter[who].profile.side, False
    for other in encounter:
        if other.profile.side != side:
            if who not in other.unaware_of:
                return False
            others = True
    return others


def friendly(encounter: Encounter) -> frozenset[str]:
    """Return the sides on which players sit."""
    return frozenset(fighter.profile.side for fighter in encounter.combatants if fighter.profile.player)


def seen(encounter: Encounter, who: str) -> bool:
    """Return whether players know that `who` is there: of their side, noticed by it, or revealed by its acts.

    Without a side of the players it must be noticed by every fighter of the other sides.
    """
    fighter, friends = encounter[who], friendly(encounter)
    if fighter.profile.side in friends or fighter.revealed:
        return True
    others = [other for other in encounter.combatants if other.profile.side != fighter.profile.side]
    if friends:
        return any(who not in other.unaware_of for other in others if other.profile.side in friends)
    return all(who not in other.unaware_of for other in others)
