"""Seats: a combatant gets the next seat of an encounter, and who is unaware of whom from then on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tracker.model.combatant import Combatant, Newcomer
from tracker.model.state import Encounter


def seated(encounter: Encounter, newcomer: Newcomer) -> Encounter:
    """Return the encounter with one more combatant of whom everyone is aware."""
    combatant = newcomer.combatant
    profile = replace(combatant.profile, seat=len(encounter.combatants))
    return encounter.seated(replace(combatant, profile=profile))


def join(encounter: Encounter, newcomer: Newcomer) -> Encounter:
    """Return the encounter with one more combatant, unseen where it is hidden."""
    encounter = seated(encounter, newcomer)
    return _hidden(encounter, encounter.combatants[-1], newcomer.hidden)


def _hidden(encounter: Encounter, newcomer: Combatant, hidden: bool) -> Encounter:
    """Make every other side unaware of a hidden fighter. `hidden` fighters already there stay so for a newcomer."""
    if hidden:
        encounter = hide(encounter, (newcomer.id,))
    if not any(fighter.unaware_of for fighter in encounter):
        return encounter
    for other in encounter.combatants:
        if other.id == newcomer.id or other.profile.side == newcomer.profile.side:
            continue
        if unnoticed(encounter, other.id, newcomer.id):
            present = encounter[newcomer.id]
            encounter = encounter.with_combatant(replace(present, unaware_of=present.unaware_of | {other.id}))
    return encounter


def hide(encounter: Encounter, ids: Collection[str]) -> Encounter:
    """Return the encounter with each fighter unaware of those in `ids` who are on another side.

    All in one pass: a pass for each hidden fighter would take as long as fighters × hidden ones × the copy of a tuple.
    """
    sides = {combatant.profile.side for combatant in encounter}
    unseen = {side: frozenset(id for id in ids if encounter[id].profile.side != side) for side in sides}
    return encounter.with_combatants(
        tuple(
            replace(other, unaware_of=other.unaware_of | unseen[other.profile.side])
            if unseen[other.profile.side]
            else other
            for other in encounter.combatants
        )
    )


def unnoticed(encounter: Encounter, who: str, newcomer: str) -> bool:
    """Return whether all of the newcomer's side who are there already are unaware of `who`."""
    side = encounter[newcomer].profile.side
    friends = [c for c in encounter.combatants if c.profile.side == side and c.id != newcomer]
    return bool(friends) and all(who in friend.unaware_of for friend in friends)
