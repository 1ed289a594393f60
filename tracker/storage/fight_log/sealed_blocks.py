"""Sealed blocks: verified blocks of a fight log as bytes, each parsed only when it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import tomli

from tracker.encounter.engine.journal import Block, Journal
from tracker.game_api.rules import Rules
from tracker.model.state import Encounter
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.format import apply, read_block
from tracker.storage.fight_log.hash_chain import BlockSpan
from tracker.storage.fight_log.state_codec import state_of, unrolled
from tracker.storage.migrations import migrated
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile
from tracker.storage.toml.positions import Positions


class SealedBlocks:
    """Blocks that are in `data` one behind the other, as `blocks` says. All that parses them is here."""

    shown: str
    """The path of the fight, as the user gave it."""
    data: bytes
    blocks: Sequence[BlockSpan]
    format: int
    prepared: Prepared
    _rules: Rules | None
    """The rules that read the texts in events. None where the game is not installed."""

    def _lines_before(self, offset: int) -> int:
        """Return the number of lines before an offset."""
        return self.data.count(b"\n", 0, offset)

    def line(self, offset: int) -> int:
        """Return the number, from 1, of the line on which the block at `offset` begins."""
        while self.data[offset : offset + 1] == b"\n":
            offset += 1
        return self._lines_before(offset) + 1

    def block_error(self, block: int, text: str) -> InvalidFile:
        """Return the error for a block, given by its place, with the line on which it begins."""
        return InvalidFile([Diagnostic(self.shown, self.line(self.blocks[block].start), 1, text)])

    def parse(self, first: int, last: int) -> dict[str, list[dict[str, Any]]]:
        """Parse the blocks from `first` up to before `last` into the tables of steps and checkpoints.

        Raises InvalidFile.
        """
        if first >= last:
            return {"step": [], "state": []}
        start, end = self.blocks[first].start, self.blocks[last - 1].end
        try:
            tables = tomli.loads(self.data[start:end].decode("utf-8"))
        except tomli.TOMLDecodeError as error:
            line = self._lines_before(start) + error.lineno
            raise InvalidFile([Diagnostic(self.shown, line, error.colno, f"this is not TOML: {error.msg}")]) from error
        except (ValueError, RecursionError) as error:
            raise self.block_error(first, f"this block cannot be read: {error}") from error
        unknown = [key for key in tables if key not in ("step", "state")]
        lists = {kind: tables.get(kind, []) for kind in ("step", "state")}
        if unknown or not all(isinstance(rows, list) for rows in lists.values()):
            raise self.block_error(
                first, f"only [[step]] and [[state]] follow the head, not {unknown or 'single tables'}"
            )
        return {kind: [migrated(kind, row, self.format) for row in rows] for kind, rows in lists.items()}

    def each(self, first: int, last: int) -> Iterator[Block]:
        """Yield the steps, undos and redos of the blocks from `first` up to before `last`. Raises InvalidFile."""
        rows = self.parse(first, last)["step"]
        for place, row in enumerate(rows):
            try:
                yield read_block(row, self._rules)
            except CodecError as error:
                raise self.step_error(first, last, place, str(error)) from error

    def step_error(self, first: int, last: int, place: int, text: str) -> InvalidFile:
        """Return the error for the step, undo or redo number `place` of these blocks, with its line."""
        start, end = self.blocks[first].start, self.blocks[last - 1].end
        positions = Positions(self.data[start:end].decode("utf-8", "replace"))
        line = positions.of(("step", place))[0] + self._lines_before(start)
        return InvalidFile([Diagnostic(self.shown, line, 1, text)])

    def enter(self, journal: Journal, first: int, last: int) -> None:
        """Enter the blocks from `first` up to before `last` into a journal. Raises InvalidFile."""
        for place, block in enumerate(self.each(first, last)):
            try:
                apply(journal, block)
            except CodecError as error:
                raise self.step_error(first, last, place, str(error)) from error

    def checkpoint(self, block: int) -> tuple[Journal, Encounter]:
        """Return a checkpoint as a journal without steps, and its state. Raises InvalidFile."""
        try:
            (row,) = self.parse(block, block + 1)["state"]
            journal = Journal(done=unrolled(row["done"]), undone=unrolled(row["undone"]), last=int(row["last"]))
            journal.together = unrolled(row["together"]) if "together" in row else list(journal.undone)
            state = state_of(row, self.prepared.encounter, self.prepared.rules)
        except (CodecError, LookupError, TypeError, ValueError) as error:
            raise self.block_error(block, f"this checkpoint cannot be read: {error}") from error
        journal.states[journal.done[-1] if journal.done else 0] = state
        return journal, state
