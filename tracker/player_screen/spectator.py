"""Spectator: looks on at a fight's file, and makes of it what the players see; nothing else of it is handed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Journal, Step
from tracker.encounter.names import plain
from tracker.encounter.player_view.log import NEVER_TOLD, Line, Tale, told
from tracker.encounter.player_view.seat import Offer, known_question, offer
from tracker.encounter.player_view.threats import Threat, threats
from tracker.encounter.player_view.view import Showing, View, sheets, view
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
_SILENT = frozenset(kind.__name__ for kind in NEVER_TOLD)
_UNFIT = (InvalidFile, CodecError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What folding steps that do not fit their fight may raise."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment as the players see it; `cards` are the sheets of the player who looks on."""

    view: View
    unit: TimeUnit
    cards: tuple[Card, ...] = ()
    told: tuple[Line, ...] = ()
    """What happened last with the counts, the newest at the end."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What concerns one player alone: what is aimed at each of its fighters by name, and what it is asked."""

    threats: Mapping[str, tuple[Threat, ...]]
    offer: Offer | None
    asked: int
    """The number of the block that asked the open question."""
    place: int
    """The number of the last block of the fight."""


@dataclass(slots=True)
class _Moment:
    """After a step: what the players were told in it. Of older ones the step and the state are let go."""

    now: int
    lines: tuple[Line, ...]
    step: Step | None
    state: Encounter | None
    asked: int = 0
    """The number of the block that asked the question which is open."""


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
        self.place = 0
        """The number of the last block that was read: no moment of the fight has the same."""

    @property
    def path(self) -> Path:
        """The fight's file."""
        return self._follower.path

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
        self._done, self._undone = [_Moment(start.count, (), None, start)], []
        journal = Journal()
        for block in blocks:
            apply(journal, block)
        for n in journal.done:
            self._take(journal.steps[n])
        self._undone = [journal.steps[n] for n in journal.undone]
        self.place = journal.last

    def _begin_near_the_end(self, fight: FightText) -> None:
        """The fight from a checkpoint on, behind which enough was told to fill a screen."""
        self._prepared, self._misfit = fight.prepared, False
        segments, journal = Segments(fight), fight.journal()[0]
        self.place = journal.last
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
        self._done = [_Moment(_UNKNOWN if first else state.count, (), None, state)]
        in_force = set(done[len(before) :])
        segment = first
        while segment <= segments.last:
            behind = self._behind_silence(segments, segment)
            if behind > segment and segments.start_within(behind, done):
                self._done.append(_Moment(self._done[-1].now, (), None, segments.start(behind)[1]))
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

    def _enough(self) -> bool:
        """Whether what was gone through fills a screen, and says which count the players know of."""
        told = 0
        for moment in reversed(self._done):
            told += len(moment.lines)
            if told >= LAST:
                break
        return told >= LAST and self._done[-1].now != _UNKNOWN

    def _enter(self, block: Step | UndoRedo) -> None:
        self.place = block.n
        if isinstance(block, Step):
            self._take(block)
            self._undone.clear()
        elif block.redo:
            self._take(self._undone.pop())
        elif self._before_the_last() and (step := self._done[-1].step) is not None:
            after, before = self._done.pop().state, self._done[-1]
            if after is None or before.state is None or not _same_question(before.state, after):
                before.asked = block.n  # it is asked again: an answer of before it was taken back is stale
            self._undone.append(step)
        else:
            raise _Anew

    def _before_the_last(self) -> bool:
        """Whether what stood before the last step is known."""
        if len(self._done) < 2:
            return False
        before = self._done[-2]
        return before.state is not None and before.now != _UNKNOWN

    def _take(self, step: Step) -> None:
        last = self._done[-1]
        assert self._prepared is not None and last.state is not None
        tale, state = told(Tale(last.now), last.state, step.events, self._prepared.rules, self.showing)
        same = _same_question(last.state, state)
        self._done.append(_Moment(tale.now, tale.lines, step, state, last.asked if same else step.n))
        if len(self._done) > KEPT + 1:
            older = self._done[-KEPT - 1]
            older.step = older.state = None

    @property
    def showing(self) -> Showing:
        """What the game master lets the players see of others."""
        return Showing() if self._prepared is None else showing_of(self._prepared)

    def tale(self) -> Tale:
        """All that the players were told."""
        now = self._done[-1].now if self._done else 0
        return Tale(now, tuple(line for moment in self._done for line in moment.lines))

    def scene(self, player: str = "") -> Scene | None:
        """The moment as the players see it, with the sheets of `player`; None while nothing could be read."""
        if self._prepared is None or not self._done:
            return None
        moment, rules = self._done[-1], self._prepared.rules
        if moment.state is None:
            return None
        last: list[Line] = []
        for one in reversed(self._done):
            last[:0] = one.lines
            if len(last) >= LAST:
                break
        last = last[-LAST:]
        seen = view(moment.state, rules, self.showing, moment.now, (line.text for line in last))
        cards = sheets(moment.state, rules, player, moment.now) if player else ()
        return Scene(seen, rules.unit, cards, tuple(last))

    def seat(self, player: str) -> Seat | None:
        """What concerns one player alone at this moment; None while nothing could be read."""
        if self._prepared is None or not self._done or (state := self._done[-1].state) is None:
            return None
        own = [one for one in state if one.profile.player and plain(one.profile.player) == plain(player)]
        aimed = {one.id: threats(state, one.id, self.showing) for one in own}
        asked = offer(state, self._prepared.rules, player, self._done[-1].now)
        named = {one.alias or one.name: aimed[one.id] for one in own}
        return Seat(named, asked, self._done[-1].asked, self.place)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who plays somebody in this fight."""
        state = self._done[-1].state if self._done else None
        named = [one.profile.player for one in state or () if one.profile.player]
        return tuple(dict.fromkeys(named))

    @property
    def party(self) -> str:
        """The party file that the fight names; empty for none."""
        return "" if self._prepared is None else str(self._prepared.document.get("party", ""))

    @property
    def seats(self) -> str:
        """What phones may do: `offer` answers, have them taken at once (`take`), or nothing (`off`)."""
        table = {} if self._prepared is None else self._prepared.document.get("players", {})
        return str(table.get("seats", "offer"))


def _same_question(one: Encounter, other: Encounter) -> bool:
    """Whether the players know of the same open question in two states."""
    return known_question(one) == known_question(other)


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
    return Showing(**{key: table[key] for key in ("health", "actions") if key in table})
