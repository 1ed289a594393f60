"""Fight file: appends each step to the fight log, flushed (`fsync`) before it is shown or sent.

A disk in trouble never stops the game: blocks that could not be written wait in a spill file, and the first success
writes them all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import field, replace
from pathlib import Path

from tracker.encounter.engine.journal import Commit
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import Disk, FileStamp, why, write_all, write_new
from tracker.storage.fight_log.checkpoint_interval import CheckpointInterval
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.fight_log.flush import Flush
from tracker.storage.fight_log.format import block_text, state_block
from tracker.storage.fight_log.hash_chain import seal_block
from tracker.storage.fight_log.spill_files import SpilledSteps, SpillFile
from tracker.storage.paths import beside
from tracker.text.line_endings import PLAIN, LineEndings

CHECKPOINT = 100
"""The least number of blocks between two checkpoints."""


@dataclass
class WrittenPart:
    """The valid part of a file: its last seal, its size in bytes, and what was written since its last checkpoint."""

    seal: str = ""
    size: int = 0
    interval: CheckpointInterval = field(default_factory=CheckpointInterval)
    stamp: FileStamp | None = None
    """The stamp of the file. None: the file does not exist yet."""
    line_endings: LineEndings = PLAIN
    tail: bytes = b""
    """Bytes behind the valid part. They are saved beside the file before they are cut off."""


class FightFile:
    """The recorder of a session.

    Blocks that could not be written are kept in a spill file at once, and written into the fight with the next step.
    """

    def __init__(self, path: Path, saved: WrittenPart, lock: Lock | None = None, disk: Disk | None = None) -> None:
        self.path = path
        self.trouble = ""
        """A sentence for the banner: the first unsaved step, the reason, and the place of the steps. Empty if all is
        saved."""
        self.reason = ""
        """The reason why the last write failed. Empty after a success."""
        self.unsaved = 0
        """The number of blocks that are not in the fight's file."""
        self.spilled: SpilledSteps | None = None
        """The steps that were not in the file when it was closed, and the spill file that has them."""
        self._disk = disk or Disk()
        self._spill_file = SpillFile(self._disk, path)
        self._lock = lock
        self._saved = saved
        self._seal = saved.seal
        self._interval = saved.interval
        self._unsaved: list[bytes] = []
        self._unsaved_from = ""
        self._file = -1
        self._at_end = False
        """True if the open file ends with its valid part, and the next write follows it."""
        self._exists = saved.stamp is not None
        self._name_synced = self._exists
        """True if the folder was flushed since the file was made: before that a power cut may lose the name."""
        self._lost_name = False
        """True if the file had lost its name at the last check: deleted, moved, or replaced by another."""
        self._failed_bytes = 0
        """The bytes of a failed write: the file may be longer than its valid part by that much."""
        self._is_beside = False
        """True while a flush may run beside the program's next acts. Outside of `beside` it never does."""
        self._under_way: Flush | None = None
        """The flush that is not awaited yet. Its blocks are still among the unsaved ones."""
        self.closed = False

    @property
    def kept_in(self) -> Path | None:
        """The spill file that has every unsaved step. None when there is none."""
        return self._spill_file.place_of(len(self._unsaved))

    # Recording

    @contextlib.contextmanager
    def beside(self) -> Iterator[None]:
        """Let flushes run beside the body, such as a drawing.

        The body calls `settle` before it lets out anything recorded. The end of the body does so too.
        """
        self._is_beside = True
        try:
            yield
        finally:
            self._is_beside = False
            self.settle()

    def record(self, commit: Commit) -> None:
        """Write the blocks of a commit, with a checkpoint behind them when one is due, and flush them.

        A torn write keeps the blocks before the tear.
        """
        self.settle()
        texts = [block_text(block) for block in commit.blocks]
        interval = replace(self._interval)
        for text in texts:
            interval.add(text)
        checkpoint = state_block(commit.journal, commit.encounter) if interval.may_be_due(CHECKPOINT) else ""
        for block, text in zip(commit.blocks, texts, strict=True):
            self._queue(text, f"step {block.n}")
        if checkpoint and interval.accept(checkpoint):
            self._queue(checkpoint, f"step {commit.journal.last}")
        self._interval = interval
        self.unsaved += len(texts)
        self._save()

    def write_head(self, text: str) -> None:
        """Write the head of a new fight, and flush it."""
        self._queue(text, "the beginning")
        self._save()

    def _queue(self, text: str, name: str) -> None:
        """Seal a block and add it to those not yet written. `name` tells the user since when nothing is saved."""
        plain, self._seal = seal_block(self._seal, text)
        data = self._saved.line_endings.written(plain)
        if not self._unsaved:
            self._unsaved_from = name
        self._unsaved.append(data)

    def append_sealed(self, data: bytes, seal: str) -> str:
        """Append blocks that are sealed already, the last with `seal`, and close.

        Return why it failed, or an empty text.
        """
        self._unsaved, self._seal = [self._saved.line_endings.written(data)], seal
        self._begin_flush()
        self._end_flush()
        if self._unsaved and self._file < 0:
            self._cut_back()
        self._close_file()
        return self.reason

    def _cut_back(self) -> None:
        """Cut off whatever a failed write has left behind the valid part of the file."""
        with contextlib.suppress(OSError):
            self._file = self._disk.open(self.path)
            self._disk.truncate(self._file, self._saved.size)

    # Saving

    def retry(self) -> bool:
        """Try again to write unsaved blocks. Return whether everything is saved."""
        self.settle()
        if self._unsaved and not self.closed:
            self._save()
        return not self._unsaved

    def _save(self) -> None:
        """Write all unsaved blocks into the fight, and begin to flush them. Without `beside` wait for the flush."""
        self._begin_flush()
        if self._under_way is None:
            self._put_aside()
        elif not self._is_beside:
            self.settle()

    def settle(self) -> None:
        """Wait until what was recorded last is on the disk: in the fight's file, else in the spill file.

        Until this has returned nothing of it may leave the program: no frame, no reply, no line.
        """
        if self._under_way is not None:
            self._end_flush()
            self._put_aside()

    def _put_aside(self) -> None:
        """Keep the unwritten blocks in the spill file. When all are written remove that file."""
        if not self._unsaved:
            self._spill_file.remove()
            return
        self._spill_file.keep(self._unsaved, self._before_unsaved if self._lost_name and self._file >= 0 else None)
        if (place := self.kept_in) is not None:
            self.trouble += f"; the steps since are in {place.name if place.parent == self.path.parent else place}"

    def _begin_flush(self) -> None:
        """Write all unsaved blocks and begin to flush them. On failure keep them and set `trouble`."""
        data = b"".join(self._unsaved)  # one write: what one command set off is on the disk as a whole, or torn once
        try:
            changed = self._changed_outside()
            if changed:
                self._set_trouble(changed)
                return
            self._append(data)
        except OSError as error:
            self._fail(error, len(data))
            return
        self._under_way = Flush(self._disk, self._file, len(data), self._is_beside)

    def _end_flush(self) -> None:
        """Wait for the flush under way. Then its blocks are saved, or on failure kept, with `trouble` set."""
        flush, self._under_way = self._under_way, None
        if flush is None:
            return
        try:
            flush.wait()
            self._confirm(flush.size)
        except OSError as error:
            self._fail(error, flush.size)
            return
        self._unsaved.clear()
        self._saved.seal = self._seal
        self.trouble, self.reason, self.unsaved = "", "", 0

    def _fail(self, error: OSError, size: int) -> None:
        """Note that `size` bytes could not be written or flushed, and why."""
        if isinstance(error, FileNotFoundError):  # its name went during the write: the open file still has the steps
            self._lost_name, self._at_end = True, False
        else:
            self._close_file()
        self._failed_bytes = max(self._failed_bytes, size + len(self._saved.tail))
        self._note_stamp()
        self._set_trouble(why(error))

    def _note_stamp(self) -> None:
        """Note the file's stamp after a failed write, so that a later edit by another program is still detected."""
        if self._exists:
            with contextlib.suppress(OSError):
                self._saved.stamp = self._disk.stamp(self.path)
                self._failed_bytes = 0

    def _set_trouble(self, reason: str) -> None:
        """Keep the reason of a failed save, and the sentence for the banner."""
        self.reason = reason
        self.trouble = f"not saved since {self._unsaved_from}: {reason}"

    def _changed_outside(self) -> str:
        """Return the change that another program made to the file, as part of a sentence. Empty without one."""
        if not self._exists:
            return ""
        try:
            stamp = self._disk.stamp(self.path)
        except FileNotFoundError:
            self._lost_name = True
            if not self.path.parent.is_dir():
                return f"the folder {self.path.parent} is gone: moved, deleted, or on a disk that was removed"
            return f"{self.path.name} is gone: moved or deleted by another program"
        our_stamp = self._saved.stamp
        same_file = our_stamp is None or stamp.inode == our_stamp.inode
        self._lost_name = not same_file
        if stamp == our_stamp:
            return ""
        if self._failed_bytes and same_file and self._saved.size <= stamp.size <= self._saved.size + self._failed_bytes:
            return ""
        return f"{self.path.name} was changed by another program and is left as it is"

    def _append(self, data: bytes) -> None:
        """Write `data` behind the valid part, not yet flushed. Raises OSError."""
        saved, disk = self._saved, self._disk
        if saved.tail:  # kept beside the file before a byte is cut off: the order of these two must not change
            write_new(disk, beside(self.path, "tail"), saved.tail)
            self._failed_bytes = max(self._failed_bytes, len(saved.tail))
            saved.tail = b""
        if self._file < 0:
            if self._exists:
                self._file = disk.open(self.path)
            else:
                disk.make_folder(self.path.parent)
                self._file = disk.create(self.path)
                self._exists = True
        if not self._at_end:
            if disk.seek_end(self._file) != saved.size:
                disk.truncate(self._file, saved.size)
                disk.seek_end(self._file)
            self._at_end = True
        write_all(disk, self._file, data)

    def _confirm(self, size: int) -> None:
        """Count `size` bytes that are flushed among the valid ones. Raises OSError."""
        # The order matters: first the bytes, then the folder that names the file. A name without bytes would open as a
        # fight that breaks off; bytes without a name are lost, which is why the first flush covers both.
        if not self._name_synced:
            self._disk.sync_folder(self.path.parent)
            self._name_synced = True
        self._saved.stamp = self._disk.stamp(self.path)
        self._saved.size += size
        self._failed_bytes = 0

    def rescue(self) -> str:
        """Save the bytes behind the valid part beside the file and cut them off.

        Return why that failed, or an empty text.
        """
        try:
            self._append(b"")
            self._disk.sync(self._file)
            self._confirm(0)
        except OSError as error:
            self._close_file()
            return why(error)
        return ""

    def _close_file(self) -> None:
        """Close the file if it is open. The lock stays."""
        if self._file >= 0:
            with contextlib.suppress(OSError):
                self._disk.close(self._file)
            self._file, self._at_end = -1, False

    def close(self) -> None:
        """Write as much as possible, spill the rest to another file (`spilled`), and release the lock."""
        if self.closed:
            return
        self.settle()
        if self._unsaved and not self.retry():
            self.spilled = self._spill_file.spilled(self.unsaved, self.reason)
        self.closed = True
        self._close_file()
        if self._lock is not None:
            self._lock.release()

    def _before_unsaved(self) -> bytes:
        """Return the blocks before the unsaved ones, from our file that lost its name. Nothing if it cannot be read."""
        try:
            before = self._disk.read_back(self._file, self._saved.size)
        except OSError:
            return b""
        return before if len(before) == self._saved.size else b""
