"""Free events as a menu: all that is still to happen and a new one, or what may be done with one of them."""

from __future__ import annotations

from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.features.free_events import in_words, pending
from tracker.encounter.names import somebody
from tracker.model.state import FREE_EVENT, Encounter
from tracker.system_api.values import Choice, Menu

EVENTS = ("\0events",)
"""The path of the menu; an event's key may follow."""


def menu(encounter: Encounter, rules: RuleSystem, path: tuple[str, ...]) -> Menu:
    """The list of events; with the key of one in `path`, what may be done with it."""
    events = pending(encounter)
    place = next((at for at, free in enumerate(events) if path and free.key == path[0]), None)
    if place is not None:
        return _of_one(encounter, rules, place)
    rows = [Choice("", in_words(encounter, rules.unit, one), path=(*EVENTS, one.key)) for one in events]
    at = rules.unit.example
    new = (
        Choice("a", "at a moment", line="event ", unfinished=True, price=f'{at} "The gate falls" every 30 stop'),
        Choice("i", "in so long", line="event in ", unfinished=True, price='6s "The fuse burns down"'),
        Choice(
            "w", "while a condition lasts", line="event while ", unfinished=True,
            price=f'{somebody(encounter)} poisoned in 12 "The poison bites"',
        ),
    )  # fmt: skip
    return Menu("Events: which one, or a new one?" if rows else "No event is to come. A new one?", (*rows, *new))


def _of_one(encounter: Encounter, rules: RuleSystem, place: int) -> Menu:
    free = pending(encounter)[place]
    waits = encounter.agenda.find("", FREE_EVENT, free.key) is None
    refused = f"{free.text} waits for its condition and is not due." if waits else ""
    move, at = f"event move {place + 1} ", rules.unit.example
    choices = (
        Choice("m", "move", line=move, unfinished=True, price=f"to when: {at}, or: in 6s", refused=refused),
        Choice("s", "strike out", line=f"event strike {place + 1}"),
    )
    return Menu(in_words(encounter, rules.unit, free), choices)
