"""Replay of a fight: the state after each step, computed again from the events in its file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise

from tracker.encounter.engine.journal import Journal, Step
from tracker.model.state import Encounter
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.format import apply
from tracker.storage.fight_log.reader import FightText
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile

_RECENT = 300
"""The number of last steps and states that a replay keeps in memory."""
_KEPT_STATES = 64
"""The number of older states that a replay keeps, from which dropped ones are folded again."""


def replayed(fight: FightText) -> Iterator[Replay]:
    """Replay the whole fight, segment by segment. Raises InvalidFile.

    Yields the same `Replay` after each segment. It keeps only what undoing needs, so that a fight of any length is
    checked in little memory.
    """
    replay = Replay(fight)
    for first, last in pairwise([0, *fight.checkpoints, len(fight.blocks)]):
        replay.go_on(first + 1, last)
        yield replay


class Replay:
    """The replay of a fight from its beginning, segment by segment.

    `journal` keeps the last steps and states. Older ones are read and folded again when an undo needs them.
    """

    def __init__(self, fight: FightText) -> None:
        self.fight = fight
        self.rules = fight.prepared.rules
        self.journal = Journal(states={0: fight.prepared.encounter})
        self.state = fight.prepared.encounter
        self.new: list[int] = []
        """The steps in force that came with the last segment."""
        self._segments: list[tuple[int, int]] = []
        """The blocks of each segment, as first and last."""
        self._last: list[int] = []
        """The number of the last step, undo or redo of each segment."""
        self._kept: list[int] = []
        """Steps whose states are kept, however old."""

    def go_on(self, first: int, last: int) -> None:
        """Enter the blocks from `first` up to before `last`, and compute the state after each step in force."""
        journal, fight = self.journal, self.fight
        kept = len(journal.done)
        for place, block in enumerate(fight.each(first, last)):
            try:
                apply(journal, block)
            except CodecError as error:
                raise fight.step_error(first, last, place, str(error)) from error
            kept = min(kept, len(journal.done))
        self._segments.append((first, last))
        self._last.append(journal.last)
        self.new = journal.done[kept:]
        for n in self.new:
            if n not in journal.states:
                self._fold(n)
        self.state = current_state(journal, self.reach, fight.shown)
        self._drop_old_states()

    def reach(self, n: int) -> None:
        """Read the segment of step `n` again when that step was dropped from memory."""
        if n in self.journal.steps:
            return
        first, last = self._segments[bisect_left(self._last, n)]
        self.journal.steps.update({step.n: step for step in self.fight.each(first, last) if isinstance(step, Step)})

    def state_at(self, n: int) -> Encounter:
        """Return the state after step `n`. Steps dropped from memory are read again."""
        return self.journal.state_at(n, self.reach)

    def _fold(self, n: int) -> None:
        """Compute the state after step `n`. Raises InvalidFile with its line when it does not fit the fight."""
        try:
            self.state_at(n)
        except Exception as error:
            problem = f"step {n} does not fit this fight: {type(error).__name__} {error}"
            raise InvalidFile([Diagnostic(self.fight.shown, self.fight.line_of_step(n), 1, problem)]) from error

    def _drop_old_states(self) -> None:
        """Drop all but the last steps and states, and some old states: the older, the fewer."""
        journal = self.journal
        if journal.done:
            self._kept.append(journal.done[-1])
        if len(self._kept) > _KEPT_STATES:
            del self._kept[::2]
        near = {*journal.done[-_RECENT:], *self.new}
        far = {0, *self._kept}
        journal.states = {n: state for n, state in journal.states.items() if n in near or n in far}
        journal.steps = {n: step for n, step in journal.steps.items() if n in near}


def unknown_fighter(step: Step, state: Encounter) -> str:
    """Return a sentence about a fighter named in a step who is not in the fight. Empty when there is none."""
    for event in step.events:
        who = getattr(event, "who", "")
        if who and who not in state:
            return f'step {step.n}: no fighter of this fight is "{who}"'
    return ""


def current_state(journal: Journal, reach: Callable[[int], None], shown: str) -> Encounter:
    """Return the state after the last step in force. `reach` reads a step into the journal where it is needed.

    Raises InvalidFile when steps do not fit the fight.
    """
    n = journal.done[-1] if journal.done else 0
    try:
        return journal.state_at(n, reach)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as error:
        problem = f"the steps up to step {n} do not fit this fight: {type(error).__name__} {error}"
        raise InvalidFile([Diagnostic(shown, 0, 0, problem)]) from error
