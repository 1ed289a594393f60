"""Lulls: times in which fighters under orders only let their turns pass, until all of them have."""

from __future__ import annotations

from collections.abc import Collection

from tracker.model import events as ev
from tracker.model.state import ROUND, Encounter, Rank

_TRIES = frozenset((ev.Struck, ev.PresenceChanged, ev.Joined, ev.SideChanged))
"""The events, besides a roll against a chance, that count as an attempt."""
_DEEDS = frozenset((ev.ActionDeclared, ev.DefenceDeclared, ev.ConditionEnded))
_OF_FIGHTERS = (Rank.LANDING, Rank.DECLARATION, Rank.RESOLUTION)


def _tries(events: Collection[ev.Event]) -> bool:
    """Return whether fighters tried anything in these events: a blow, a roll against a chance, or coming or going."""
    return any(type(event) in _TRIES or (type(event) is ev.Rolled and event.chance is not None) for event in events)


class Lull:
    """The stretch in which no fighter tries anything.

    `steps` is its length. `rounds` is how often meanwhile each fighter with a turn to come has let one pass, since
    the last action was declared, with nothing under way.
    """

    def __init__(self) -> None:
        self.steps = self.rounds = 0
        self._idle: set[str] = set()

    def add(self, who: str, events: Collection[ev.Event], state: Encounter) -> None:
        """Count a step, in which `who` declared: an attempt ends the lull, any other step makes it longer.

        `who` is empty if no fighter declared. A round is over when all fighters with a turn to come have let one pass.
        """
        tried = _tries(events)
        self.steps = 0 if tried else self.steps + 1
        if tried or not _DEEDS.isdisjoint(map(type, events)):
            self.rounds = 0
            self._idle.clear()
        elif who:
            self._idle.add(who)
            if self._idle.issuperset(due.who for due in state.agenda if due.rank in _OF_FIGHTERS):
                self.rounds += 1
                self._idle.clear()


def changes_by_itself(encounter: Encounter) -> bool:
    """Return whether anything but turns and rounds is due, so that the fight will not stay as it is."""
    return any(due.rank not in _OF_FIGHTERS and due.what != ROUND for due in encounter.agenda)
