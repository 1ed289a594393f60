"""Earlier steps: those before the last checkpoint, read from the fight's file again when the log or an undo needs them.

Of the file only the places of its segments are kept, so that the memory of a fight does not grow with its length. The
file stays open, so one that was moved or deleted since is still read. Its seals tell whether it is still the same.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.encounter.engine.journal import Journal, Step
from tracker.storage.atomic import Disk, why
from tracker.storage.fight_log.hash_chain import verify
from tracker.storage.fight_log.sealed_blocks import SealedBlocks
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import StorageError


class SegmentPlace(NamedTuple):
    """The place of a segment in the file, in bytes, and the seal before it."""

    start: int
    end: int
    seal: str


class _Segment(SealedBlocks):
    """The blocks of one segment, read again."""

    def __init__(self, steps: EarlierSteps, place: SegmentPlace) -> None:
        self.shown, self.format, self.prepared = str(steps.path), steps.format, steps.prepared
        self._rules = steps.prepared.rules
        self._steps, self._start = steps, place.start
        self.data = steps.read(place.start, place.end).replace(b"\r\n", b"\n")
        chain = verify(self.data, place.seal)
        self.blocks = chain.blocks
        if chain.valid_size != len(self.data):
            raise steps.changed()

    def _lines_before(self, offset: int) -> int:
        """Return the number of lines in the file before an offset in this segment."""
        return self._steps.read(0, self._start).count(b"\n") + super()._lines_before(offset)


class EarlierSteps:
    """Reads the segments before those in the journal, the latest first, one each time it is called."""

    def __init__(
        self, path: Path, format: int, prepared: Prepared, journal: Journal, places: Sequence[SegmentPlace]
    ) -> None:
        self.path, self.format, self.prepared = path, format, prepared
        self._journal = journal
        self._places = list(places)
        self._disk, self._file = Disk(), -1
        self._trouble = ""
        try:
            self._file = self._disk.open_to_read(path)
        except OSError as error:
            self._trouble = why(error)
        else:
            weakref.finalize(self, os.close, self._file)  # when the fight is left, by whichever way

    def __call__(self) -> bool:
        """Read one more segment before the oldest one in memory. Return whether there are more.

        Raises StorageError where the file cannot be read or is another one now, and InvalidFile. Then nothing was read,
        and it may be tried again.
        """
        if not self._places:
            return False
        segment = _Segment(self, self._places[-1])
        first = len(self._places) > 1  # all but the first segment begin with a checkpoint
        steps = {block.n: block for block in segment.each(first, len(segment.blocks)) if isinstance(block, Step)}
        states = segment.checkpoint(0)[0].states if first else {}
        self._journal.before(steps)
        self._journal.states.update(states)
        del self._places[-1]
        return bool(self._places)

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes of the file from `start` up to before `end`. Raises StorageError."""
        try:
            if self._file < 0:
                raise OSError(self._trouble)
            data = self._disk.read_back(self._file, end - start, start)
        except OSError as error:
            raise StorageError(f"The earlier steps of {self.path} cannot be read: {why(error)}.") from error
        if len(data) < end - start:
            raise self.changed()
        return data

    def changed(self) -> StorageError:
        return StorageError(f"{self.path} was changed by another program, so its earlier steps cannot be read.")
