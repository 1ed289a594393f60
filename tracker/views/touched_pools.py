"""Touched pools: whose pools have lost or gained a point in the steps in force, be they full again."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.encounter.engine.journal import Journal
from tracker.model.events import PoolChanged

Touched = Mapping[str, frozenset[str]]
"""The names of pools, by combatant."""
NOTHING: Touched = {}


class TouchedPools:
    """Follows a journal. Steps that are not read from the disk yet are left out."""

    def __init__(self) -> None:
        self._pools: dict[str, frozenset[str]] = {}
        self._followed = 0
        """The number of known steps in force."""
        self._last = 0
        """The number of the last of them."""

    def follow(self, journal: Journal) -> Touched:
        """Return the pools touched by now. Everything is read again only where steps were undone."""
        done, known = journal.done, self._followed
        if known > len(done) or (known and done[known - 1] != self._last):
            self._pools, known = {}, 0
        for n in done[known:]:
            step = journal.steps.get(n)
            for event in step.events if step is not None else ():
                if isinstance(event, PoolChanged) and event.by:
                    self._pools[event.who] = self._pools.get(event.who, frozenset()) | {event.pool}
        self._followed, self._last = len(done), done[-1] if done else 0
        return self._pools
