"""Evolve: what each event makes of the state. Knows no rule, never refuses, never rolls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tracker.encounter.roster import add_from_toml
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant, Condition, Presence
from tracker.model.orders import of_entry
from tracker.model.questions import Ask, Question, Task
from tracker.model.state import LAND, Encounter, FreeEvent, Modifier, with_modifier, without_modifier
from tracker.system_api.system import RuleSystem


def fold(encounter: Encounter, events: Iterable[ev.Event], rules: RuleSystem[Any]) -> Encounter:
    """The state after all `events`."""
    for event in events:
        encounter = evolve(encounter, event, rules)
    return encounter


def evolve(encounter: Encounter, event: ev.Event, rules: RuleSystem[Any]) -> Encounter:
    """The state after one event; `rules` are only asked to read the sheet of somebody who joined, and orders."""
    match event:
        case ev.PoolChanged():
            return encounter.with_combatant(encounter[event.who].with_pool(event.pool, event.to))
        case ev.Rolled(group=group) if group:
            return _shared_roll(encounter, event)
        case ev.Rolled() | ev.Noted() | ev.Struck() | ev.DefenceDeclared():
            return encounter
        case ev.DueAdded():
            return encounter.with_agenda(encounter.agenda.add(event.at, event.rank, event.who, event.what, event.ref))
        case ev.DueMoved():
            return _due_moved(encounter, event)
        case ev.DueEnded():
            due = encounter.agenda.find(event.who, event.what, event.ref)
            return encounter if due is None else encounter.with_agenda(encounter.agenda.cancel(due))
        case ev.TimeAdvanced():
            return encounter.with_agenda(encounter.agenda.advance(event.to), event.to)
        case ev.Began():
            return replace(encounter, began=True)
        case ev.Asked():
            return replace(encounter, questions=(*encounter.questions, _question(event)))
        case ev.Answered() | ev.Withdrawn():
            return replace(encounter, questions=encounter.questions[:-1])
        case ev.Joined():
            return add_from_toml(encounter, rules, event.who, event.name, event.sheet)
        case ev.ModifierGiven():
            given = Modifier(event.amount, event.why, event.who)
            return replace(encounter, modifiers=with_modifier(encounter.modifiers, given))
        case ev.ModifierUsed():
            used = Modifier(event.amount, event.why, event.who)
            return replace(encounter, modifiers=without_modifier(encounter.modifiers, used))
        case ev.EventSet():
            free = FreeEvent(
                event.event, event.at, event.text, event.every, event.stop, event.who, event.condition, event.public
            )
            kept = tuple(other for other in encounter.events if other.key != free.key)
            return replace(encounter, events=(*kept, free))
        case ev.EventHappened():
            return encounter
        case ev.EventStruck():
            left = tuple(other for other in encounter.events if other.key != event.event)
            return replace(encounter, events=left)
        case ev.GroupSet():
            changed = replace(
                encounter.group(event.group),
                together=event.together,
                one_roll=event.one_roll,
                one_count=event.one_count,
            )
            return encounter.with_group(changed)
        case ev.OrdersChanged():
            orders = of_entry(event.orders, rules.abilities.orders)
            return encounter.with_combatant(replace(encounter[event.who], orders=orders))
        case ev.ActionDeclared():
            return _declared(encounter, event)
        case ev.AwarenessChanged():
            return _awareness(encounter, event)
        case (
            ev.PresenceChanged()
            | ev.ConditionGained()
            | ev.ConditionEnded()
            | ev.MarkChanged()
            | ev.ActionChanged()
            | ev.ActionEnded()
            | ev.WaitChanged()
            | ev.GroupChanged()
            | ev.RollerChanged()
            | ev.AliasChanged()
            | ev.Renamed()
            | ev.SideChanged()
            | ev.Revealed()
        ):
            return encounter.with_combatant(_of_one(encounter, encounter[event.who], event))


_OfOne = (
    ev.PresenceChanged
    | ev.ConditionGained
    | ev.ConditionEnded
    | ev.MarkChanged
    | ev.ActionChanged
    | ev.ActionEnded
    | ev.WaitChanged
    | ev.GroupChanged
    | ev.RollerChanged
    | ev.AliasChanged
    | ev.Renamed
    | ev.SideChanged
    | ev.Revealed
)


def _changed(action: Action, event: ev.ActionChanged) -> Action:
    """The action with another target and label; options that are not given stay."""
    options = event.options or action.options
    return replace(action, target=event.target, label=event.label, options=options)


def _of_one(encounter: Encounter, combatant: Combatant, event: _OfOne) -> Combatant:
    """The combatant after an event about it alone."""
    match event:
        case ev.PresenceChanged():
            return replace(combatant, presence=Presence(event.presence))
        case ev.ConditionGained():
            gained = Condition(
                event.condition,
                event.label,
                event.amount,
                event.of,
                since=encounter.count,
                until=event.until,
                acts=event.acts,
                own=event.own,
                secret=event.secret,
            )
            rest = tuple(old for old in combatant.conditions if old.key != gained.key)
            return replace(combatant, conditions=(*rest, gained))
        case ev.ConditionEnded():
            rest = tuple(old for old in combatant.conditions if old.key != event.condition)
            return replace(combatant, conditions=rest)
        case ev.MarkChanged():
            return replace(combatant, marks={**combatant.marks, event.mark: event.value})
        case ev.ActionChanged():
            return replace(
                combatant,
                actions=tuple(
                    _changed(action, event) if action.id == event.action else action for action in combatant.actions
                ),
            )
        case ev.ActionEnded():
            ended = combatant.action(event.action)
            rest_of = tuple(action for action in combatant.actions if action.id != event.action)
            return replace(combatant, actions=rest_of, last=ended or combatant.last)
        case ev.WaitChanged():
            return replace(combatant, waiting=event.waiting, busy=event.waiting and event.busy)
        case ev.GroupChanged():
            return replace(combatant, group=event.group)
        case ev.RollerChanged():
            return replace(combatant, typed=event.typed)
        case ev.Revealed():
            return replace(combatant, revealed=True)
        case ev.AliasChanged():
            return replace(combatant, alias=event.alias)
        case ev.Renamed():
            return replace(combatant, profile=replace(combatant.profile, name=event.name, altered=True))
        case ev.SideChanged():
            return replace(combatant, profile=replace(combatant.profile, side=event.side, altered=True))


def _shared_roll(encounter: Encounter, event: ev.Rolled) -> Encounter:
    """A group remembers the roll that places it; whoever rolls for itself begins a new one."""
    group, faces = encounter.group(event.group), tuple(event.faces)
    goes_on = event.by == "group" and (group.what, group.at, group.faces) == (event.what, encounter.count, faces)
    placed = (*group.placed, event.who) if goes_on else (event.who,)
    return encounter.with_group(replace(group, what=event.what, faces=faces, at=encounter.count, placed=placed))


def _awareness(encounter: Encounter, event: ev.AwarenessChanged) -> Encounter:
    """Whoever loses sight of somebody who had shown itself makes it hidden again."""
    combatant, of = encounter[event.who], frozenset((event.of,))
    unaware = combatant.unaware_of - of if event.aware else combatant.unaware_of | of
    encounter = encounter.with_combatant(replace(combatant, unaware_of=unaware))
    if event.aware or not encounter[event.of].revealed:
        return encounter
    return encounter.with_combatant(replace(encounter[event.of], revealed=False))


def _declared(encounter: Encounter, event: ev.ActionDeclared) -> Encounter:
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
    encounter = encounter.with_combatant(replace(combatant, actions=(*combatant.actions, action)))
    return replace(encounter, serial=max(encounter.serial, event.action + 1))


def _due_moved(encounter: Encounter, event: ev.DueMoved) -> Encounter:
    """Move an entry of the agenda, and with a landing the count its action lands on."""
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


def _question(event: ev.Asked) -> Question:
    return Question(
        Ask(event.ask),
        event.who,
        event.what,
        event.text,
        event.choices,
        event.dice,
        tuple(Task.read(text) for text in event.then),
        event.about,
        event.low,
        event.high,
        event.step,
        event.unseen,
    )
