"""Moments: the state, the known names and the fact at each event of a step. Log, samples and stops are made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import NamedTuple

from tracker.encounter.engine.evolve import evolve
from tracker.encounter.hidden_fighters import seen
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.facts import Fact
from tracker.players.known_facts import Witness
from tracker.players.known_numbers import Numbers, renumbered
from tracker.players.view import Discretion, Showing

OF_SIGHT: frozenset[type[ev.Event]] = frozenset({ev.Joined, ev.Revealed, ev.AwarenessChanged, ev.SideChanged})
"""Events by which a fighter may come into the players' sight."""


class Moment(NamedTuple):
    """One event as the players witness it."""

    event: ev.Event
    before: Encounter
    after: Encounter
    words: Discretion
    """The names that players know after the event."""
    into_sight: tuple[str, ...]
    """The ids of fighters who come into sight by the event."""
    fact: Fact | None
    """The fact that the players learn."""


@dataclass(slots=True)
class Moments:
    """Goes through the events of one step. `state`, `numbers` and the newcomers begin as the players know them."""

    state: Encounter
    rules: Rules
    showing: Showing
    numbers: Numbers
    newcomers: frozenset[str] = frozenset()
    """The ids of the last newcomers, while nothing else was told since and no time passed."""
    untold: frozenset[str] = frozenset()
    """Newcomers hidden at once. For the players they were never there."""
    _witness: Witness = field(init=False)

    def __post_init__(self) -> None:
        self._witness = Witness(self.state, self.rules, self.showing)

    def of(self, events: Iterable[ev.Event]) -> list[Moment]:
        return [self._moment(event) for event in events]

    def _moment(self, event: ev.Event) -> Moment:
        """Apply the next event to the state, and return it with all that players learn by it."""
        before, after = self.state, evolve(self.state, event)
        self.state = after
        into_sight = came_into_sight(event, before, after)
        if into_sight or not before.began:
            self.numbers = renumbered(before, after, self.numbers, seen)
        words = Discretion(after, self.numbers)
        if isinstance(event, ev.AwarenessChanged):
            self._hide_at_once(event.of, before)
        elif isinstance(event, ev.TimeAdvanced):
            self.newcomers = frozenset()
        fact = self._witness.fact(event, before, words)
        if fact is not None:
            self.newcomers = self.newcomers | {event.who} if isinstance(event, ev.Joined) else frozenset()
        return Moment(event, before, after, words, into_sight, fact)

    def _hide_at_once(self, who: str, before: Encounter) -> None:
        """Forget a newcomer hidden before anything else is told, and its number."""
        if who in self.newcomers and seen(before, who) and not seen(self.state, who):
            self.untold |= {who}
            self.numbers = {id: number for id, number in self.numbers.items() if id != who}


def came_into_sight(event: ev.Event, before: Encounter, state: Encounter) -> tuple[str, ...]:
    """Return those whom players see from this event on. Only those are looked at whom such an event may have shown."""
    match event:
        case ev.Joined() | ev.Revealed():
            looked_at: Iterable[str] = (event.who,)
        case ev.AwarenessChanged():
            looked_at = (event.of,)
        case ev.SideChanged():
            looked_at = state.seats
        case _:
            return ()
    return tuple(who for who in looked_at if seen(state, who) and not (who in before and seen(before, who)))
