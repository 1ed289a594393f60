"""Spectator: looks on at a fight's file, and makes of it what the players see; nothing else of it is handed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.evolve import evolve
from tracker.encounter.engine.journal import Journal, Step
from tracker.encounter.player_view.chronicle import Chronicle, chronicle
from tracker.encounter.player_view.known_names import Numbers, numbered, own_number
from tracker.encounter.player_view.log import NEVER_TOLD, OF_SIGHT, Line, Tale, told
from tracker.encounter.player_view.view import NO_NUMBERS, Showing, View, seen, sheets, view
from tracker.model import events as ev
from tracker.model.state import Encounter
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.follower import UNREADABLE, Follower
from tracker.storage.fight_log.format import UndoRedo, apply
from tracker.storage.fight_log.reader import FightText
from tracker.storage.fight_log.segments import Segments
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.system_api.values import Card

LAST = 24
"""Lines that tell what happened last."""
KEPT = 64
"""Steps that can be taken back without reading the fight anew."""
_UNKNOWN = -1
"""The count that the players know of, before anything has shown it since the fight was read."""
_SILENT = frozenset(kind.__name__ for kind in NEVER_TOLD - OF_SIGHT)
_SHOWS_NOBODY = frozenset(ev.__all__) - {"Event"} - {kind.__name__ for kind in OF_SIGHT}
"""Kinds of events by which nobody comes into sight."""
_UNFIT = (InvalidFile, CodecError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What folding steps that do not fit their fight may raise."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment as the players see it; `cards` are the sheets of the player who looks on."""

    view: View
    unit: TimeUnit
    cards: tuple[Card, ...] = ()


@dataclass(slots=True)
class _Moment:
    """After a step: what the players were told in it. Of older ones the step and the state are let go."""

    tale: Tale
    """What they know after it, with the lines of this step alone."""
    step: Step | None
    state: Encounter | None

    @property
    def lines(self) -> tuple[Line, ...]:
        """What they were told in this step."""
        return self.tale.lines


class Spectator:
    """Follows the fight at `path`, there already or not.

    `recent`: of a long fight only as much of the end is read as the moment needs; then the tale begins there.
    """

    def __init__(self, path: Path, recent: bool = False) -> None:
        self._follower = Follower(path, recent)
        self._prepared: Prepared | None = None
        self._done: list[_Moment] = []
        self._undone: list[Step] = []
        self._misfit = False
        self._partly = False
        """Whether what is told begins in the middle of the fight."""

    @property
    def trouble(self) -> str:
        """Why nothing, or nothing newer, is to be seen: a sentence that names nothing of the fight; or empty."""
        return self._follower.trouble or (UNREADABLE if self._misfit else "")

    def look(self) -> bool:
        """Look at the file; says whether anything of it, or its trouble, is other than before."""
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
                    if self._partly and not self._enough():
                        raise _Anew
            except _Anew:
                self._follower.forget()
                return self.look()
            except _UNFIT:
                self._misfit = True
        return news is not None or trouble != self.trouble

    def _begin(self, prepared: Prepared, blocks: Iterable[Step | UndoRedo]) -> None:
        """The fight from its beginning; what was taken back in it is not gone through."""
        self._prepared, self._misfit, self._partly = prepared, False, False
        start = prepared.encounter
        self._done, self._undone = [_Moment(_first_tale(start), None, start)], []
        journal = Journal()
        for block in blocks:
            apply(journal, block)
        for n in journal.done:
            self._take(journal.steps[n])
        self._undone = [journal.steps[n] for n in journal.undone]

    def _begin_near_the_end(self, fight: FightText) -> None:
        """The fight from a checkpoint on, behind which enough was told to fill a screen."""
        self._prepared, self._misfit = fight.prepared, False
        segments, journal = Segments(fight), fight.journal()[0]
        loud = 1
        while True:
            first = self._first(segments, journal.done, loud)
            self._go_through(segments, journal.done, first)
            self._partly = first > 0
            if not self._partly or self._enough():
                break
            loud *= 4
        self._undone = _steps_of(segments, journal.undone)

    def _first(self, segments: Segments, done: list[int], loud: int) -> int:
        """The segment from which on so many of them may have told the players anything."""
        for segment in range(segments.last, 0, -1):
            loud -= not segments.only(segment, _SILENT)
            if loud <= 0 and segments.start_within(segment, done):
                return segment
        return 0

    def _go_through(self, segments: Segments, done: list[int], first: int) -> None:
        """Take the steps in force from a segment on; what tells the players nothing is passed over."""
        before, state = segments.start(first)
        numbers = self._numbers_before(segments, done, first)
        self._done = [_Moment(Tale(_UNKNOWN if first else state.count, numbers=numbers), None, state)]
        in_force = set(done[len(before) :])
        segment = first
        while segment <= segments.last:
            behind = self._behind_silence(segments, segment)
            if behind > segment and segments.start_within(behind, done):
                silent = replace(self._done[-1].tale, lines=(), samples=())
                self._done.append(_Moment(silent, None, segments.start(behind)[1]))
                segment = behind
                continue
            for n, step in segments.steps(segment).items():
                if n in in_force:
                    self._take(step)
            segment += 1

    def _behind_silence(self, segments: Segments, segment: int) -> int:
        """The first segment from this one on in which anything may have been told to the players, or the last one."""
        while segment < segments.last and segments.only(segment, _SILENT):
            segment += 1
        return segment

    def _numbers_before(self, segments: Segments, done: list[int], first: int) -> Numbers:
        """The numbers by which players know those who came into sight before a segment, read only where some did."""
        assert self._prepared is not None
        numbers = numbered(segments.start(0)[1], NO_NUMBERS, seen)
        if not any(own_number(one)[1] for one in segments.start(first)[1]):
            return numbers
        in_force = set(done)
        for segment in range(first):
            if segments.only(segment, _SHOWS_NOBODY):
                continue
            state = segments.start(segment)[1]
            for n, step in segments.steps(segment).items():
                for event in step.events if n in in_force else ():
                    state = evolve(state, event, self._prepared.rules)
                    if type(event) in OF_SIGHT:
                        numbers = numbered(state, numbers, seen)
        return numbers

    def _enough(self) -> bool:
        """Whether what was gone through fills a screen, says which count the players know of, and where it stopped."""
        if not any(moment.tale.in_sight for moment in self._done[1:]):
            return False
        told = 0
        for moment in reversed(self._done):
            told += len(moment.lines)
            if told >= LAST:
                break
        return told >= LAST and self._shown().tale.now != _UNKNOWN

    def _enter(self, block: Step | UndoRedo) -> None:
        if isinstance(block, Step):
            self._take(block)
            self._undone.clear()
        elif block.redo:
            self._take(self._undone.pop())
        elif self._before_the_last() and (step := self._done.pop().step) is not None:
            self._undone.append(step)
        else:
            raise _Anew

    def _before_the_last(self) -> bool:
        """Whether what stood before the last step is known."""
        if len(self._done) < 2:
            return False
        before = self._done[-2]
        return (
            before.state is not None and before.tale.now != _UNKNOWN and self._shown(self._done[:-1]).state is not None
        )

    def _take(self, step: Step) -> None:
        last = self._done[-1]
        assert self._prepared is not None and last.state is not None
        before = replace(last.tale, lines=(), samples=())
        tale, state = told(before, last.state, step.events, self._prepared.rules, self.showing)
        self._done.append(_Moment(tale, step, state))
        if len(self._done) > KEPT + 1:
            older = self._done[-KEPT - 1]
            shown = self._shown()
            if older is not shown:
                older.step = older.state = None

    def _shown(self, moments: Sequence[_Moment] | None = None) -> _Moment:
        """The last moment that the players see: where the fight stopped at something of those who are seen."""
        moments = self._done if moments is None else moments
        return next((moment for moment in reversed(moments) if moment.tale.in_sight), moments[0])

    @property
    def showing(self) -> Showing:
        """What the game master lets the players see of others."""
        return Showing() if self._prepared is None else showing_of(self._prepared)

    def tale(self) -> Tale:
        """All that the players were told."""
        if not self._done:
            return Tale()
        shown = self._shown()
        moments = self._up_to(shown)
        return replace(
            shown.tale,
            lines=tuple(line for moment in moments for line in moment.lines),
            samples=tuple(sample for moment in moments for sample in moment.tale.samples),
        )

    def chronicle(self) -> Chronicle | None:
        """The whole fight as the players saw it; None while nothing could be read."""
        if self._prepared is None or not self._done or (state := self._shown().state) is None:
            return None
        return chronicle(state, self._prepared.rules, self.showing, self.tale())

    def _up_to(self, shown: _Moment) -> Sequence[_Moment]:
        place = next(at for at in range(len(self._done) - 1, -1, -1) if self._done[at] is shown)
        return self._done[: place + 1]

    def scene(self, player: str = "") -> Scene | None:
        """The moment as the players see it, with the sheets of `player`; None while nothing could be read."""
        if self._prepared is None or not self._done:
            return None
        moment, rules = self._shown(), self._prepared.rules
        if moment.state is None:
            return None
        last: list[str] = []
        for one in reversed(self._up_to(moment)):
            last[:0] = [line.text for line in one.lines]
            if len(last) >= LAST:
                break
        tale = moment.tale
        shown = view(moment.state, rules, self.showing, tale.now, last[-LAST:], tale.numbers)
        cards = sheets(moment.state, rules, player, tale.now, tale.numbers) if player else ()
        return Scene(shown, rules.unit, cards)


def _first_tale(start: Encounter) -> Tale:
    return Tale(start.count, numbers=numbered(start, NO_NUMBERS, seen))


def _steps_of(segments: Segments, numbers: list[int]) -> list[Step]:
    """The steps of these numbers, in their order; the segments are read from the last one back."""
    steps: dict[int, Step] = {}
    for segment in range(segments.last, -1, -1):
        if all(n in steps for n in numbers):
            break
        steps |= segments.steps(segment)
    return [steps[n] for n in numbers]


class _Anew(Exception):
    """More was taken back than was kept."""


def showing_of(prepared: Prepared) -> Showing:
    """The `[players]` table of an encounter."""
    table = prepared.document.get("players", {})
    return Showing(**{key: table[key] for key in ("health", "actions", "title") if key in table})
