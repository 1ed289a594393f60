"""Segments: the parts of a fight log from one checkpoint to the next, each parsed only when it is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from tracker.encounter.engine.journal import Step
from tracker.model.state import Encounter
from tracker.storage.fight_log.reader import FightText

_KINDS = re.compile(rb'\{ kind = "(\w+)"')


class SegmentStart(NamedTuple):
    """The fight at the beginning of a segment: the steps in force until then, and the state after them."""

    done: list[int]
    state: Encounter


class Segments:
    """The segments of a fight, numbered from 0. `last` is the one still being written."""

    def __init__(self, fight: FightText) -> None:
        self.fight = fight
        self._bounds = tuple(pairwise([0, *fight.checkpoints, len(fight.blocks)]))
        self._starts = {0: SegmentStart([], fight.prepared.encounter)}
        self.last = len(self._bounds) - 1

    def start(self, segment: int) -> SegmentStart:
        """Return the state of the fight at the beginning of a segment. Raises InvalidFile."""
        if segment not in self._starts:
            journal, state = self.fight.checkpoint(self._bounds[segment][0])
            self._starts[segment] = SegmentStart(journal.done, state)
        return self._starts[segment]

    def start_within(self, segment: int, done: list[int]) -> bool:
        """Return whether every step in force before a segment is still in force at the end (`done`)."""
        before = self.start(segment).done
        return done[: len(before)] == before

    def steps(self, segment: int) -> dict[int, Step]:
        """Return the steps of a segment by number, undone ones too. Raises InvalidFile."""
        first, last = self._bounds[segment]
        return {block.n: block for block in self.fight.each(first + 1, last) if isinstance(block, Step)}

    def only(self, segment: int, kinds: Iterable[str]) -> bool:
        """Return whether a segment has only events of these kinds. Its bytes are searched, not parsed."""
        first, last = self._bounds[segment]
        start, end = self.fight.blocks[first].end, self.fight.blocks[last - 1].end
        return set(_KINDS.findall(self.fight.data, start, end)) <= {kind.encode() for kind in kinds}
