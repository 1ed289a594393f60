"""Known facts: what the players are told of one event, under the names they know. Of most events that is nothing."""

from __future__ import annotations

from dataclasses import field
from typing import get_args

from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Condition
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.facts import (
    Answered,
    Became,
    Began,
    Blow,
    Declared,
    Done,
    Fact,
    GivenUp,
    Happened,
    Joined,
    RoundBegan,
    Standing,
)
from tracker.players.view import Discretion, Showing

_NeverTold = (
    ev.ActionChanged
    | ev.AliasChanged
    | ev.Answered
    | ev.AwarenessChanged
    | ev.ConditionEnded
    | ev.DueAdded
    | ev.DueEnded
    | ev.DueMoved
    | ev.EventSet
    | ev.EventStruck
    | ev.GroupChanged
    | ev.GroupSet
    | ev.ModifierGiven
    | ev.ModifierUsed
    | ev.Noted
    | ev.OrdersChanged
    | ev.PoolChanged
    | ev.Renamed
    | ev.Revealed
    | ev.RollerChanged
    | ev.Rolled
    | ev.SideChanged
    | ev.TimeAdvanced
    | ev.WaitChanged
    | ev.Withdrawn
)
NEVER_TOLD: frozenset[type[ev.Event]] = frozenset(get_args(_NeverTold))
"""Events without a line, by which the players do not see time pass."""


@dataclass(slots=True)
class Witness:
    """Makes known facts of the events of one step, which began in the state `start`."""

    start: Encounter
    rules: Rules
    showing: Showing
    _rolls: dict[str, ev.Rolled] = field(default_factory=dict)
    """The last roll of this step against a chance, by roller, until it strikes."""

    def fact(self, event: ev.Event, before: Encounter, words: Discretion) -> Fact | None:
        """Return the fact of the next event, which happens in the state `before`. None where players learn nothing."""
        self._remember(event)
        if isinstance(event, _NeverTold):
            return None
        match event:
            case ev.Began():
                return Began()
            case ev.RoundBegan():
                return RoundBegan(event.sentence)
            case ev.EventHappened():
                return Happened(event.text) if public(event.event, before) else None
            case ev.Joined() | ev.PresenceChanged():
                return _presence(event, words)
            case ev.ActionDeclared():
                return self._declaration(event, words)
            case ev.ActionEnded():
                return self._end_of_action(event, before, words)
            case ev.DefenceDeclared():
                return self._answer(event, words)
            case ev.Struck():
                return _blow(event, words)
            case ev.ConditionGained():
                return self._condition(event, before, words)
            case ev.MarkChanged() | ev.Asked():  # the log tells of marks that are shown at once, and a question of time
                return None

    def _remember(self, event: ev.Event) -> None:
        """Keep the open roll of a fighter until its blow, whose fact tells it."""
        match event:
            case ev.Rolled(secret=False) if event.chance is not None:
                self._rolls[event.who] = event
            case ev.Struck():
                self._rolls.pop(event.who, None)
            case _:
                pass

    def _declaration(self, event: ev.ActionDeclared, words: Discretion) -> Fact | None:
        """Return a declaration as players may know it. None where it is hidden from them."""
        if not words.open(event.who, event.target, self.showing):
            return None
        lands = self.rules.unit.text(event.lands) if event.speed else ""
        deed = words.deed(self.rules, event, event.who)
        whom = words.name(event.target) if event.target else ""
        return Declared(words.name(event.who), deed, whom, lands, group_known(event.who, words))

    def _end_of_action(self, event: ev.ActionEnded, before: Encounter, words: Discretion) -> Fact | None:
        """Return the action that a fighter gives up. For the players' own also the result of a roll that is no blow."""
        action = before[event.who].action(event.action)
        if action is None or not words.open(event.who, action.target, self.showing):
            return None
        deed = words.deed(self.rules, action, event.who)
        if event.how == "aborted":
            return GivenUp(words.name(event.who), deed)
        roll = self._rolls.get(event.who)
        if event.how != "landed" or roll is None or roll.what != action.verb or not words.friend(event.who):
            return None
        return Done(words.name(event.who), "succeeds" if (roll.margin or 0) >= 0 else "fails", deed)

    def _answer(self, event: ev.DefenceDeclared, words: Discretion) -> Fact | None:
        """Return an answer to a blow. None where one of the two is hidden."""
        name, against = words.name(event.who), words.name(event.against)
        if not name or not against:
            return None
        defence = self.rules.display.answer_for_players(event.defence, event.label or event.defence)
        return Answered(name, defence, against, group_known(event.against, words))

    def _condition(self, event: ev.ConditionGained, before: Encounter, words: Discretion) -> Fact | None:
        """Return a visible condition. None where the fighter looked the same before, unless it began again."""
        condition = Condition(event.condition, event.label, event.amount, event.of, own=event.own, secret=event.secret)
        seen_as = words.visible(self.rules, event.who, condition)
        borne = before[event.who].condition(event.condition)
        if not seen_as or (borne is not None and words.visible(self.rules, event.who, borne) == seen_as):
            return None
        earlier = self.start[event.who].condition(event.condition) if event.who in self.start else None
        still = "still " if earlier is not None and words.visible(self.rules, event.who, earlier) == seen_as else ""
        bare = self.rules.display.visible_condition(condition)
        whom = words.name(event.of) if seen_as != bare and event.of in words.encounter else ""
        return Became(words.name(event.who), f"{still}{seen_as}", bare, whom, group_known(event.who, words))


def _presence(event: ev.Joined | ev.PresenceChanged, words: Discretion) -> Fact | None:
    """Return the fact that a fighter joins, leaves, falls or is back. None for a hidden one."""
    name = words.name(event.who)
    if not name:
        return None
    group = group_known(event.who, words)
    return Joined(name, group) if isinstance(event, ev.Joined) else Standing(name, event.presence, group)


def _blow(event: ev.Struck, words: Discretion) -> Fact | None:
    """Return a blow and its result. None where attacker or target is hidden."""
    name, target = words.name(event.who), words.name(event.target) if event.target else ""
    if not name or (event.target and not target):
        return None
    return Blow(name, event.outcome, target, event.location, group_known(event.who, words))


def group_known(who: str, words: Discretion) -> str:
    """Return the group of a stranger who goes by its own name. Empty for others."""
    fighter = words.encounter[who]
    return "" if fighter.alias or words.friend(who) else fighter.group


def public(event: str, before: Encounter) -> bool:
    """Return whether players are told of a free event."""
    return any(free.public for free in before.events if free.key == event)
