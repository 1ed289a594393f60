"""Narration: what one event was, in words for the log. Empty when it is not worth a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import tomli

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import in_names
from tracker.model.state import FREE_EVENT
from tracker.narration.grammar import FIGHT_BEGINS, aimed, answers, declares, joins, stands, waits
from tracker.text.names import says
from tracker.text.numbers import plain_number, signed

Names = Callable[[str], str]
"""A function from an id to the name at the table."""


Given = Callable[[str], str]
"""A function that words a command line: its key on the screen, the line itself in a script."""

# Fights record reasons and presences in these words, so they cannot change there; only what the log shows of them does.
_BY_THE_GM = {
    "by hand": "GM",
    "put right by hand": "corrected by the GM",
    "damage by hand": "damage by the GM",
    "healed by hand": "healed by the GM",
}
BY_PROGRAM = "rolled by the tracker"
"""The remark on a roll of a fighter whose player rolls real dice."""


def reason(why: str) -> str:
    """Return a recorded reason as the log shows it: `by hand` is the `GM`."""
    return _BY_THE_GM.get(why, why)


def as_line(line: str) -> str:
    """Return a line as it is told where lines are typed."""
    return f"`{line}`"


@dataclass(frozen=True, slots=True)
class Told:
    """One event in words. `more` unfolds, `who` are those it concerns."""

    text: str
    who: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    secret: bool = False
    role: str = ""


def tell_step(
    events: Iterable[ev.Event], name: Names, unit: TimeUnit = WHOLE, given: Given = as_line
) -> Iterator[tuple[ev.Event, Told | None]]:
    """Yield the events of a step, each in words. The result of a secret roll is as secret as the roll.

    A condition that only says again what its bearer has just declared has no words of its own. `name` gives the name of
    an id, `given` the words for a command line.
    """
    unseen: set[str] = set()
    declared: ev.ActionDeclared | None = None
    for event in events:
        words = tell(event, name, unit, given)
        if isinstance(event, ev.ActionDeclared):
            declared = event
        elif declared is not None and isinstance(event, ev.ConditionGained) and _says_again(event, declared):
            words = None
        if isinstance(event, ev.Rolled):
            (unseen.add if event.secret else unseen.discard)(event.who)
        elif words is not None and isinstance(event, ev.MarkChanged | ev.DueAdded) and event.who in unseen:
            words = replace(words, secret=True)
        yield event, words


def _says_again(gained: ev.ConditionGained, declared: ev.ActionDeclared) -> bool:
    """Return whether a condition only repeats a declaration: `defending` after `defend`."""
    bare = not gained.amount and gained.until is None and not gained.acts and not declared.speed
    return bare and gained.who == declared.who and gained.label == f"{declared.label.removesuffix('e')}ing"


def tell(event: ev.Event, name: Names, unit: TimeUnit = WHOLE, given: Given = as_line) -> Told | None:
    """Return an event in words, its times in `unit`. None when the log leaves it out.

    `name` gives the name of an id, `given` the words for a command line.
    """
    match event:
        case ev.Rolled():
            return _rolled(event, name)
        case ev.Struck():
            return _struck(event, name)
        case ev.PoolChanged():
            return _pool_changed(event, name)
        case ev.ActionDeclared():
            deed = aimed(event.label, event.target and name(event.target))
            order = in_names(event.order, name)
            by = f" (orders{f': {order}' if order else ''})" if event.ordered else ""
            lands = f", lands {unit.text(event.lands)}" if event.speed else ""
            text = f"{declares(name(event.who), deed)}{lands}{by}"
            return Told(text, _both(event.who, event.target))
        case ev.ActionEnded():
            if event.how == "landed" and not event.why:
                return None
            how = "has no effect" if event.how == "landed" else f"is {event.how}"
            why = f": {reason(event.why)}" if event.why else ""
            return Told(f"{name(event.who)}'s {event.label} {how}{why}", (event.who,), role="state")
        case ev.ActionChanged():
            deed = aimed(event.label, event.target and name(event.target))
            return Told(f"{name(event.who)}: now {deed}", _both(event.who, event.target))
        case ev.DueAdded():
            if not event.why:
                return None
            moment = unit.text(event.at)
            when = f"may declare at {moment}" if event.what == "declare" else f"{event.why}: {moment}"
            return Told(f"{name(event.who)} {when}", (event.who,))
        case ev.DefenceDeclared():
            counts = f", {unit.words(event.counts)}" if event.counts else ""
            text = answers(name(event.who), name(event.against), event.label or event.defence)
            return Told(f"{text}{counts}", _both(event.who, event.against))
        case ev.DueMoved():
            why = f" ({reason(event.why)})" if event.why else ""
            if event.what == FREE_EVENT:
                return Told(f"moved: {event.why}, {unit.text(event.from_)} → {unit.text(event.to)}")
            return Told(f"{name(event.who)}: {unit.text(event.from_)} → {unit.text(event.to)}{why}", (event.who,))
        case ev.Joined() | ev.PresenceChanged() | ev.ConditionGained() | ev.ConditionEnded():
            return _standing(event, name, unit)
        case ev.WaitChanged():
            return None if event.busy else Told(waits(name(event.who), event.waiting), (event.who,))
        case ev.OrdersChanged() | ev.RollerChanged():
            return _manner(event, name)
        case ev.GroupChanged() | ev.GroupSet():
            return _of_group(event, name)
        case ev.AwarenessChanged():
            aware = "aware" if event.aware else "unaware"
            return Told(f"{name(event.who)} is {aware} of {name(event.of)}", (event.who, event.of))
        case ev.Revealed():
            return Told(f"{name(event.who)} shows itself", (event.who,))
        case ev.Renamed():
            return Told(f"{event.was} is now called {event.name}", (event.who,))
        case ev.SideChanged():
            side = f"on the side {event.side}" if event.side else "on no side"
            return Told(f"{name(event.who)} is now {side}", (event.who,), role="strong")
        case ev.AliasChanged():
            called = f"the players call it {event.alias}" if event.alias else "the players call it by its own name"
            return Told(f"{name(event.who)}: {called}", (event.who,))
        case ev.ModifierGiven():
            whom = f" for {name(event.who)}" if event.who else ""
            return Told(f"next roll{whom} {signed(event.amount)}: {event.why}", _both(event.who, ""))
        case ev.EventSet() | ev.EventStruck() | ev.EventHappened():
            return _free_event(event, name, unit)
        case ev.Noted():
            where = f": {given(event.offers)} shows how it went" if event.offers else ""
            return Told(f"{event.text}{where}", _both(event.who, ""), secret=event.secret)
        case ev.Began() | ev.RoundBegan():
            return _begun(event)
        case ev.MarkChanged():
            return Told(f"{name(event.who)}: {event.why}", (event.who,), role="state") if event.why else None
        case ev.Answered(order=order) if order:
            return Told(f"{name(event.who)}: {event.answer} (orders: {in_names(order, name)})", (event.who,))
        case ev.TimeAdvanced() | ev.DueEnded() | ev.ModifierUsed() | ev.Asked() | ev.Answered() | ev.Withdrawn():
            return None


def _pool_changed(event: ev.PoolChanged, name: Names) -> Told:
    """Return the words for points lost or gained. For a pool without an amount, its new name."""
    excess = f", {event.excess} beyond it" if event.excess else ""
    why = f" ({reason(event.why)})" if event.why else ""
    change = f"→ {event.called}" if event.called else f"{signed(event.by)} → {plain_number(event.to)}"
    if not event.by and not event.called:
        change = f"stays at {plain_number(event.to)}"
    pool, role = event.label or event.pool, "hurt" if event.harmed else ""
    return Told(f"{name(event.who)} {pool} {change}{excess}{why}", (event.who,), role=role)


def _begun(event: ev.Began | ev.RoundBegan) -> Told:
    if isinstance(event, ev.Began):
        return Told(FIGHT_BEGINS)
    return Told(event.sentence, role="strong")


def _free_event(event: ev.EventSet | ev.EventStruck | ev.EventHappened, name: Names, unit: TimeUnit) -> Told:
    """Return the words for an event of the GM that is set, struck out, or happens."""
    match event:
        case ev.EventSet():
            return _event_set(event, name, unit)
        case ev.EventStruck():
            return Told(f"event struck out: {event.text}{f' ({reason(event.why)})' if event.why else ''}")
        case ev.EventHappened():
            return Told(f"! {event.text}", role="event")


def _manner(event: ev.OrdersChanged | ev.RollerChanged, name: Names) -> Told:
    """Return the words for a fighter's orders, or for the roller of its dice."""
    if isinstance(event, ev.OrdersChanged):
        return Told(f"{name(event.who)}: orders {in_names(event.orders, name) or 'none'}", (event.who,))
    return Told(f"{name(event.who)}'s dice are {'typed' if event.typed else 'rolled'}", (event.who,))


def _of_group(event: ev.GroupChanged | ev.GroupSet, name: Names) -> Told:
    """Return the words for a fighter's group, or for the way a group declares and rolls."""
    if isinstance(event, ev.GroupChanged):
        how = f"with {event.group}" if event.group else "by itself"
        return Told(f"{name(event.who)} is played {how}", (event.who,))
    declares = "declares once for the whole group" if event.together else "declares one by one"
    rolls = "one roll for all" if event.one_roll else "each one rolls"
    return Told(f"{event.group} {declares}, {f'{rolls}, at one count' if event.one_count else rolls}")


def _both(who: str, other: str) -> tuple[str, ...]:
    """Return those of the two ids that are not empty."""
    return tuple(name for name in (who, other) if name)


def _rolled(event: ev.Rolled, name: Names) -> Told:
    """Return a roll: label, target, total with its faces, chance, tier. The sum and the margin are behind it."""
    number = event.chance if event.against is None else event.against
    against = f" against {plain_number(number)}" if number is not None else ""
    tier = f": {event.tier}" if event.tier else ""
    faces = " ".join(map(str, event.faces))
    shown = f"{event.total}" if len(event.faces) == 1 and event.faces[0] == event.total else f"{event.total} ({faces})"
    if event.reached is not None:
        added = signed(event.reached - event.total) if event.reached != event.total else ""
        shown = f"{plain_number(event.reached)} ({' '.join(filter(None, (faces, added)))})"
    details = [f"{event.dice} {event.by}: {faces}"]
    if event.margin is not None:
        details.append(f"margin {signed(event.margin)}")
    instead = f", {BY_PROGRAM}" if event.for_player else ""
    label = roll_label(event, name)
    if label != event.label and event.chance is not None:
        label += ","  # `attack against Brann, 12 against 47`
    text = f"{name(event.who)} {label} {shown}{against}{tier}{instead}"
    return Told(text, _both(event.who, event.target), (*event.sum, *details), event.secret, "roll")


def roll_label(event: ev.Rolled, name: Names) -> str:
    """Return the label of a roll, with its target where the label does not say that: `spear at Gruk`."""
    if event.target in ("", event.who) or says(event.label, target := name(event.target)):
        return event.label
    return f"{event.label} at {target}" if event.chance is None else f"{event.label} against {target}"


def _event_set(event: ev.EventSet, name: Names, unit: TimeUnit) -> Told:
    """Return the time of an event, its text, and whether it repeats or stops the fight."""
    when = f"at {unit.text(event.at)}"
    if event.condition:
        when = f"{unit.words(event.at)} after {name(event.who)} is {event.condition}"
    additions = (f", every {unit.words(event.every)}" if event.every else "") + (
        ", stops the fight" if event.stop else ""
    )
    additions += ", told to the players" if event.public else ""
    return Told(f"{when}: {event.text}{additions}", _both(event.who, ""))


def _struck(event: ev.Struck, name: Names) -> Told:
    """Return a blow: its result, its label and the location, without repetition."""
    parts = [event.label or event.outcome]
    if event.outcome not in parts[0]:
        parts.insert(0, event.outcome)
    if event.location and event.location not in parts[-1]:
        parts.append(event.location)
    text = f"{name(event.who)} on {name(event.target)}: {', '.join(parts)}"
    return Told(text, _both(event.who, event.target), event.sum, role="strong")


def _standing(
    event: ev.Joined | ev.PresenceChanged | ev.ConditionGained | ev.ConditionEnded, name: Names, unit: TimeUnit
) -> Told:
    """Return the words for a fighter who joins, goes out or is back, or for a condition that begins or ends."""
    match event:
        case ev.Joined():
            unseen = ", hidden" if tomli.loads(event.sheet).get("hidden", False) else ""
            return Told(f"{joins(event.name)}{unseen}", (event.who,))
        case ev.PresenceChanged():
            why = f" ({reason(event.why)})" if event.why else ""
            return Told(f"{stands([name(event.who)], event.presence)}{why}", (event.who,), role="strong")
        case ev.ConditionGained():
            text = f"{name(event.who)}: {of_condition(event, name, unit)}"
            return Told(text, (event.who,), secret=event.secret, role="state")
        case ev.ConditionEnded():
            return Told(f"{name(event.who)}: {of_condition(event, name, unit)}", (event.who,), secret=event.secret)


def of_condition(event: ev.ConditionGained | ev.ConditionEnded, name: Names, unit: TimeUnit) -> str:
    """Return a condition that began or ended, and until when it lasts, without its bearer."""
    if isinstance(event, ev.ConditionEnded):
        return f"{event.label or event.condition} is over"
    until = f" until {unit.text(event.until)}" if event.until is not None else ""
    amount = f" {signed(event.amount)}" if event.amount else ""
    if event.acts:
        whose = "it" if event.acts == event.who else name(event.acts)
        until = f" to the end of the turn of {whose}" if event.lasts else f" until {whose} acts"
    return f"{event.label}{amount}{until}"
