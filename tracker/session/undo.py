"""Undo and redo: steps of a fight taken out of force and put back, each recorded; the journal holds them all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from tracker.encounter.engine.journal import Journal, Step
from tracker.encounter.engine.system import RuleSystem
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session.outcome import Recorder


class UndoRedo:
    """What of a session goes back and forth in its journal; the session has these attributes as its fields."""

    encounter: Encounter
    rules: RuleSystem
    recorder: Recorder | None
    journal: Journal
    earlier: Callable[[], bool] | None

    def undo(self) -> tuple[Step, ...]:
        """Take back what the last line or key did, with all that followed by itself; refused at the beginning."""
        self._anything_done()
        return self._undo_down_to(self._start_of_line(len(self.journal.done)))

    def redo(self) -> tuple[Step, ...]:
        """Bring back what was taken back last, with the same dice; refused when something new was done since."""
        if not self.journal.undone:
            raise Refused("There is no undone step to redo.")
        together, back = self.journal.together[-1], []
        with self._recorded_as_one():
            while self.journal.undone and self.journal.together[-1] == together:
                self._read_step(self.journal.undone[-1])
                step = self.journal.redo(self.journal.last + 1)
                self.encounter = self.state_after(step.n)
                if self.recorder is not None:
                    self.recorder.redo(self.journal.last, step.n, self.encounter, self.journal)
                back.append(step)
        return tuple(back)

    def undo_action(self) -> tuple[Step, ...]:
        """Take back the whole action that the last step belongs to; refused at the beginning."""
        self._anything_done()
        done = self.journal.done
        place = self._start_of_line(len(done))
        actor = self.step(done[place]).actor or self.step(done[-1]).actor
        while actor and place > 0:
            before = self._start_of_line(place)
            if actor not in (self.step(n).actor for n in done[before:place]):
                break
            place = before
        return self._undo_down_to(place)

    def back_to(self, n: int) -> tuple[Step, ...]:
        """Take back steps until step `n` is the last in force, 0: all of them; refused where it is not in force."""
        done = self.journal.done
        if n and n not in done:
            raise Refused(f"Step {n} is not in force; the last one is {done[-1] if done else 0}.")
        return self._undo_down_to(done.index(n) + 1 if n else 0)

    def _anything_done(self) -> None:
        """Raises Refused at the start of the fight."""
        if not self.journal.done:
            raise Refused("There is no step to undo: this is the start of the fight.")

    def _start_of_line(self, end: int) -> int:
        """The place of the first step of the key or line whose last step stands before place `end`."""
        done, place = self.journal.done, end - 1
        first = self.step(done[place]).follows
        while place > 0 and first and done[place] != first and done[place - 1] >= first:
            place -= 1
        return place

    def _undo_down_to(self, length: int) -> tuple[Step, ...]:
        """Undo steps until only `length` are left in force; one redo brings them back together."""
        undone: list[Step] = []
        together = self.journal.last + 1
        with self._recorded_as_one():
            while len(self.journal.done) > length:
                self._read_step(self.journal.done[-1])
                step = self.journal.undo(self.journal.last + 1, together)
                self.encounter = self.state_after(self.journal.done[-1] if self.journal.done else 0)
                if self.recorder is not None:
                    self.recorder.undo(self.journal.last, step.n, self.encounter, self.journal)
                undone.append(step)
        return tuple(undone)

    def _recorded_as_one(self) -> AbstractContextManager[None]:
        """What is recorded inside is written and flushed at once."""
        return nullcontext() if self.recorder is None else self.recorder.together()

    # States and steps that may not have been read yet

    def step(self, n: int) -> Step:
        """Step `n`, read if it must be."""
        self._read_step(n)
        return self.journal.steps[n]

    def state_after(self, n: int) -> Encounter:
        """The state after step `n`, which is in force; 0: the one the fight began with."""
        return self.journal.state_at(n, self.rules, self._read_step)

    def read_earlier(self) -> bool:
        """Read some of the steps before the oldest in the journal; False when there are none."""
        if self.earlier is None:
            return False
        if not self.earlier():
            self.earlier = None
        return True

    def _read_step(self, n: int) -> None:
        """Read older steps until step `n` is in the journal, or there are no more."""
        while n not in self.journal.steps and self.read_earlier():
            pass
