"""Player log: the log as the players see it; an event that they cannot see leaves no line and no count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tracker.encounter.engine.evolve import evolve
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.player_view.view import Discretion, Showing
from tracker.model import events as ev
from tracker.model.combatant import Condition, Presence
from tracker.model.state import Encounter

_PRESENCE = {
    Presence.DOWN.value: "goes down",
    Presence.LEFT.value: "leaves",
    Presence.SURRENDERED.value: "surrenders",
    Presence.IN.value: "is back in the fight",
}

NEVER_TOLD: frozenset[type[ev.Event]] = frozenset(
    {
        ev.ActionChanged,
        ev.AliasChanged,
        ev.Answered,
        ev.AwarenessChanged,
        ev.ConditionEnded,
        ev.DueAdded,
        ev.DueEnded,
        ev.DueMoved,
        ev.EventSet,
        ev.EventStruck,
        ev.GroupChanged,
        ev.GroupSet,
        ev.ModifierGiven,
        ev.ModifierUsed,
        ev.Noted,
        ev.OrdersChanged,
        ev.PoolChanged,
        ev.Renamed,
        ev.Revealed,
        ev.RollerChanged,
        ev.Rolled,
        ev.SideChanged,
        ev.TimeAdvanced,
        ev.WaitChanged,
        ev.Withdrawn,
    }
)
"""Events that leave no line whatever is in them, and by which the players do not see time go on."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing the players saw, and the count they saw it at."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Tale:
    """All they saw so far; `now` is the count of the last of it."""

    now: int = 0
    lines: tuple[Line, ...] = ()

    def last(self, most: int) -> tuple[str, ...]:
        """The last lines, the newest at the end."""
        return tuple(line.text for line in self.lines[-most:])


def told(
    tale: Tale, before: Encounter, events: Iterable[ev.Event], rules: RuleSystem, showing: Showing
) -> tuple[Tale, Encounter]:
    """The tale after one step whose `events` begin in the state `before`, and the state they lead to."""
    now, lines, state = tale.now, list(tale.lines), before
    at_once: list[ev.MarkChanged] = []
    for event in events:
        if isinstance(event, ev.MarkChanged) and rules.display.public_mark(event.mark, event.value):
            at_once.append(event)
        elif at_once:
            now = _tell_at_once(at_once, state, rules, lines, now)
            at_once.clear()
        before, state = state, evolve(state, event, rules)
        text = _line(event, before, state, rules, showing)
        if text:
            lines.append(Line(state.count, text))
        if text or _shows_time(event, state):
            now = state.count
    return Tale(_tell_at_once(at_once, state, rules, lines, now), tuple(lines)), state


def tale_of(start: Encounter, steps: Iterable[Sequence[ev.Event]], rules: RuleSystem, showing: Showing) -> Tale:
    """The tale of all `steps`, each as its events, from the start of the fight."""
    tale, state = Tale(start.count), start
    for events in steps:
        tale, state = told(tale, state, events, rules, showing)
    return tale


def _shows_time(event: ev.Event, state: Encounter) -> bool:
    """Whether the players see that time has gone on: one of whom they know is asked, or the fight begins."""
    match event:
        case ev.Began():
            return True
        case ev.Asked():
            words = Discretion(state)
            known = words.friend(event.who) and bool(words.name(event.about))
            return bool(words.name(event.who)) and (event.ask == "declare" or known)
        case _:
            return False


def _line(event: ev.Event, before: Encounter, state: Encounter, rules: RuleSystem, showing: Showing) -> str:
    """What the players read of an event; empty where they may know nothing of it."""
    words = Discretion(state)
    match event:
        case ev.Began():
            return "The fight begins"
        case ev.EventHappened():
            on = next((one.who for one in before.events if one.key == event.event), "")
            return event.text if not on or words.name(on) else ""
        case ev.Joined():
            name = words.name(event.who)
            return f"{name} joins" if name else ""
        case ev.PresenceChanged():
            name = words.name(event.who)
            return f"{name} {_PRESENCE[event.presence]}" if name else ""
        case ev.ActionDeclared():
            return _declared(event, words, rules, showing)
        case ev.ActionEnded(how="aborted"):
            action = before[event.who].action(event.action)
            known = action is not None and words.open(event.who, action.target, showing)
            return f"{words.name(event.who)} gives up what was under way" if known else ""
        case ev.DefenceDeclared():
            name, against = words.name(event.who), words.name(event.against)
            return f"{name} answers {against}: {event.defence}" if name and against else ""
        case ev.Struck():
            return _struck(event, words)
        case ev.ConditionGained():
            return _gained(event, rules, words)
        # Nothing of these is told; what players see of them is in the view.
        case (
            ev.TimeAdvanced()
            | ev.Rolled()
            | ev.PoolChanged()
            | ev.ConditionEnded()
            | ev.MarkChanged()
            | ev.ActionChanged()
            | ev.ActionEnded()
            | ev.DueAdded()
            | ev.DueMoved()
            | ev.DueEnded()
            | ev.WaitChanged()
            | ev.OrdersChanged()
            | ev.GroupChanged()
            | ev.GroupSet()
            | ev.RollerChanged()
            | ev.AwarenessChanged()
            | ev.AliasChanged()
            | ev.Renamed()
            | ev.SideChanged()
            | ev.Revealed()
            | ev.ModifierGiven()
            | ev.ModifierUsed()
            | ev.EventSet()
            | ev.EventStruck()
            | ev.Asked()
            | ev.Answered()
            | ev.Withdrawn()
            | ev.Noted()
        ):
            return ""


def _tell_at_once(
    events: Sequence[ev.MarkChanged], state: Encounter, rules: RuleSystem, lines: list[Line], now: int
) -> int:
    """A line for each of those seen who show something together, if opponents are among them; the count told so far."""
    words = Discretion(state)
    seen = [event for event in events if words.name(event.who)]
    sides = {state[event.who].profile.side for event in seen}
    if len(seen) < 2 or (len(sides) == 1 and "" not in sides):
        return now
    lines += [
        Line(state.count, f"{words.name(event.who)}: {rules.display.public_mark(event.mark, event.value)}")
        for event in seen
    ]
    return state.count


def _declared(event: ev.ActionDeclared, words: Discretion, rules: RuleSystem, showing: Showing) -> str:
    """A declaration as players read it: in the game's words only where its target may be named."""
    if not words.open(event.who, event.target, showing):
        return ""
    name = words.name(event.who)
    lands = f", lands {rules.unit.text(event.lands)}" if event.speed else ""
    if words.public(event.target):
        return f"{name}: {event.label}{lands}"
    whom = words.name(event.target)
    return f"{name}: {event.weapon or event.verb}{f' on {whom}' if whom else ''}{lands}"


def _struck(event: ev.Struck, words: Discretion) -> str:
    """What came of a blow; empty where striker or target is hidden."""
    name, target = words.name(event.who), words.name(event.target) if event.target else ""
    if not name or (event.target and not target):
        return ""
    where = f", {event.location}" if event.location else ""
    return f"{name} on {target}: {event.outcome}{where}" if target else f"{name}: {event.outcome}{where}"


def _gained(event: ev.ConditionGained, rules: RuleSystem, words: Discretion) -> str:
    """A condition that begins, as it looks from outside; empty where it cannot be seen."""
    condition = Condition(event.condition, event.label, event.amount, event.of, own=event.own, secret=event.secret)
    seen_as = words.visible(rules, event.who, condition)
    return f"{words.name(event.who)}: {seen_as}" if seen_as else ""
