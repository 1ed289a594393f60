"""Evolve: what each event makes of the state. Knows no rule, never refuses, never rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tracker.encounter.roster import add_from_toml
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant, Condition, Presence
from tracker.model.orders import NONE, of_entry
from tracker.model.questions import Ask, Question, Task
from tracker.model.state import LAND, Encounter, FreeEvent, Modifier, with_modifier, without_modifier
from tracker.system_api.system import RuleSystem


def fold(encounter: Encounter, events: Iterable[ev.Event], rules: RuleSystem[Any]) -> Encounter:
    """The state after all `events`."""
    for event in events:
        encounter = evolve(encounter, event, rules)
    return encounter


def evolve(encounter: Encounter, event: ev.Event, rules: RuleSystem[Any]) -> Encounter:
    """The state after one event; `rules` are only asked to read the sheet of a fighter who joined, and orders."""
    # Looked up by class: a `match` asks one class after another, and this is called for every event of every fight.
    change = _CHANGES.get(type(event))
    if change is not None:
        return change(encounter, event)
    return _rarely(encounter, event, rules)


def _pool_changed(encounter: Encounter, event: ev.PoolChanged) -> Encounter:
    return encounter.with_combatant(encounter[event.who].with_pool(event.pool, event.to))


def _rolled(encounter: Encounter, event: ev.Rolled) -> Encounter:
    return _shared_roll(encounter, event) if event.group else encounter


def _unchanged(encounter: Encounter, event: ev.Event) -> Encounter:
    return encounter


def _due_added(encounter: Encounter, event: ev.DueAdded) -> Encounter:
    return encounter.with_agenda(encounter.agenda.add(event.at, event.rank, event.who, event.what, event.ref))


def _due_ended(encounter: Encounter, event: ev.DueEnded) -> Encounter:
    due = encounter.agenda.find(event.who, event.what, event.ref)
    return encounter if due is None else encounter.with_agenda(encounter.agenda.cancel(due))


def _time_advanced(encounter: Encounter, event: ev.TimeAdvanced) -> Encounter:
    return encounter.with_agenda(encounter.agenda.advance(event.to), event.to)


def _asked(encounter: Encounter, event: ev.Asked) -> Encounter:
    return with_question(encounter, event, tuple(Task.read(text) for text in event.then))


def with_question(encounter: Encounter, event: ev.Asked, stages: tuple[Task, ...]) -> Encounter:
    """The fight with the question that an event asks, and the stages that go on after it."""
    return encounter.with_questions((*encounter.questions, _question(event, stages)))


def _no_longer_asked(encounter: Encounter, event: ev.Answered | ev.Withdrawn) -> Encounter:
    return encounter.with_questions(encounter.questions[:-1])


def _mark_changed(encounter: Encounter, event: ev.MarkChanged) -> Encounter:
    combatant = encounter[event.who]
    return encounter.with_combatant(combatant.with_marks({**combatant.marks, event.mark: event.value}))


def _rarely(encounter: Encounter, event: ev.Event, rules: RuleSystem[Any]) -> Encounter:
    """What the events come to that are not in `_CHANGES`; the type checker says which are forgotten."""
    match event:
        case (
            ev.PoolChanged()
            | ev.Rolled()
            | ev.Noted()
            | ev.Struck()
            | ev.DefenceDeclared()
            | ev.EventHappened()
            | ev.RoundBegan()
            | ev.DueAdded()
            | ev.DueMoved()
            | ev.DueEnded()
            | ev.TimeAdvanced()
            | ev.Asked()
            | ev.Answered()
            | ev.Withdrawn()
            | ev.ActionDeclared()
            | ev.AwarenessChanged()
            | ev.MarkChanged()
        ):
            return _CHANGES[type(event)](encounter, event)
        case ev.Began():
            return replace(encounter, began=True)
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
            # Where the game is not installed its words are unknown: the fight is told, and nobody acts by them.
            words = rules.abilities.orders
            orders = of_entry(event.orders, words) if words is not None else NONE
            return encounter.with_combatant(replace(encounter[event.who], orders=orders))
        case (
            ev.PresenceChanged()
            | ev.ConditionGained()
            | ev.ConditionEnded()
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
            return combatant.with_actions(rest_of, ended or combatant.last)
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
    """A group remembers the roll that places it; a member that rolls for itself begins a new one."""
    group, faces = encounter.group(event.group), tuple(event.faces)
    goes_on = event.by == "group" and (group.what, group.at, group.faces) == (event.what, encounter.count, faces)
    placed = (*group.placed, event.who) if goes_on else (event.who,)
    return encounter.with_group(replace(group, what=event.what, faces=faces, at=encounter.count, placed=placed))


def _awareness(encounter: Encounter, event: ev.AwarenessChanged) -> Encounter:
    """A fighter who had shown itself is hidden again from those who lose sight of it."""
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
    encounter = encounter.with_combatant(combatant.with_actions((*combatant.actions, action), combatant.last))
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


def _question(event: ev.Asked, stages: tuple[Task, ...]) -> Question:
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


_CHANGES: dict[type, Callable[[Encounter, Any], Encounter]] = {
    ev.PoolChanged: _pool_changed,
    ev.Rolled: _rolled,
    ev.Noted: _unchanged,
    ev.Struck: _unchanged,
    ev.DefenceDeclared: _unchanged,
    ev.EventHappened: _unchanged,
    ev.RoundBegan: _unchanged,
    ev.DueAdded: _due_added,
    ev.DueMoved: _due_moved,
    ev.DueEnded: _due_ended,
    ev.TimeAdvanced: _time_advanced,
    ev.Asked: _asked,
    ev.Answered: _no_longer_asked,
    ev.Withdrawn: _no_longer_asked,
    ev.ActionDeclared: _declared,
    ev.AwarenessChanged: _awareness,
    ev.MarkChanged: _mark_changed,
}
"""What is done for the events that come often."""
