"""Causes: which blow took which points. The tally, the summary and the players' log ask here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.model import events as ev
from tracker.model.events import HIT


class Loss(NamedTuple):
    """Points that a fighter lost, and the blow that took them. None: no blow did, as in an effort or by hand."""

    event: ev.PoolChanged
    blow: ev.Struck | None


class Causes:
    """Attribute each loss to its blow. Feed it every event in order.

    A loss belongs to the last blow that hit its bearer before the fight continues to something else. A blow that missed
    after it takes nothing from that. A loss may be told before its blow, as armour wears off: until a roll or something
    else follows, it waits for one.
    """

    def __init__(self) -> None:
        self._hits: dict[str, ev.Struck] = {}
        self._last: dict[str, ev.Struck] = {}
        """The last blow, hit or miss, by target."""
        self._waiting: list[ev.PoolChanged] = []

    def take(self, event: ev.Event) -> Sequence[Loss]:
        """Take in one event. Return the losses whose blow it settles.

        A loss without a blow waits for one until a roll, a declaration or the clock follows.
        """
        match event:
            case ev.TimeAdvanced() | ev.ActionDeclared():
                losses = self.settled()
                self._hits.clear()
                self._last.clear()
                return losses
            case ev.Rolled():
                return self.settled()
            case ev.Struck():
                self._last[event.target] = event
                if event.outcome == HIT:
                    self._hits[event.target] = event
                return self._losses_by_hits()
            case ev.PoolChanged() if event.lost > 0 and event.spent:
                return (Loss(event, None),)
            case ev.PoolChanged() if event.lost > 0:
                self._waiting.append(event)
                return self._losses_by_hits()
            case _:
                return ()

    def settled(self) -> Sequence[Loss]:
        """Return the losses that wait for no blow any more, attributed to the last blow at the bearer, even a miss."""
        waiting, self._waiting = self._waiting, []
        return [Loss(event, self._last.get(event.who)) for event in waiting]

    def _losses_by_hits(self) -> Sequence[Loss]:
        """Return the waiting losses of fighters who were hit, each with its blow. They wait no longer."""
        if not self._waiting or not self._hits:
            return ()
        losses = [Loss(event, self._hits[event.who]) for event in self._waiting if event.who in self._hits]
        self._waiting = [event for event in self._waiting if event.who not in self._hits]
        return losses
