"""Happenings: what belongs together over the steps of a fight, such as a blow with its dice, answers and harm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tracker.encounter.engine.journal import Step
from tracker.model import events as ev
from tracker.model.questions import DECLARATION
from tracker.model.state import DECLARE, END, LAND

FURTHER = (ev.TimeAdvanced, ev.ActionDeclared, ev.Began)
"""Events that end one happening and begin the next."""


class Part(NamedTuple):
    """Events of one step that belong together: one thing the clock brought, or one blow with its consequences."""

    step: Step
    at: int
    events: tuple[ev.Event, ...]
    first: bool
    """True for the first part of its step."""
    last: bool

    @property
    def answers(self) -> bool:
        """Return whether it continues what the step before left open."""
        return self.first and _answers(self.step)

    @property
    def by_clock(self) -> bool:
        """Return whether it came due by the clock."""
        return bool(self.events) and _comes_due(self.events[0])


class Happening(NamedTuple):
    """Parts that belong together, in order. `part` is the one of them that it was looked for by."""

    part: Part
    parts: Sequence[Part]
    since: Sequence[Part]

    @property
    def events(self) -> list[ev.Event]:
        return [event for part in self.parts for event in part.events]


def latest_first(steps: Sequence[Step], kinds: tuple[type[ev.Event], ...]) -> Iterator[Happening]:
    """Yield for each part that has an event of these kinds, the latest first, the happening that it is a part of.

    Parts without one are passed over: an answer alone does not make an old happening the latest. A happening never
    reaches back beyond the step that asked.
    """
    later: list[Part] = []
    for place in range(len(steps) - 1, -1, -1):
        parts = _parts(steps[place], _count_before(steps, place))
        later = [*parts, *later]
        for position in range(len(parts) - 1, -1, -1):
            if not any(isinstance(event, kinds) for event in parts[position].events):
                continue
            earlier = _parts_before(steps, place) if parts[position].answers else []
            yield _happening([*earlier, *later], position + len(earlier))


def _happening(parts: Sequence[Part], position: int) -> Happening:
    chain = _chain(parts, position)
    return Happening(parts[position], [parts[place] for place in chain], parts[chain[-1] + 1 :])


def _count_before(steps: Sequence[Step], place: int) -> int:
    step = steps[place]
    return step.began(steps[place - 1].at if place else step.at)


def _parts_before(steps: Sequence[Step], place: int) -> list[Part]:
    """Return the parts of the steps before the one at `place`, back to the step whose question it answers."""
    start = place
    # Answers, and steps that ask nothing, are passed over: the step that asked comes before them.
    while start and (start == place or _answers(steps[start]) or not _asks(steps[start])):
        start -= 1
    return [part for earlier in range(start, place) for part in _parts(steps[earlier], _count_before(steps, earlier))]


def _parts(step: Step, before: int) -> list[Part]:
    """Return a step cut into parts: each is one thing the clock brought, or one blow with its consequences.

    `before` is the count before the step.
    """
    cuts = [position for position, event in enumerate(step.events) if position and _begins(step.events, position)]
    edges = [0, *cuts, len(step.events)]
    parts: list[Part] = []
    count = before
    for start, end in pairwise(edges):
        events = step.events[start:end]
        if events and isinstance(events[0], ev.TimeAdvanced):
            count = events[0].to
        parts.append(Part(step, count, events, first=start == 0, last=end == len(step.events)))
    return parts


def _begins(events: Sequence[ev.Event], place: int) -> bool:
    """Return whether the event at a position begins a part: time passes, something is declared, due or struck."""
    event = events[place]
    if isinstance(event, FURTHER) or _comes_due(event):
        return True
    if not _opens_blow(event):
        return False
    # A blow begins a part only where an effect came due since the last blow: else it belongs with what went before it.
    for earlier in reversed(events[:place]):
        if _opens_blow(earlier) or isinstance(earlier, FURTHER):
            return False
        if _comes_due(earlier):
            return True
    return False


def _comes_due(event: ev.Event) -> bool:
    """Return whether an effect, such as bleeding, comes due. One that is cancelled has a `why`."""
    return isinstance(event, ev.DueEnded) and event.what not in (DECLARE, LAND, END) and not event.why


def _opens_blow(event: ev.Event) -> bool:
    """Return whether an event belongs to a blow: a strike, a defence, or a roll against a fighter."""
    return isinstance(event, ev.Struck | ev.DefenceDeclared) or (isinstance(event, ev.Rolled) and bool(event.target))


def _chain(parts: Sequence[Part], first: int) -> list[int]:
    """Return the positions of the parts that belong with the part `first`: its question and answers, without notes."""
    back: list[int] = []
    place = first
    while parts[place].answers and place:
        place -= 1
        while place and not parts[place].answers and not _asks(parts[place].step):
            place -= 1
        back.insert(0, place)
    chain = [*back, first]
    place = first + 1 if parts[first].last else len(parts)
    while place < len(parts) and (parts[place].answers or not _moves_on(parts[place].step)):
        if parts[place].answers:
            chain.append(place)
            if not parts[place].last:
                break
        place += 1
    return chain


def _asks(step: Step) -> bool:
    return any(isinstance(event, ev.Asked) for event in step.events)


def _moves_on(step: Step) -> bool:
    """Return whether in a step time passes, something is declared, or another question is asked."""
    return any(isinstance(event, (*FURTHER, ev.Asked, ev.Answered)) for event in step.events)


def _answers(step: Step) -> bool:
    """Return whether a step continues what was open: its dice, a choice, but not a declaration."""
    first = step.events[0] if step.events else None
    return isinstance(first, ev.Answered) and first.what != DECLARATION
