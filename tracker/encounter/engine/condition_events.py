"""Countdowns: free events on a condition of a fighter. They start when it begins and stop when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.encounter.names import plain
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.state import FREE_EVENT, Encounter, FreeEvent, Rank


def bears(combatant: Combatant, condition: str) -> bool:
    """Return whether a fighter bears a condition, named by its key or by its words."""
    return any(_is(borne.key, borne.label, condition) for borne in combatant.conditions)


def _is(key: str, label: str, condition: str) -> bool:
    return plain(condition) in (plain(key), plain(label))


def tied_entries(encounter: Encounter, event: ev.Event) -> Iterator[ev.Event]:
    """Yield the changes of the agenda for free events tied to a condition that has just begun or ended.

    Such an event gets an entry when the condition begins, and loses it when the condition ends.
    """
    match event:
        case ev.ConditionGained():
            for free in _of(encounter, event.who):
                started = encounter.agenda.find("", FREE_EVENT, free.key) is not None
                if not started and _is(event.condition, event.label, free.condition):
                    yield added(free, encounter.count + free.at)
        case ev.ConditionEnded():
            for free in _of(encounter, event.who):
                due = encounter.agenda.find("", FREE_EVENT, free.key)
                if due is not None and not bears(encounter[event.who], free.condition):
                    yield ev.DueEnded(who="", what=FREE_EVENT, at=due.count, ref=free.key, why="the condition is over")
        case _:
            return


def added(free: FreeEvent, count: int) -> ev.DueAdded:
    """Return the entry of a free event at a count."""
    return ev.DueAdded(who="", what=FREE_EVENT, at=count, rank=Rank.EVENT, ref=free.key)


def _of(encounter: Encounter, who: str) -> Iterator[FreeEvent]:
    return (free for free in encounter.events if free.condition and free.who == who)
