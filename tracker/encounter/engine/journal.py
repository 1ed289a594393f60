"""The journal: every step ever taken, which of them count, and the states they led to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import NamedTuple

from tracker.encounter.engine.evolve import fold
from tracker.model.events import Event, TimeAdvanced
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted input and all that followed. `actor` is whose action it belongs to."""

    n: int
    at: int
    line: str
    events: tuple[Event, ...]
    actor: str = ""
    mode: str = ""
    """The author of the step: `orders` the program under standing orders, `group` a member of a group told once,
    `veto` a GM who asks instead. Empty for the GM."""
    follows: int = 0
    """The number of the GM's step that triggered this one. 0 for the GM's own."""
    by: str = ""
    """The player who answered from a page. Empty for the GM."""
    question: int = 0
    """The block after which that player was asked. 0 without one."""

    def began(self, before: int) -> int:
        """Return the count at which the step began: that of the step before (`before`) if time passed, else its own."""
        return before if any(isinstance(event, TimeAdvanced) for event in self.events) else self.at

    def timed(self, before: int) -> Iterator[tuple[int, Event]]:
        """Yield the events, each with the count at which it happened. `before`: the count of the step before."""
        count = self.began(before)
        for event in self.events:
            if isinstance(event, TimeAdvanced):
                count = event.to
            yield count, event


@dataclass(frozen=True, slots=True)
class UndoRedo:
    """Block `n`, which undoes step `undo` or redoes step `redo`. The other is 0."""

    n: int
    undo: int = 0
    redo: int = 0
    follows: int = 0
    """The first block of the undo that this one is part of. 0: this block."""


Block = Step | UndoRedo


def steps_are(number: int) -> str:
    """Return `40 steps are`, `1 step is`. Where there is no step yet, `the beginning is`."""
    return {0: "The beginning is", 1: "1 step is"}.get(number, f"{number} steps are")


class JournalState(NamedTuple):
    """A state of a journal. Every step, undo and redo leads to another."""

    last: int
    """The number of the last block."""
    in_force: int
    """The number of steps in force."""


NO_STATE = JournalState(-1, -1)
"""The state of no journal."""


@dataclass(slots=True)
class Journal:
    """Steps in the order they were taken. `done` are those in force, `undone` may be redone (the last one first)."""

    steps: dict[int, Step] = field(default_factory=dict)
    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    together: list[int] = field(default_factory=list)
    """Return, for each of `undone`, the first block of the undo it was part of.

    One redo brings all of that undo back.
    """
    states: dict[int, Encounter] = field(default_factory=dict)
    """The state after each step, and under 0 the one at the start."""
    last: int = 0

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps.values())

    @property
    def state(self) -> JournalState:
        return JournalState(self.last, len(self.done))

    def append(self, step: Step, state: Encounter) -> None:
        """Add a step. What was undone before it can no longer be redone."""
        self.steps[step.n] = step
        self.states[step.n] = state
        self.done.append(step.n)
        self.undone.clear()
        self.together.clear()
        self.last = step.n

    def undo(self, block: int, together: int = 0) -> Step:
        """Take the last step out of force by `block`, and return it. `together` is the block that began this undo.

        That is 0 if this block begins it.
        """
        n = self.done.pop()
        self.undone.append(n)
        self.together.append(together or block)
        self.last = block
        return self.steps[n]

    def redo(self, block: int) -> Step:
        """Put the last undone step back in force by `block`, and return it."""
        n = self.undone.pop()
        self.together.pop()
        self.done.append(n)
        self.last = block
        return self.steps[n]

    def restore(self, done: list[int], undone: list[int], together: list[int], last: int) -> None:
        """Restore an earlier state of the lists in place, since others hold them. Later steps are forgotten."""
        self.done[:], self.undone[:], self.together[:], self.last = done, undone, together, last
        for n in [n for n in self.steps if n > last]:
            del self.steps[n]
            self.states.pop(n, None)

    def before(self, steps: dict[int, Step]) -> None:
        """Put older steps, read only now, in front of the others."""
        self.steps = {**steps, **self.steps}

    def _place(self, n: int) -> int:
        """Return the place of step `n` in `done`. Raises LookupError if it is not in force."""
        place = bisect_left(self.done, n)
        if place == len(self.done) or self.done[place] != n:
            raise LookupError(f"step {n} is not in force")
        return place

    def state_at(self, n: int, reach: Callable[[int], None]) -> Encounter:
        """Return the state after step `n`, which is in force (0: the start).

        `reach` is called with the number of a step not yet read. It may put the state after that step into `states`.
        """
        if n in self.states:
            return self.states[n]
        end = self._place(n)
        place = end
        while place >= 0 and self.done[place] not in self.states:
            reach(self.done[place])
            if self.done[place] in self.states:
                break
            place -= 1
        state = self.states[self.done[place] if place >= 0 else 0]
        for number in self.done[place + 1 : end + 1]:
            state = fold(state, self.steps[number].events)
            self.states[number] = state
        return state


@dataclass(frozen=True, slots=True)
class Commit:
    """The blocks that one line adds to the record, in order. The journal has them."""

    blocks: tuple[Block, ...]
    encounter: Encounter
    """The fight after the last of the blocks."""
    journal: Journal


Observer = Callable[[Commit], None]
