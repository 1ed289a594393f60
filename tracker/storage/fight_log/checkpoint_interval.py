"""Checkpoint interval: when a fight log gets its next checkpoint, a snapshot of the whole state."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass
class CheckpointInterval:
    """The bytes written since the last checkpoint, and the size of that checkpoint."""

    # A checkpoint is the whole state, however little of it changed. Spaced by a number of steps alone, the checkpoints
    # of a long fight whose state grows would outgrow its steps many times over. So a checkpoint waits until the steps
    # since the last one are as large as itself: all checkpoints together are at most half of the file.

    blocks: int = 0
    """Steps, undos and redos since the last checkpoint."""
    size: int = 0
    """The bytes of these blocks."""
    state: int = 0
    """The bytes of the last checkpoint, written or found too large to be written."""

    def add(self, block: str) -> None:
        """Count one more block, written since the last checkpoint."""
        self.blocks += 1
        self.size += _bytes(block)

    def may_be_due(self, every: int) -> bool:
        """Return whether a checkpoint is worth building: after `every` blocks and as many bytes as the last one."""
        return self.blocks >= every and self.size >= self.state

    def accept(self, checkpoint: str) -> bool:
        """Start a new interval with this checkpoint and return true. Return false when it is larger than the steps.

        A refused checkpoint leaves its size behind, so that the next one is built when the steps have grown to it.
        """
        self.state = _bytes(checkpoint)
        if self.state > self.size:
            return False
        self.blocks = self.size = 0
        return True


def _bytes(text: str) -> int:
    """Return the size of a text in the file."""
    return len(text.encode("utf-8"))
