"""Undo and redo: steps taken out of force and put back. Each commit is recorded and told. The journal holds all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tracker.encounter.engine.journal import Block, Commit, Journal, Observer, Step, UndoRedo
from tracker.game_api.rules import Rules
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session.outcome import Recorder
from tracker.storage.toml.diagnostics import InvalidFile, StorageError


class JournalKeeper:
    """Commits steps to the journal, undoes and redoes them. The session has these attributes as its fields."""

    encounter: Encounter
    rules: Rules
    recorder: Recorder | None
    on_commit: list[Observer]
    journal: Journal
    earlier: Callable[[], bool] | None

    @contextmanager
    def committing(self) -> Iterator[list[Block]]:
        """Collect the blocks of a line, then tell the recorder and each observer.

        If the body or the recorder fails, nothing has happened. An observer cannot refuse: if it raises, that is a bug
        and the steps stay in force.
        """
        journal, encounter = self.journal, self.encounter
        before = journal.done[:], journal.undone[:], journal.together[:], journal.last
        blocks: list[Block] = []
        try:
            yield blocks
            if blocks and self.recorder is not None:
                self.recorder.record(Commit(tuple(blocks), self.encounter, journal))
        except Exception:
            journal.restore(*before)
            self.encounter = encounter
            raise
        if blocks:
            self._tell(blocks)

    def _tell(self, blocks: Sequence[Block]) -> None:
        commit = Commit(tuple(blocks), self.encounter, self.journal)
        for observer in self.on_commit:
            observer(commit)

    def undo(self) -> tuple[Step, ...]:
        """Undo the last line or key with its automatic consequences. Refused at the beginning."""
        self._anything_done()
        return self._undo_down_to(self._start_of_line(len(self.journal.done)))

    def next_undone(self) -> tuple[Step, ...]:
        """Return the steps that `undo` would undo now. Empty at the beginning, or where they are not read yet."""
        done, steps = self.journal.done, self.journal.steps
        if not done or done[-1] not in steps:
            return ()
        of_last_line = done[self._start_of_line(len(done)) :]
        return tuple(steps[n] for n in reversed(of_last_line) if n in steps)

    def redo(self) -> tuple[Step, ...]:
        """Redo the last undo, with the same dice. Refused when something new was done since."""
        if not self.journal.undone:
            raise Refused("There is no undone step to redo.")
        # Steps undone by the same line share a number in `together`, and are redone with one another.
        together, back = self.journal.together[-1], []
        with self.committing() as blocks:
            while self.journal.undone and self.journal.together[-1] == together:
                self._read_step(self.journal.undone[-1])
                step = self.journal.redo(self.journal.last + 1)
                blocks.append(UndoRedo(self.journal.last, redo=step.n))
                back.append(step)
            self.encounter = self.state_after(back[-1].n)
        return tuple(back)

    def undo_action(self) -> tuple[Step, ...]:
        """Undo the whole action that the last step belongs to. Refused at the beginning."""
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
        """Undo steps until step `n` is the last in force, 0: all of them. Refused where it is not in force."""
        done = self.journal.done
        if n and n not in done:
            raise Refused(f"Step {n} is not in force; the last one is {done[-1] if done else 0}.")
        return self._undo_down_to(done.index(n) + 1 if n else 0)

    def _anything_done(self) -> None:
        """Raise Refused at the start of the fight."""
        if not self.journal.done:
            raise Refused("There is no step to undo: this is the start of the fight.")

    def _start_of_line(self, end: int) -> int:
        """Return the position of the first step of the command line whose last step is before position `end`.

        The other steps of a line name the first in `follows`.
        """
        done, place = self.journal.done, end - 1
        first = self.step(done[place]).follows
        while place > 0 and first and done[place] != first and done[place - 1] >= first:
            place -= 1
        return place

    def _undo_down_to(self, length: int) -> tuple[Step, ...]:
        """Undo steps until `length` are left in force. One redo brings them back together."""
        undone: list[Step] = []
        together = self.journal.last + 1
        with self.committing() as blocks:
            while len(self.journal.done) > length:
                self._read_step(self.journal.done[-1])
                step = self.journal.undo(self.journal.last + 1, together)
                blocks.append(UndoRedo(self.journal.last, undo=step.n, follows=together))
                undone.append(step)
            self.encounter = self.state_after(self.journal.done[-1] if self.journal.done else 0)
        return tuple(undone)

    # States and steps that may not have been read yet

    def step(self, n: int) -> Step:
        """Return step `n`, read from the file if needed."""
        self._read_step(n)
        return self.journal.steps[n]

    def state_after(self, n: int) -> Encounter:
        """Return the state after step `n`, which is in force. 0: the one the fight began with."""
        return self.journal.state_at(n, self._read_step)

    def read_earlier(self) -> bool:
        """Read some of the steps before the oldest in the journal. False when there are none.

        Refused where the file cannot be read back. Nothing has changed then.
        """
        if self.earlier is None:
            return False
        try:
            read_some = self.earlier()
        except (StorageError, InvalidFile) as error:
            raise Refused(str(error)) from error
        if not read_some:
            self.earlier = None
        return True

    def _read_step(self, n: int) -> None:
        """Read older steps until step `n` is in the journal, or there are no more."""
        while n not in self.journal.steps and self.read_earlier():
            pass
