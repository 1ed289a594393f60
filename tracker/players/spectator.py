"""Spectator: looks on at a fight's file, and makes of it what the players see; nothing else of it is handed on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tracker.clock.spans import TimeUnit
from tracker.encounter.audience import Showing, View, sheets, view
from tracker.encounter.journal import Journal, Step
from tracker.encounter.state import Encounter
from tracker.encounter.tale import Line, Tale, told
from tracker.rules.values import Card
from tracker.storage.blocks import Moved, apply
from tracker.storage.codec import CodecError
from tracker.storage.follower import UNREADABLE, Follower
from tracker.storage.preparation import Prepared

LAST = 24
"""Lines that tell what happened last."""
KEPT = 64
"""Steps that can be taken back without reading the fight anew."""
_UNFIT = (CodecError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
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

    now: int
    lines: tuple[Line, ...]
    step: Step | None
    state: Encounter | None


class Spectator:
    """Follows the fight at `path`, there already or not."""

    def __init__(self, path: Path) -> None:
        self._follower = Follower(path)
        self._prepared: Prepared | None = None
        self._done: list[_Moment] = []
        self._undone: list[Step] = []
        self._misfit = False

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
                if news.anew is not None:
                    self._begin(news.anew, news.blocks)
                else:
                    for block in news.blocks:
                        self._enter(block)
            except _Anew:
                self._follower.forget()
                return self.look()
            except _UNFIT:
                self._misfit = True
        return news is not None or trouble != self.trouble

    def _begin(self, prepared: Prepared, blocks: Iterable[Step | Moved]) -> None:
        """The fight from its beginning; what was taken back in it is not gone through."""
        self._prepared, self._misfit = prepared, False
        start = prepared.encounter
        self._done, self._undone = [_Moment(start.count, (), None, start)], []
        journal = Journal()
        for block in blocks:
            apply(journal, block)
        for n in journal.done:
            self._take(journal.steps[n])
        self._undone = [journal.steps[n] for n in journal.undone]

    def _enter(self, block: Step | Moved) -> None:
        if isinstance(block, Step):
            self._take(block)
            self._undone.clear()
        elif block.redo:
            self._take(self._undone.pop())
        elif len(self._done) > 1 and self._done[-2].state is not None and (step := self._done.pop().step) is not None:
            self._undone.append(step)
        else:
            raise _Anew

    def _take(self, step: Step) -> None:
        last = self._done[-1]
        assert self._prepared is not None and last.state is not None
        tale, state = told(Tale(last.now), last.state, step.events, self._prepared.rules, self.showing)
        self._done.append(_Moment(tale.now, tale.lines, step, state))
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
        last: list[str] = []
        for one in reversed(self._done):
            last[:0] = [line.text for line in one.lines]
            if len(last) >= LAST:
                break
        seen = view(moment.state, rules, self.showing, moment.now, last[-LAST:])
        cards = sheets(moment.state, rules, player, moment.now) if player else ()
        return Scene(seen, rules.unit, cards)


class _Anew(Exception):
    """More was taken back than was kept."""


def showing_of(prepared: Prepared) -> Showing:
    """The `[players]` table of an encounter."""
    table = prepared.document.get("players", {})
    return Showing(**{key: table[key] for key in ("health", "actions") if key in table})
