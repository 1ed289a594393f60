"""Spectator: follows a fight's file and computes what the players see. Nothing else of the fight leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import field, replace
from pathlib import Path
from typing import get_args

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.evolve import evolve
from tracker.encounter.engine.journal import Block, Journal, Step
from tracker.encounter.hidden_fighters import seen
from tracker.encounter.names import plain
from tracker.game_api.rules import Rules
from tracker.game_api.values import Card
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.players.chronicle import Chronicle, chronicle
from tracker.players.known_facts import NEVER_TOLD
from tracker.players.known_numbers import Numbers, numbered, own_number, renumbered
from tracker.players.log import Line, Tale, told
from tracker.players.moments import OF_SIGHT, came_into_sight
from tracker.players.own_rolls import result
from tracker.players.seat import (
    Offer,
    Option,
    known_question,
    offer,
    plan_refusal,
    planners,
    plans,
    same_question,
)
from tracker.players.threats import Threat, threats
from tracker.players.view import NO_NUMBERS, Discretion, Showing, View, sheets, view
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.follower import UNREADABLE, Follower
from tracker.storage.fight_log.format import apply
from tracker.storage.fight_log.reader import FightText
from tracker.storage.fight_log.segments import Segments
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import InvalidFile

LAST = 40
"""The most lines of latest events: two rounds of a large group."""
_RECENT = 20
"""The lines after a roll until its result is shown no more. Steps would count the hidden fighters."""
KEPT = 64
"""The steps that can be undone without reading the fight again."""
_UNKNOWN = -1
"""The players' count before they have seen one since the fight was read."""
_SILENT = frozenset(kind.__name__ for kind in NEVER_TOLD - OF_SIGHT)
_SHOWS_NOBODY = frozenset(kind.__name__ for kind in {*get_args(ev.Event)} - OF_SIGHT - {ev.Began})
"""Events that bring no fighter into sight and give no numbers."""
_UNFIT = (InvalidFile, CodecError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""The errors of steps that do not fit their fight."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment as the players see it. `cards` are the sheets of the player who watches."""

    view: View
    rules: Rules = field(repr=False, compare=False)
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    """The last outcomes with their counts, the newest at the end."""

    @property
    def unit(self) -> TimeUnit:
        return self.rules.unit


@dataclass(frozen=True, slots=True)
class Seat:
    """The view of one player: the attacks on each of its fighters by name, and the open question."""

    threats: Mapping[str, tuple[Threat, ...]]
    offer: Offer | None
    asked: int
    """The number of the block that asked the open question."""
    place: int
    """The number of the last block of the fight."""
    seen: int = 0
    """The number of the last step that players see. 0: none of this fight."""
    answered_by: str = ""
    """The player who last answered for one of these fighters. Empty for the GM."""
    result: str = ""
    """The result of the last roll of the player's fighters, as far as the player may know it."""


@dataclass(slots=True)
class _Moment:
    """The moment after a step, with the lines that players saw. Older ones drop step and state."""

    tale: Tale
    """The tale after it, with the lines of this step alone."""
    step: Step | None
    state: Encounter | None
    asked: int = 0
    """The number of the block that asked the players' open question."""
    answered: bool = False
    """True if the question at the players' last stop has been answered since."""

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.tale.lines


class Spectator:
    """Follows the fight at `path`, which may not exist yet.

    With `recent`, only the end of a long fight is read, as much as the screen needs.
    """

    def __init__(self, path: Path, recent: bool = False) -> None:
        self._follower = Follower(path, recent)
        self._prepared: Prepared | None = None
        self._done: list[_Moment] = []
        self._undone: list[Step] = []
        self._misfit = False
        self._partly = False
        """True if the lines begin in the middle of the fight."""
        self.place = 0
        """The number of the last block read, which is unique among the moments of a fight."""

    @property
    def path(self) -> Path:
        return self._follower.path

    @property
    def trouble(self) -> str:
        """The reason why nothing newer can be shown, a sentence without details of the fight. Empty without one."""
        return self._follower.trouble or (UNREADABLE if self._misfit else "")

    def look(self) -> bool:
        """Read new blocks of the file. Return whether the fight or the trouble has changed."""
        trouble = self.trouble
        news = self._follower.look()
        if news is not None:
            try:
                if news.fight is not None:
                    self._begin_near_the_end(news.fight)
                elif news.anew is not None:
                    self._begin(news.anew, news.blocks)
                else:
                    for block in news.blocks:
                        self._enter(block)
                    if self._partly and not self._fills_screen():
                        raise _Anew
            except _Anew:
                # The steps read so far do not fill the screen: read the file again from its beginning.
                self._follower.forget()
                return self.look()
            except _UNFIT:
                self._misfit = True
        return news is not None or trouble != self.trouble

    def _begin(self, prepared: Prepared, blocks: Iterable[Block]) -> None:
        """Start from the beginning of the fight, with the steps of these blocks that are in force."""
        self._prepared, self._misfit, self._partly = prepared, False, False
        start = prepared.encounter
        self._done, self._undone = [_Moment(_first_tale(start), None, start)], []
        journal = Journal()
        for block in blocks:
            apply(journal, block)
        for n in journal.done:
            self._take(journal.steps[n])
        self._undone = [journal.steps[n] for n in journal.undone]
        self.place = journal.last

    def _begin_near_the_end(self, fight: FightText) -> None:
        """Start from a late checkpoint that is early enough to fill a screen with events."""
        self._prepared, self._misfit = fight.prepared, False
        segments, journal = Segments(fight), fight.journal()[0]
        self.place = journal.last
        wanted_segments = 1
        while True:
            first = self._first(segments, journal.done, wanted_segments)
            self._go_through(segments, journal.done, first)
            self._partly = first > 0
            if not self._partly or self._fills_screen():
                break
            wanted_segments *= 2
        self._undone = _steps_of(segments, journal.undone)

    def _first(self, segments: Segments, done: list[int], wanted_segments: int) -> int:
        """Return the segment to start from: it and those after it have `wanted_segments` with events to show."""
        for segment in range(segments.last, 0, -1):
            wanted_segments -= not segments.only(segment, _SILENT)
            if wanted_segments <= 0 and segments.start_within(segment, done):
                return segment
        return 0

    def _go_through(self, segments: Segments, done: list[int], first: int) -> None:
        """Replay the steps in force from the segment `first` on, leaving out segments that show the players nothing."""
        before, state = segments.start(first)
        numbers = self._numbers_before(segments, done, first)
        self._done = [_Moment(Tale(_UNKNOWN if first else state.count, numbers=numbers), None, state)]
        in_force = set(done[len(before) :])
        segment = first
        while segment <= segments.last:
            behind = self._behind_silence(segments, segment)
            if behind > segment and segments.start_within(behind, done):
                silent = replace(self._done[-1].tale, lines=(), samples=(), rolls=())
                self._done.append(_Moment(silent, None, segments.start(behind).state))
                segment = behind
                continue
            for n, step in segments.steps(segment).items():
                if n in in_force:
                    self._take(step)
            segment += 1

    def _behind_silence(self, segments: Segments, segment: int) -> int:
        """Return the first segment, from this one on, with events that the players may see. Else the last."""
        while segment < segments.last and segments.only(segment, _SILENT):
            segment += 1
        return segment

    def _numbers_before(self, segments: Segments, done: list[int], first: int) -> Numbers:
        """Return the players' numbers of fighters before the segment `first`.

        Segments in which no fighter comes into sight are not read.
        """
        assert self._prepared is not None
        numbers = numbered(segments.start(0).state, NO_NUMBERS, seen)
        if not any(own_number(combatant)[1] for combatant in segments.start(first).state):
            return numbers
        in_force = set(done)
        for segment in range(first):
            if segments.only(segment, _SHOWS_NOBODY):
                continue
            state = segments.start(segment).state
            for n, step in segments.steps(segment).items():
                for event in step.events if n in in_force else ():
                    before, state = state, evolve(state, event)
                    if not before.began or came_into_sight(event, before, state):
                        numbers = renumbered(before, state, numbers, seen)
        return numbers

    def _fills_screen(self) -> bool:
        """Return whether the moments read so far give the log a screen of lines, and the players' count is known."""
        if not any(moment.tale.in_sight for moment in self._done[1:]):
            return False
        line_count = 0
        for moment in reversed(self._done):
            line_count += len(moment.lines)
            if line_count >= LAST:
                break
        return line_count >= LAST and self._shown().tale.now != _UNKNOWN

    def _enter(self, block: Block) -> None:
        """Apply one new block: a step, a redo or an undo. Raises _Anew when an undo goes too far back."""
        self.place = block.n
        if isinstance(block, Step):
            self._take(block)
            self._undone.clear()
        elif block.redo:
            self._take(self._undone.pop())
        elif self._knows_state_before_last_step() and (step := self._done[-1].step) is not None:
            undone, shown = self._done.pop(), self._shown()
            if undone.answered or (undone.tale.in_sight and not _same_question(shown.state, undone.state)):
                shown.asked = block.n  # it is asked again: an answer of before it was taken back is stale
            self._undone.append(step)
        else:
            raise _Anew

    def _knows_state_before_last_step(self) -> bool:
        """Return whether the last step can be undone without reading the file again."""
        if len(self._done) < 2:
            return False
        before = self._done[-2]
        return (
            before.state is not None and before.tale.now != _UNKNOWN and self._shown(self._done[:-1]).state is not None
        )

    def _take(self, step: Step) -> None:
        """Replay one step and note its lines for players. Drop the state of the moment `KEPT` steps ago."""
        last = self._done[-1]
        assert self._prepared is not None and last.state is not None
        before = replace(last.tale, lines=(), samples=(), rolls=())
        tale, state = told(
            before,
            last.state,
            step.events,
            self._prepared.rules,
            self.showing,
            first=not step.follows,
            ordered=step.mode == "orders",
        )
        shown = self._shown()
        answered = _answers_known_question(step, shown.state) or (last is not shown and last.answered)
        same = not answered and _same_question(shown.state, state)
        self._done.append(_Moment(tale, step, state, shown.asked if same else step.n, answered))
        if len(self._done) > KEPT + 1:
            older = self._done[-KEPT - 1]
            if older is not self._shown():
                older.step = older.state = None

    def _shown(self, moments: Sequence[_Moment] | None = None) -> _Moment:
        """Return the last of the `moments` (all, if None) that the players see.

        They see it at a stop that they know of, once all steps that follow from its command line have been taken.
        """
        moments = self._done if moments is None else moments
        goes_on = False
        for moment in reversed(moments):
            if moment.tale.in_sight and not goes_on:
                return moment
            goes_on = moment.step is not None and bool(moment.step.follows)
        return moments[0]

    @property
    def showing(self) -> Showing:
        return Showing() if self._prepared is None else showing_of(self._prepared)

    def tale(self) -> Tale:
        """Return all that has been told to the players up to the moment that they see."""
        if not self._done:
            return Tale()
        shown = self._shown()
        moments = self._up_to(shown)
        whole = replace(
            shown.tale,
            lines=tuple(line for moment in moments for line in moment.lines),
            samples=tuple(sample for moment in moments for sample in moment.tale.samples),
            untold=self._done[-1].tale.untold,
        )
        return whole.without_untold()

    def chronicle(self) -> Chronicle | None:
        """Return the whole fight as the players saw it. None while nothing could be read."""
        if self._prepared is None or not self._done or (state := self._shown().state) is None:
            return None
        return chronicle(state, self._prepared.rules, self.showing, self.tale())

    def _up_to(self, shown: _Moment) -> Sequence[_Moment]:
        place = next(index for index in range(len(self._done) - 1, -1, -1) if self._done[index] is shown)
        return self._done[: place + 1]

    def scene(self, player: str = "") -> Scene | None:
        """Return the moment as the players see it, with the sheets of `player`. None while nothing could be read."""
        if self._prepared is None or not self._done:
            return None
        moment, rules = self._shown(), self._prepared.rules
        if moment.state is None:
            return None
        lines: list[Line] = []
        for past_moment in reversed(self._up_to(moment)):
            lines[:0] = replace(past_moment.tale, untold=self._done[-1].tale.untold).without_untold().lines
            if len(lines) >= LAST:
                break
        lines = lines[-LAST:]
        tale = moment.tale
        shown = view(moment.state, rules, self.showing, tale.now, (line.text for line in lines), tale.numbers)
        cards = sheets(moment.state, rules, player, tale.now, tale.numbers) if player else ()
        return Scene(shown, rules, cards, _whole_moments(lines))

    def seat(self, player: str) -> Seat | None:
        """Return a player's view: threats, open question, last answer and result. None while nothing could be read."""
        if self._prepared is None or not self._done:
            return None
        moment = self._shown()
        if (state := moment.state) is None:
            return None
        tale, words, rules = moment.tale, Discretion(state, moment.tale.numbers), self._prepared.rules
        fighters = [
            fighter for fighter in state if fighter.profile.player and plain(fighter.profile.player) == plain(player)
        ]
        named = {
            words.name(fighter.id): threats(state, rules, fighter.id, self.showing, tale.numbers)
            for fighter in fighters
        }
        asked = offer(state, rules, player, tale.now, tale.numbers, self.showing)
        seen_step = 0 if moment.step is None else moment.step.n
        answered_by = self._last_answerer({fighter.id for fighter in fighters}, moment)
        last_result = self._last_result(moment, frozenset(named))
        return Seat(named, asked, moment.asked, self.place, seen_step, answered_by, last_result)

    def _last_answerer(self, who: Set[str], shown: _Moment) -> str:
        """Return the player whose phone last answered a question to one of the fighters `who`. Empty for the GM."""
        for moment in reversed(self._up_to(shown)):
            if moment.step is not None and any(_answers(event, who) for event in moment.step.events):
                return moment.step.by
        return ""

    def _last_result(self, shown: _Moment, names: frozenset[str]) -> str:
        """Return the result of the last roll of these fighters that their player may know. Empty if none is recent."""
        untold = self._done[-1].tale.untold
        later: list[Line] = []
        for moment in reversed(self._up_to(shown)):
            for roll in reversed(moment.tale.rolls):
                since = [line for line in moment.tale.lines[roll.lines :] if line.newcomer not in untold] + later
                if roll.who in names and len(since) <= _RECENT:
                    return result(roll, [line.fact for line in since if line.at == roll.at])
            later[:0] = [line for line in moment.tale.lines if line.newcomer not in untold]
            if len(later) > _RECENT:
                break
        return ""

    @property
    def seated(self) -> Mapping[str, str]:
        """Return the players by the names of their fighters, of those fighters whom players see."""
        moment = self._shown() if self._done else None
        if moment is None or moment.state is None:
            return {}
        words = Discretion(moment.state, moment.tale.numbers)
        fighters = [fighter for fighter in moment.state if fighter.profile.player and words.name(fighter.id)]
        return {words.name(fighter.id): fighter.profile.player for fighter in fighters}

    def planners(self, player: str) -> bool:
        """Return whether a fighter of the player may plan what it declares next."""
        state = self._shown().state if self._done else None
        return state is not None and bool(planners(state, player))

    def plans(self, player: str) -> tuple[Option, ...]:
        """Return what the player's fighters may plan to declare next."""
        moment = self._shown() if self._done else None
        if self._prepared is None or moment is None or moment.state is None:
            return ()
        return plans(moment.state, self._prepared.rules, player, moment.tale.now, moment.tale.numbers)

    def plan_refusal(self, who: str, line: str) -> str:
        """Return why a planned line cannot be declared now by a fighter who is asked."""
        moment = self._shown()
        assert self._prepared is not None and moment.state is not None
        return plan_refusal(moment.state, self._prepared.rules, who, line, moment.tale.now, moment.tale.numbers)

    @property
    def rules(self) -> Rules | None:
        """The rules of the fight. None while nothing could be read."""
        return None if self._prepared is None else self._prepared.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the players who have fighters, each once."""
        state = self._done[-1].state if self._done else None
        named = [fighter.profile.player for fighter in state or () if fighter.profile.player]
        return tuple(dict.fromkeys(named))

    @property
    def party(self) -> str:
        """The party file that the fight names. Empty for none."""
        return "" if self._prepared is None else str(self._prepared.document.get("party", ""))

    @property
    def seats(self) -> str:
        """Return the right of phones: to `offer` answers, to have them taken at once (`take`), or none (`off`)."""
        table = {} if self._prepared is None else self._prepared.document.get("players", {})
        return str(table.get("seats", "offer"))


def _whole_moments(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines without the first moment, which may be incomplete: half a group is no group."""
    if len(lines) < LAST or lines[0].at == lines[-1].at:
        return tuple(lines)
    return tuple(line for line in lines if line.at != lines[0].at)


def _same_question(first: Encounter | None, second: Encounter | None) -> bool:
    """Return whether the players know of the same open question in two states."""
    return first is not None and second is not None and same_question(known_question(first), known_question(second))


def _answers_known_question(step: Step, shown: Encounter | None) -> bool:
    """Return whether a step answers the question that the players know of."""
    question = None if shown is None else known_question(shown)
    return question is not None and any(
        isinstance(event, ev.Answered) and event.who == question.who for event in step.events
    )


def _answers(event: ev.Event, who: Set[str]) -> bool:
    return isinstance(event, ev.Answered | ev.ActionDeclared) and event.who in who


def _first_tale(start: Encounter) -> Tale:
    return Tale(start.count, numbers=numbered(start, NO_NUMBERS, seen))


def _steps_of(segments: Segments, numbers: list[int]) -> list[Step]:
    """Return the steps of these numbers, in the same order. Segments are read from the last one back."""
    steps: dict[int, Step] = {}
    for segment in range(segments.last, -1, -1):
        if all(n in steps for n in numbers):
            break
        steps |= segments.steps(segment)
    return [steps[n] for n in numbers]


class _Anew(Exception):
    """An undo beyond the steps in memory: the fight must be read again."""


def showing_of(prepared: Prepared) -> Showing:
    """Return the settings of the `[players]` table of an encounter: what players see."""
    table = prepared.document.get("players", {})
    return Showing(**{key: table[key] for key in ("health", "actions", "title", "chances") if key in table})
