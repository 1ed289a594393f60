"""Evolve: what each event makes of the state. Knows no rule, never refuses, never rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, TypeAlias, get_args

from tracker.encounter.engine.seats import join
from tracker.model import events as ev
from tracker.model.combatant import Action, Condition, Presence
from tracker.model.questions import Ask, Question, Task
from tracker.model.state import LAND, Encounter, FreeEvent, Modifier, with_modifier, without_modifier

_Change: TypeAlias = Callable[[Encounter, Any], Encounter]


def fold(encounter: Encounter, events: Iterable[ev.Event]) -> Encounter:
    """Return the state after all `events`."""
    return reduce(evolve, events, encounter)


def evolve(encounter: Encounter, event: ev.Event) -> Encounter:
    """Return the state after one event."""
    return _CHANGES[type(event)](encounter, event)


def _pool_changed(encounter: Encounter, event: ev.PoolChanged) -> Encounter:
    return encounter.with_combatant(encounter[event.who].with_pool(event.pool, event.to))


def _rolled(encounter: Encounter, event: ev.Rolled) -> Encounter:
    return _shared_roll(encounter, event) if event.group else encounter


def _unchanged(encounter: Encounter, event: ev.Event) -> Encounter:
    return encounter


def _due_added(encounter: Encounter, event: ev.DueAdded) -> Encounter:
    return encounter.with_agenda(encounter.agenda.add(event.at, event.rank, event.who, event.what, event.ref))


def _due_ended(encounter: Encounter, event: ev.DueEnded) -> Encounter:
    """Take an entry off the agenda, if it is there."""
    due = encounter.agenda.find(event.who, event.what, event.ref)
    return encounter if due is None else encounter.with_agenda(encounter.agenda.cancel(due))


def _time_advanced(encounter: Encounter, event: ev.TimeAdvanced) -> Encounter:
    return encounter.with_agenda(encounter.agenda.advance(event.to), event.to)


def _asked(encounter: Encounter, event: ev.Asked) -> Encounter:
    return with_question(encounter, event, tuple(Task.read(text) for text in event.then))


def with_question(encounter: Encounter, event: ev.Asked, stages: tuple[Task, ...]) -> Encounter:
    """Return the fight with the question that an event asks, and the stages that continue after it."""
    return encounter.with_questions((*encounter.questions, _question(event, stages)))


def _no_longer_asked(encounter: Encounter, event: ev.Answered | ev.Withdrawn) -> Encounter:
    """Take the latest question of the fighter off, also from beneath an interrupting question."""
    questions = encounter.questions
    asked = [
        place for place, question in enumerate(questions) if (question.who, question.what) == (event.who, event.what)
    ]
    place = asked[-1] if asked else len(questions) - 1
    return encounter.with_questions((*questions[:place], *questions[place + 1 :]))


def _mark_changed(encounter: Encounter, event: ev.MarkChanged) -> Encounter:
    """Give a mark of a fighter another value."""
    combatant = encounter[event.who]
    return encounter.with_combatant(combatant.with_marks({**combatant.marks, event.mark: event.value}))


def _began(encounter: Encounter, event: ev.Began) -> Encounter:
    return replace(encounter, began=True)


def _joined(encounter: Encounter, event: ev.Joined) -> Encounter:
    """Seat a new fighter."""
    assert event.newcomer is not None, "read_texts reads the sheet of who joins"
    return join(encounter, event.newcomer)


def _modifier_given(encounter: Encounter, event: ev.ModifierGiven) -> Encounter:
    """Add a modifier that waits for the next roll."""
    given = Modifier(event.amount, event.why, event.who)
    return replace(encounter, modifiers=with_modifier(encounter.modifiers, given))


def _modifier_used(encounter: Encounter, event: ev.ModifierUsed) -> Encounter:
    """Take off a modifier that a roll has used."""
    used = Modifier(event.amount, event.why, event.who)
    return replace(encounter, modifiers=without_modifier(encounter.modifiers, used))


def _event_set(encounter: Encounter, event: ev.EventSet) -> Encounter:
    """Keep the free event of the event, in place of one with its key."""
    free = FreeEvent(
        key=event.event,
        at=event.at,
        text=event.text,
        every=event.every,
        stop=event.stop,
        who=event.who,
        condition=event.condition,
        public=event.public,
    )
    kept = tuple(other for other in encounter.events if other.key != free.key)
    return replace(encounter, events=(*kept, free))


def _event_struck(encounter: Encounter, event: ev.EventStruck) -> Encounter:
    """Remove a free event."""
    left = tuple(other for other in encounter.events if other.key != event.event)
    return replace(encounter, events=left)


def _group_set(encounter: Encounter, event: ev.GroupSet) -> Encounter:
    """Change how a group is played."""
    group = encounter.group(event.group)
    changed = replace(group, together=event.together, one_roll=event.one_roll, one_count=event.one_count)
    return encounter.with_group(changed)


def _orders_changed(encounter: Encounter, event: ev.OrdersChanged) -> Encounter:
    return encounter.with_combatant(replace(encounter[event.who], orders=event.given))


def _presence_changed(encounter: Encounter, event: ev.PresenceChanged) -> Encounter:
    return encounter.with_combatant(replace(encounter[event.who], presence=Presence(event.presence)))


def _condition_gained(encounter: Encounter, event: ev.ConditionGained) -> Encounter:
    """Give a fighter a condition, in place of one with its key."""
    combatant = encounter[event.who]
    gained = Condition(
        event.condition,
        event.label,
        event.amount,
        event.of,
        since=encounter.count,
        until=event.until,
        acts=event.acts,
        lasts=event.lasts,
        own=event.own,
        secret=event.secret,
    )
    rest = tuple(old for old in combatant.conditions if old.key != gained.key)
    return encounter.with_combatant(replace(combatant, conditions=(*rest, gained)))


def _condition_ended(encounter: Encounter, event: ev.ConditionEnded) -> Encounter:
    """Take a condition off a fighter."""
    combatant = encounter[event.who]
    rest = tuple(old for old in combatant.conditions if old.key != event.condition)
    return encounter.with_combatant(replace(combatant, conditions=rest))


def _action_changed(encounter: Encounter, event: ev.ActionChanged) -> Encounter:
    """Give the action another target and label. Options that are not given stay."""
    combatant = encounter[event.who]
    actions = tuple(
        replace(action, target=event.target, label=event.label, options=event.options or action.options)
        if action.id == event.action
        else action
        for action in combatant.actions
    )
    return encounter.with_combatant(replace(combatant, actions=actions))


def _action_ended(encounter: Encounter, event: ev.ActionEnded) -> Encounter:
    """Take an action off a fighter, and keep it as its last."""
    combatant = encounter[event.who]
    ended = combatant.action(event.action)
    rest = tuple(action for action in combatant.actions if action.id != event.action)
    return encounter.with_combatant(combatant.with_actions(rest, ended or combatant.last))


def _wait_changed(encounter: Encounter, event: ev.WaitChanged) -> Encounter:
    """Begin or end the wait of a fighter. Only a fighter who waits can be busy meanwhile."""
    busy = event.waiting and event.busy
    return encounter.with_combatant(replace(encounter[event.who], waiting=event.waiting, busy=busy))


def _group_changed(encounter: Encounter, event: ev.GroupChanged) -> Encounter:
    return encounter.with_combatant(replace(encounter[event.who], group=event.group))


def _roller_changed(encounter: Encounter, event: ev.RollerChanged) -> Encounter:
    return encounter.with_combatant(replace(encounter[event.who], typed=event.typed))


def _revealed(encounter: Encounter, event: ev.Revealed) -> Encounter:
    return encounter.with_combatant(replace(encounter[event.who], revealed=True))


def _alias_changed(encounter: Encounter, event: ev.AliasChanged) -> Encounter:
    return encounter.with_combatant(replace(encounter[event.who], alias=event.alias))


def _renamed(encounter: Encounter, event: ev.Renamed) -> Encounter:
    """Give a fighter another name."""
    combatant = encounter[event.who]
    profile = replace(combatant.profile, name=event.name, altered=True)
    return encounter.with_combatant(replace(combatant, profile=profile))


def _side_changed(encounter: Encounter, event: ev.SideChanged) -> Encounter:
    """Put a fighter on another side."""
    combatant = encounter[event.who]
    profile = replace(combatant.profile, side=event.side, altered=True)
    return encounter.with_combatant(replace(combatant, profile=profile))


def _shared_roll(encounter: Encounter, event: ev.Rolled) -> Encounter:
    """Keep the roll that places a group, with the members it has placed so far.

    A member that rolls for itself begins a new one.
    """
    group, faces = encounter.group(event.group), tuple(event.faces)
    goes_on = event.by == "group" and (group.what, group.at, group.faces) == (event.what, encounter.count, faces)
    placed = (*group.placed, event.who) if goes_on else (event.who,)
    return encounter.with_group(replace(group, what=event.what, faces=faces, at=encounter.count, placed=placed))


def _awareness(encounter: Encounter, event: ev.AwarenessChanged) -> Encounter:
    """Change awareness. A fighter who had shown itself is hidden again from the fighters who lose sight of it."""
    combatant, of = encounter[event.who], frozenset((event.of,))
    unaware = combatant.unaware_of - of if event.aware else combatant.unaware_of | of
    encounter = encounter.with_combatant(replace(combatant, unaware_of=unaware))
    if event.aware or not encounter[event.of].revealed:
        return encounter
    return encounter.with_combatant(replace(encounter[event.of], revealed=False))


def _declared(encounter: Encounter, event: ev.ActionDeclared) -> Encounter:
    """Give a fighter the action that it has declared."""
    action = Action(
        id=event.action,
        verb=event.verb,
        weapon=event.weapon,
        target=event.target,
        options=event.options,
        label=event.label,
        declared=encounter.count,
        speed=event.speed,
        lands=event.lands,
        ordered=event.ordered,
    )
    combatant = encounter[event.who]
    acting = combatant.with_actions((*combatant.actions, action), combatant.last)
    return encounter.with_action_of(acting, event.action)


def _due_moved(encounter: Encounter, event: ev.DueMoved) -> Encounter:
    """Move an entry of the agenda. With a landing, move the count its action lands on."""
    due = encounter.agenda.find(event.who, event.what, event.ref)
    if due is None:
        return encounter
    encounter = encounter.with_agenda(encounter.agenda.shift(due, event.to))
    if event.what != LAND:
        return encounter
    combatant = encounter[event.who]
    actions = tuple(
        replace(action, lands=event.to) if str(action.id) == event.ref else action for action in combatant.actions
    )
    return encounter.with_combatant(replace(combatant, actions=actions))


def _question(event: ev.Asked, stages: tuple[Task, ...]) -> Question:
    """Return the question that the event asks, with the stages that go on after its answer."""
    return Question(
        ask=Ask(event.ask),
        who=event.who,
        what=event.what,
        text=event.text,
        choices=event.choices,
        dice=event.dice,
        then=stages,
        about=event.about,
        low=event.low,
        high=event.high,
        step=event.step,
        unseen=event.unseen,
    )


def _change_of(event: ev.Event) -> _Change:
    """Return the function that applies an event of this class. The type checker names a forgotten class."""
    match event:
        case ev.PoolChanged():
            return _pool_changed
        case ev.Rolled():
            return _rolled
        case ev.Noted() | ev.Struck() | ev.DefenceDeclared() | ev.EventHappened() | ev.RoundBegan():
            return _unchanged
        case ev.DueAdded():
            return _due_added
        case ev.DueMoved():
            return _due_moved
        case ev.DueEnded():
            return _due_ended
        case ev.TimeAdvanced():
            return _time_advanced
        case ev.Asked():
            return _asked
        case ev.Answered() | ev.Withdrawn():
            return _no_longer_asked
        case ev.ActionDeclared():
            return _declared
        case ev.AwarenessChanged():
            return _awareness
        case ev.MarkChanged():
            return _mark_changed
        case ev.Began():
            return _began
        case ev.Joined():
            return _joined
        case ev.ModifierGiven():
            return _modifier_given
        case ev.ModifierUsed():
            return _modifier_used
        case ev.EventSet():
            return _event_set
        case ev.EventStruck():
            return _event_struck
        case ev.GroupSet():
            return _group_set
        case ev.OrdersChanged():
            return _orders_changed
        case ev.PresenceChanged():
            return _presence_changed
        case ev.ConditionGained():
            return _condition_gained
        case ev.ConditionEnded():
            return _condition_ended
        case ev.ActionChanged():
            return _action_changed
        case ev.ActionEnded():
            return _action_ended
        case ev.WaitChanged():
            return _wait_changed
        case ev.GroupChanged():
            return _group_changed
        case ev.RollerChanged():
            return _roller_changed
        case ev.AliasChanged():
            return _alias_changed
        case ev.Renamed():
            return _renamed
        case ev.SideChanged():
            return _side_changed
        case ev.Revealed():
            return _revealed


# The patterns look at the class alone, so an event without values is enough.
_CHANGES: Mapping[type, _Change] = {kind: _change_of(object.__new__(kind)) for kind in get_args(ev.Event)}
"""The functions by class. A `match` asks one class after another, and `evolve` runs for every event of every fight."""
