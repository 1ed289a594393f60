"""Spectator: follows a fight's file and computes what the players see; nothing else of the fight leaves it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Journal, Step
from tracker.encounter.player_view.log import NEVER_TOLD, Line, Tale, told
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
"""How many lines of the latest events are shown."""
KEPT = 64
"""Steps that can be undone without reading the fight again."""
_UNKNOWN = -1
"""Stands for the count while no event read so far has shown it to the players."""
_SILENT = frozenset(kind.__name__ for kind in NEVER_TOLD)
_UNFIT = (InvalidFile, CodecError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""The errors that steps may raise which do not fit their fight."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment as the players see it; `cards` are the sheets of the player who watches."""

    view: View
    unit: TimeUnit
    cards: tuple[Card, ...] = ()


@dataclass(slots=True)
class _Moment:
    """The moment after a step, with the lines that the players were shown; older ones drop step and state."""

    now: int
    lines: tuple[Line, ...]
    step: Step | None
    state: Encounter | None


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
        """Whether the lines begin in the middle of the fight."""

    @property
    def trouble(self) -> str:
        """Why nothing, or nothing newer, can be shown; a sentence without details of the fight, or empty."""
        return self._follower.trouble or (UNREADABLE if self._misfit else "")

    def look(self) -> bool:
        """Read what is new in the file; return whether the fight or the trouble has changed."""
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
        """Start from the beginning of the fight; undone steps are skipped."""
        self._prepared, self._misfit, self._partly = prepared, False, False
        start = prepared.encounter
        self._done, self._undone = [_Moment(start.count, (), None, start)], []
        journal = Journal()
        for block in blocks:
            apply(journal, block)
        for n in journal.done:
            self._take(journal.steps[n])
        self._undone = [journal.steps[n] for n in journal.undone]

    def _begin_near_the_end(self, fight: FightText) -> None:
        """Start from a late checkpoint that is early enough to fill a screen with events."""
        self._prepared, self._misfit = fight.prepared, False
        segments, journal = Segments(fight), fight.journal()[0]
        wanted_segments = 1
        while True:
            first = self._first(segments, journal.done, wanted_segments)
            self._go_through(segments, journal.done, first)
            self._partly = first > 0
            if not self._partly or self._enough():
                break
            wanted_segments *= 4
        self._undone = _steps_of(segments, journal.undone)

    def _first(self, segments: Segments, done: list[int], wanted_segments: int) -> int:
        """Return the segment to start from, so that `wanted_segments` from it on have events to show."""
        for segment in range(segments.last, 0, -1):
            wanted_segments -= not segments.only(segment, _SILENT)
            if wanted_segments <= 0 and segments.start_within(segment, done):
                return segment
        return 0

    def _go_through(self, segments: Segments, done: list[int], first: int) -> None:
        """Replay the steps in force from a segment on, jumping over segments that show the players nothing."""
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
        """Return the first segment, from this one on, with events that the players may see; else the last."""
        while segment < segments.last and segments.only(segment, _SILENT):
            segment += 1
        return segment

    def _enough(self) -> bool:
        """Whether the replayed steps fill a screen and have shown the players the count."""
        line_count = 0
        for moment in reversed(self._done):
            line_count += len(moment.lines)
            if line_count >= LAST:
                break
        return line_count >= LAST and self._done[-1].now != _UNKNOWN

    def _enter(self, block: Step | UndoRedo) -> None:
        """Apply one new block: a step, a redo or an undo; raises _Anew when an undo goes too far back."""
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
        """Whether the state before the last step is still in memory."""
        if len(self._done) < 2:
            return False
        before = self._done[-2]
        return before.state is not None and before.now != _UNKNOWN

    def _take(self, step: Step) -> None:
        """Replay one step and note what the players were shown; drop the oldest state."""
        last = self._done[-1]
        assert self._prepared is not None and last.state is not None
        tale, state = told(Tale(last.now), last.state, step.events, self._prepared.rules, self.showing)
        self._done.append(_Moment(tale.now, tale.lines, step, state))
        if len(self._done) > KEPT + 1:
            older = self._done[-KEPT - 1]
            older.step = older.state = None

    @property
    def showing(self) -> Showing:
        """What the game master lets players see of other fighters."""
        return Showing() if self._prepared is None else showing_of(self._prepared)

    def tale(self) -> Tale:
        """Return all lines that the players were shown."""
        now = self._done[-1].now if self._done else 0
        return Tale(now, tuple(line for moment in self._done for line in moment.lines))

    def scene(self, player: str = "") -> Scene | None:
        """Return the moment as the players see it, with the sheets of `player`; None while nothing could be read."""
        if self._prepared is None or not self._done:
            return None
        moment, rules = self._done[-1], self._prepared.rules
        if moment.state is None:
            return None
        last: list[str] = []
        for past in reversed(self._done):
            last[:0] = [line.text for line in past.lines]
            if len(last) >= LAST:
                break
        seen = view(moment.state, rules, self.showing, moment.now, last[-LAST:])
        cards = sheets(moment.state, rules, player, moment.now) if player else ()
        return Scene(seen, rules.unit, cards)


def _steps_of(segments: Segments, numbers: list[int]) -> list[Step]:
    """Return the steps with these numbers, in order; segments are read from the last one back."""
    steps: dict[int, Step] = {}
    for segment in range(segments.last, -1, -1):
        if all(n in steps for n in numbers):
            break
        steps |= segments.steps(segment)
    return [steps[n] for n in numbers]


class _Anew(Exception):
    """An undo goes further back than the steps kept in memory: the fight must be read again."""


def showing_of(prepared: Prepared) -> Showing:
    """Return the `[players]` table of an encounter."""
    table = prepared.document.get("players", {})
    return Showing(**{key: table[key] for key in ("health", "actions") if key in table})
