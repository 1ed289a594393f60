"""Stops: where a fight without its hidden fighters would have stopped. Only there do the players see it.

A line of the GM continues to the next stop: `next` until a fighter is asked or something has come due, a declaration
until nobody is left on its count who declares by orders. A hidden fighter stops it sooner. What has happened up to such
a stop is shown together with the result of the same line without the hidden fighter, and never by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from tracker.encounter.engine.open_step import STRAIGHT_ON
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import DECLARATION, Ask, Question
from tracker.model.state import DECLARE, FREE_EVENT, Encounter, Rank
from tracker.players.known_facts import public
from tracker.players.moments import Moment
from tracker.players.samples import looks_changed
from tracker.players.view import Discretion, Showing

_LANDINGS = (Rank.LANDING, Rank.RESOLUTION)
_QUIET = (ev.TimeAdvanced, ev.DueEnded)
_OF_NOTHING = (*_QUIET, ev.DueAdded, ev.ActionEnded, ev.Rolled)
"""The events of a landing whose target is gone."""


class Pace(Enum):
    """The pace of a moment in a fight without the hidden fighters."""

    RESTS = "rests"
    DECLARES = "declares"
    """After a declaration or an answer: fighters with orders on the same count follow."""
    GOES_ON = "goes on"
    """After `next`: declarations by orders land before the fight stops."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a fight without the hidden fighters since its last visible stop."""

    pace: Pace = Pace.RESTS
    disturbed: bool = False
    """True if a hidden fighter, or an event not told to players, may have stopped the line since then."""
    pending: bool = False
    """True if players will see a change since then."""


def stop_of(
    moments: Iterable[Moment],
    start: Encounter,
    words: Discretion,
    progress: Progress,
    rules: Rules,
    showing: Showing,
    *,
    first: bool,
    ordered: bool,
) -> tuple[Progress, bool]:
    """Return the progress after a step that began in the state `start`, and whether players see that state.

    `words` are of the state after it. `first` says that the step begins a line, `ordered` that it followed orders.
    """
    stops = Stops(progress, start, rules, first, ordered)
    for moment in moments:
        stops.take(moment, showing)
    return stops.end(words.encounter, words)


@dataclass(slots=True)
class Stops:
    """Goes through the events of one step. `first` says that it begins a line, `ordered` that it followed orders."""

    progress: Progress
    start: Encounter
    rules: Rules
    first: bool
    ordered: bool
    _touched: bool = False
    """True if players see a change."""
    _moved: bool = False
    """True if time passed, or an entry came due."""
    _answered: bool = False
    """True if a visible fighter declared or answered, or the fight began."""
    _let_go: str = ""
    """The visible fighter who is asked no more, as its moment is gone: the next is asked as after an answer."""
    _declared: bool = False
    """True if the turn of a visible fighter was used."""
    _disturbed: bool = False
    """True if a hidden fighter had a part in the step."""
    _said_aloud: bool = False
    """True if the last free event was public."""
    _struck: bool = False
    """True if a blow was struck: then `next` goes no further than followers on the same count."""
    _landed: bool = False
    """True if an action that players see landed."""
    _of_use: bool = False
    """True if the landing did more than find its target gone."""
    _passed: bool = False
    """True if an effect at which `next` stops came due."""
    _loud: bool = False
    """True if visible fighters had more happen to them than time passing."""

    def take(self, moment: Moment, showing: Showing) -> None:
        """Note what a moment says about where the game master's line would stop without the hidden fighters."""
        event, before, words = moment.event, moment.before, moment.words
        self._touched |= moment.fact is not None or bool(moment.into_sight) or looks_changed(moment, showing)
        who = getattr(event, "who", "")
        known = not who or bool(words.name(who))
        match event:
            case ev.TimeAdvanced() | ev.RoundBegan():
                self._moved = True
            case ev.DueEnded(why=""):
                self._take_due(event, before, known)
            case ev.Began():
                self._answered = True
            case ev.Answered():
                self._answered |= known and bool(who)
                self._disturbed |= not known
            case ev.Withdrawn() if known and event.what == DECLARATION:
                self._let_go = who
            case ev.Asked():
                self._disturbed |= not known
                self._let_go = "" if who == self._let_go else self._let_go
            case ev.Struck():
                # A visible fighter's blow at a hidden one is none to the players: without that one it would not be.
                self._struck |= known and (not event.target or bool(words.name(event.target)))
            case ev.EventHappened():
                known = self._said_aloud = public(event.event, before)
            case ev.Noted() if event.secret:
                known = False
            case _:
                pass
        if known:
            self._loud |= not isinstance(event, _QUIET)
            aborted = isinstance(event, ev.ActionEnded) and event.how == "aborted"
            self._of_use |= not isinstance(event, _OF_NOTHING) or (isinstance(event, ev.ActionEnded) and not aborted)

    def _take_due(self, event: ev.DueEnded, before: Encounter, known: bool) -> None:
        """Note an entry that comes due, of a fighter that is `known` to players or hidden."""
        if event.what == DECLARE:
            self._declared |= known
            self._disturbed |= not known
            return
        self._moved = True
        due = before.agenda.find(event.who, event.what, event.ref)
        if event.what == FREE_EVENT:
            is_public = public(event.ref, before)
            self._landed, self._of_use = self._landed or is_public, self._of_use or is_public
            self._disturbed |= not is_public
        elif due is not None and due.rank in _LANDINGS:
            action = before[event.who].action(int(event.ref)) if known and due.rank == Rank.LANDING else None
            self._landed |= known
            self._of_use |= known and not (action is not None and action.ordered)
            self._disturbed |= not known
        elif due is not None and self.rules.resolution.next_stops_at(before, due):
            self._passed |= known
            self._disturbed |= not known

    def end(self, state: Encounter, words: Discretion) -> tuple[Progress, bool]:
        """Return the progress after the step, and whether players see the fight as it is then."""
        before = self.progress
        question = state.question
        self._answered |= bool(self._let_go)
        unseen = question is not None and not (self._said_aloud if question.ask is Ask.HALT else words.asks(question))
        disturbed = before.disturbed or self._disturbed or unseen
        pace, by_hand = self._pace(question), self._by_hand()
        # The fight rests where the line stops: after a change by hand, a landing, or an effect that players notice.
        if by_hand and not before.pending:
            pace = Pace.RESTS
        if (self._landed and self._of_use) or (self._passed and self._loud):
            pace = Pace.RESTS
        elif self._struck and pace is Pace.GOES_ON:
            pace = Pace.DECLARES
        progress = Progress(pace, disturbed, before.pending or self._touched)
        if question is None:
            return progress, pace is not Pace.GOES_ON or not disturbed
        # A change by hand does not wait for the answer of the hidden one: without it, it would be seen at once.
        beside = by_hand and pace is Pace.RESTS and question == self.start.question and question.ask is Ask.DECLARE
        return progress, beside or not unseen

    def _by_hand(self) -> bool:
        """Return whether the GM has changed something that players see, and nothing else happened."""
        return self.first and self._touched and not (self._moved or self._answered or self._declared or self.ordered)

    def _pace(self, question: Question | None) -> Pace:
        """Return the pace of the fight without the hidden fighters after this step, unless it stops there.

        `question` is the one that is open then.
        """
        pace = self.progress.pace
        # The line begins and lets time pass: it goes on by itself until it stops.
        if self.first and self.start.question is None and not self._declared and not self._by_hand():
            return Pace.DECLARES if self._opens(question) else Pace.GOES_ON
        # A declaration by orders, which nobody was asked for: the fight goes on as after `next`.
        if self.ordered and self._declared and self.start.question is None and not self._answered:
            return Pace.GOES_ON if pace is Pace.RESTS else pace
        # After a declaration or an answer, fighters with orders follow on the same count. A follower changes no pace.
        if self._answered or (self.first and self._declared):
            return pace if self.ordered and not self.first else Pace.DECLARES
        return pace

    def _opens(self, question: Question | None) -> bool:
        """Return whether `next` has reached a question to all before they declare: they follow, and no more."""
        return self._loud and question is not None and any(task.stage == STRAIGHT_ON for task in question.then)
