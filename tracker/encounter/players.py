"""Players: which events of a fight its log may tell them; the rest is for the game master only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tracker.encounter import events as ev
from tracker.encounter.state import Encounter

_MASTERS = (
    ev.Asked | ev.Answered | ev.Withdrawn | ev.ModifierGiven | ev.ModifierUsed
    | ev.EventSet | ev.OrdersChanged | ev.RollerChanged
)  # fmt: skip
"""What passes between the game master and the program."""
_DUES = ev.DueAdded | ev.DueMoved | ev.DueEnded
_WHOM = ("who", "target", "of", "against", "about", "value")
"""The fields of an event that may hold somebody's id."""


class Players:
    """Follows a fight from its beginning and lets through what the characters of the players can know.

    Nothing secret, nothing of the game master's own, and nothing of anybody whom none of their characters has noticed.
    """

    def __init__(self, start: Encounter) -> None:
        self._unaware = {one.id: set(one.unaware_of) for one in start if one.profile.player}

    def notices(self, who: str) -> bool:
        """Whether some player's character is aware of `who`; where nobody plays, everybody is seen."""
        return not self._unaware or any(who not in unaware for unaware in self._unaware.values())

    def seen(self, events: Iterable[ev.Event]) -> Iterator[ev.Event]:
        """Those of the events in force that players may know of, in order."""
        for event in events:
            if isinstance(event, ev.AwarenessChanged) and event.who in self._unaware:
                (self._unaware[event.who].discard if event.aware else self._unaware[event.who].add)(event.of)
            if self._may_know(event):
                yield replace(event, sheet="") if isinstance(event, ev.Joined) else event

    def _may_know(self, event: ev.Event) -> bool:
        if isinstance(event, _MASTERS) or getattr(event, "secret", False):
            return False
        if isinstance(event, _DUES) and not event.who:
            return False
        concerned = [getattr(event, name, "") for name in _WHOM]
        return all(self.notices(who) for who in concerned if isinstance(who, str) and who)
