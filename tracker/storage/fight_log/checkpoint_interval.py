"""Interval: when a fight gets its next checkpoint, so that all of them together stay smaller than its steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class CheckpointInterval:
    """What was written since the last checkpoint, and how large the last one was.

    A checkpoint is the whole state, however little of it changed. Spaced by steps alone, the checkpoints of a long
    fight whose state grows would outgrow its steps many times over; so each waits until the steps since are as large.
    """

    blocks: int = 0
    """Steps, undos and redos since the last checkpoint."""
    size: int = 0
    """Their bytes."""
    state: int = 0
    """Bytes of the state when it was last written, or last found too large to be."""

    def add(self, block: str) -> None:
        """One more block was written."""
        self.blocks += 1
        self.size += _bytes(block)

    def wanted(self, every: int) -> bool:
        """Whether it is time to see how large a checkpoint would be; none comes sooner than after `every` blocks."""
        return self.blocks >= every and self.size >= self.state

    def fits(self, checkpoint: str) -> bool:
        """Whether this checkpoint is written now; if not, one is wanted again when the steps have grown to its size."""
        self.state = _bytes(checkpoint)
        if self.state > self.size:
            return False
        self.blocks = self.size = 0
        return True


def _bytes(text: str) -> int:
    return len(text.encode("utf-8"))
