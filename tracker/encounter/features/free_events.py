"""Free events: lines of the game master's on the time axis, set, moved, struck out, and happening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.condition_events import added, bears
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.names import name_of, plain
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.model.state import FREE_EVENT, Encounter, FreeEvent

HALT = "kernel.halt"
"""The kernel's stage after a stopping event has been read."""
SEEN, NO_MORE = "seen", "no-more"
"""The words that answer a stopping event."""
MOST_EVENTS = 500
LONGEST_TEXT = 200


def set_event(draft: StepBuilder, command: cmd.SetEvent) -> None:
    """Put a free event on the agenda, or tie it to a condition. Raises Refused.

    Of an event on a condition, `command.at` counts from the beginning of the condition.
    """
    in_words, encounter = draft.rules.unit.text, draft.encounter
    if not command.condition and command.at < encounter.count:
        raise Refused(
            f"The fight is at {in_words(encounter.count)} already; no event can come at {in_words(command.at)}."
        )
    if command.every < 0 or not command.text.strip():
        raise Refused('An event has a count and a text: event 60 "The gate falls" (every 30)')
    if len(command.text) > LONGEST_TEXT:
        raise Refused(f"The text of an event has at most {LONGEST_TEXT} characters; this one has {len(command.text)}.")
    if len(encounter.events) >= MOST_EVENTS:
        raise Refused(f"A fight has at most {MOST_EVENTS} events; `event strike 1` removes one.")
    free = FreeEvent(
        key=_free_key(encounter),
        at=command.at,
        text=command.text,
        every=command.every,
        stop=command.stop,
        who=command.who,
        condition=command.condition,
        public=command.public,
    )
    _set(draft, free)
    if not free.condition:
        draft.emit(added(free, free.at))
    elif bears(draft[free.who], free.condition):
        draft.emit(added(free, encounter.count + free.at))


def remind(draft: StepBuilder, who: str, count: int, text: str) -> None:
    """Set a game's own free event about `who`, which says what is possible from that count on.

    Leave it out beyond the limit.
    """
    if len(draft.encounter.events) < MOST_EVENTS:
        free = FreeEvent(
            key=_free_key(draft.encounter), at=count, text=text, every=0, stop=False, who=who, condition=""
        )
        _set(draft, free)
        draft.emit(added(free, count))


def _set(draft: StepBuilder, free: FreeEvent) -> None:
    """Record a free event, in place of a former one with its key."""
    draft.emit(
        ev.EventSet(
            event=free.key, at=free.at, text=free.text, every=free.every,
            stop=free.stop, who=free.who, condition=free.condition, public=free.public,
        )
    )  # fmt: skip


def _free_key(encounter: Encounter) -> str:
    """Return a key for a new event that no event of the fight has."""
    taken = {event.key for event in encounter.events}
    numbered = (f"event-{number}" for number in count(len(taken) + 1))
    return next(key for key in numbered if key not in taken)


def move(draft: StepBuilder, command: cmd.MoveEvent) -> None:
    """Move a free event that is due to another count."""
    free, in_words = _event(draft.encounter, command.event), draft.rules.unit.text
    due = draft.encounter.agenda.find("", FREE_EVENT, free.key)
    if due is None:
        raise Refused(f"{free.text} is not due, so it cannot be moved.")
    if command.to < draft.encounter.count:
        raise Refused(
            f"The fight is at {in_words(draft.encounter.count)} already; no event can come at {in_words(command.to)}."
        )
    if command.to == due.count:
        raise Refused(f"{free.text} is due at {in_words(due.count)} already.")
    draft.emit(ev.DueMoved(who="", what=FREE_EVENT, from_=due.count, to=command.to, ref=free.key, why=free.text))


def tell_players(draft: StepBuilder, command: cmd.TellEvent) -> None:
    """Make an event public, or the game master's own again. Refused where it is so already."""
    free = _event(draft.encounter, command.event)
    if free.public == command.public:
        raise Refused(f"{free.text}: the players are {'already' if free.public else 'not'} told of it.")
    due = draft.encounter.agenda.find("", FREE_EVENT, free.key)
    due_at = free.at if due is None or free.condition else due.count
    _set(draft, replace(free, at=due_at, public=command.public))


def strike(draft: StepBuilder, command: cmd.StrikeEvent) -> None:
    """Take an event off: it will not happen."""
    _strike(draft, _event(draft.encounter, command.event), "by hand")


def _strike(draft: StepBuilder, free: FreeEvent, why: str) -> None:
    """Remove a free event, and its entry from the agenda."""
    due = draft.encounter.agenda.find("", FREE_EVENT, free.key)
    if due is not None:
        draft.emit(ev.DueEnded(who="", what=FREE_EVENT, at=due.count, ref=free.key, why=why))
    draft.emit(ev.EventStruck(event=free.key, text=free.text, why=why))


def happen(draft: StepBuilder, due: Due) -> None:
    """Tell an event that has come due, schedule it again if it repeats, and ask about it if it stops the fight."""
    free = _event(draft.encounter, due.ref)
    draft.emit(ev.EventHappened(event=free.key, text=free.text))
    if free.every and (not free.condition or bears(draft[free.who], free.condition)):
        draft.emit(added(free, due.count + free.every))
    if free.stop:
        draft.push(HALT, event=free.key)
        words = (SEEN, NO_MORE) if free.every else (SEEN,)
        draft.ask(Ask.HALT, "", "event", f"{draft.rules.unit.text(due.count)}: {free.text}", words)


def answered(draft: StepBuilder, event: str, answer: str) -> None:
    """Acknowledge a stopping event. With `no-more` it does not come again."""
    free = next((free for free in draft.encounter.events if free.key == event), None)
    if answer == NO_MORE and free is not None:
        _strike(draft, free, "it does not come back")


def answers(question: Question) -> tuple[Choice, ...]:
    """Return the ways to answer a stopping event, the likely one first."""
    seen, no_more = Choice("s", "seen, go on", SEEN), Choice("o", "seen, and it does not come back", NO_MORE)
    ways = {SEEN: seen, NO_MORE: no_more}
    return tuple(ways[word] for word in question.choices)


def pending(encounter: Encounter) -> tuple[FreeEvent, ...]:
    """Return the events still pending, on the agenda or tied to a condition, soonest first. Waiting ones come last."""
    count_of = {due.ref: due.count for due in encounter.agenda if due.what == FREE_EVENT}
    waiting = [free for free in encounter.events if free.condition or free.key in count_of]
    return tuple(sorted(waiting, key=lambda free: (free.key not in count_of, count_of.get(free.key, 0))))


def in_words(encounter: Encounter, unit: TimeUnit, free: FreeEvent) -> str:
    """Return `60 The gate falls, every 30, stops`.

    An event that waits for a condition has the condition in place of a count.
    """
    due = encounter.agenda.find("", FREE_EVENT, free.key)
    parts = [f"{unit.text(due.count)} {free.text}" if due is not None else f"{free.text}, {unit.words(free.at)} after"]
    if free.condition:
        whose = name_of(encounter, free.who)
        parts.append(f"while {whose} is {free.condition}" if due is not None else f"{whose} is {free.condition}")
    parts += [f"every {unit.words(free.every)}"] if free.every else []
    parts += ["stops the fight"] if free.stop else []
    parts += ["told to the players"] if free.public else []
    return parts[0] + (" " if due is None else ", " if parts[1:] else "") + ", ".join(parts[1:])


def listed(encounter: Encounter, unit: TimeUnit) -> tuple[str, ...]:
    """Return the events still to come, a line with its number for each. Raises Refused without any."""
    lines = tuple(f"{number} {in_words(encounter, unit, free)}" for number, free in enumerate(pending(encounter), 1))
    if not lines:
        raise Refused('No event is set; `event 60 "The gate falls"` sets one.')
    return lines


def event_named(encounter: Encounter, words: Sequence[str]) -> str:
    """Return the key of the event meant by its number among those pending, its key, its text or a part of that."""
    named, events = " ".join(words).strip(), pending(encounter)
    if not events:
        raise Refused('No event is set; `event 60 "The gate falls"` sets one.')
    if named.isdecimal() and len(named) < 5 and 0 < int(named) <= len(events):
        return events[int(named) - 1].key
    sought = plain(named)
    near = [free for free in events if sought and sought in plain(free.text)]
    near = [free for free in events if free.key == named or plain(free.text) == sought] or near
    if len(near) != 1:
        numbered = ", ".join(f"{number} {free.text}" for number, free in enumerate(events[:9], 1))
        raise Refused(
            f'"{named}" is {"no event" if not near else "more than one event"} to come; there are {numbered}.'
        )
    return near[0].key


def _event(encounter: Encounter, key: str) -> FreeEvent:
    """Return the free event with this key. Refused where there is none."""
    free = next((free for free in encounter.events if free.key == key), None)
    if free is None:
        raise Refused(f"No event is called {key}.")
    return free
