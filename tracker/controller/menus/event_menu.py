"""Free events as a menu: all that is still to happen and a new one, or what may be done with one of them."""

from __future__ import annotations

from tracker.controller.menus.menu_path import EventsMenu, MenuChoice
from tracker.encounter.features.free_events import in_words, pending
from tracker.encounter.names import somebody
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice, Menu
from tracker.model.state import FREE_EVENT, Encounter


def menu(encounter: Encounter, rules: Rules, key: str) -> Menu:
    """Return the list of events. With the `key` of one, what may be done with it."""
    events = pending(encounter)
    place = next((number for number, free in enumerate(events) if free.key == key), None)
    if place is not None:
        return _menu_of_event(encounter, rules, place)
    rows = [MenuChoice("", in_words(encounter, rules.unit, event), opens=EventsMenu(event.key)) for event in events]
    example = rules.unit.example
    new = (
        Choice("a", "at a moment", line="event ", unfinished=True, price=f'{example} "The gate falls" every 30 stop'),
        Choice("i", "after a span of time", line="event in ", unfinished=True, price='6s "The fuse burns down"'),
        Choice(
            "w", "while a condition lasts", line="event while ", unfinished=True,
            price=f'{somebody(encounter)} poisoned in 12 "The poison bites"',
        ),
    )  # fmt: skip
    return Menu("Events: choose one, or set a new one" if rows else "No event is set. Set a new one?", (*rows, *new))


def _menu_of_event(encounter: Encounter, rules: Rules, place: int) -> Menu:
    """Return the menu of the pending event at a position: move it, strike it out, tell or hide it."""
    free = pending(encounter)[place]
    waits = encounter.agenda.find("", FREE_EVENT, free.key) is None
    refused = f"{free.text} waits for its condition; it has no time yet." if waits else ""
    move, example = f"event move {place + 1} ", rules.unit.example
    choices = (
        Choice("m", "move", line=move, unfinished=True, price=f"new time: {example}, or: in 6s", refused=refused),
        Choice("s", "strike out", line=f"event strike {place + 1}"),
        Choice("p", "keep from the players", line=f"event private {place + 1}")
        if free.public
        else Choice("p", "tell the players when it happens", line=f"event public {place + 1}"),
    )
    return Menu(in_words(encounter, rules.unit, free), choices)
