"""Spill recovery: `tracker join` puts the blocks of a spill file back into a fight, when they follow its last one."""

from __future__ import annotations

from pathlib import Path

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import Disk, why, write_new, write_whole
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.fight_log.reader import FightText, has_fight_head
from tracker.storage.fight_log.replay import replayed
from tracker.storage.fight_log.spill_files import count_blocks, first_block, following_blocks, has_part_of_head_only
from tracker.storage.fight_log.writer import FightFile, WrittenPart
from tracker.storage.toml.diagnostics import StorageError
from tracker.storage.toml.reader import read_bytes
from tracker.text.line_endings import split_line_endings


@dataclass(frozen=True, slots=True)
class JoinResult:
    """The outcome of a join: how many steps, undos and redos the fight gained, and whether it is a new file."""

    fight: Path
    tail: Path
    steps: int
    new: bool
    """True if the fight did not exist before."""

    def __str__(self) -> str:
        gained = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        did = f"made of {self.tail}, with {gained}" if self.new else f"{gained} joined from {self.tail}"
        return f"{self.fight}: {did}. That file is no longer needed; `tracker play {self.fight}` goes on."


def join(fight: Path, tail: Path, disk: Disk | None = None, owned_only: bool = False) -> JoinResult:
    """Append the steps of `tail` to `fight`, or create the fight from a spill file that has its beginning.

    With `owned_only` the spill file must be this user's: it was found, not named.
    Raises StorageError with the difference, and changes nothing, when they do not follow. Also InvalidFile and Locked.
    """
    disk = disk or Disk()
    _, data = split_line_endings(read_bytes(tail, LARGEST_FIGHT, owned_only))
    missing = not fight.exists() and not fight.is_symlink()
    lock: Lock | None = None
    try:
        lock = Lock(fight)  # of a missing one too: a program whose fight was deleted continues in the spill file
    except OSError as error:
        if not missing:
            raise StorageError(f"{fight} cannot be written: {why(error)}. Nothing was changed.") from error
    try:
        if missing or has_part_of_head_only(fight, data):
            return _join_as_new(fight, tail, data, disk)
        before = FightText(fight)
        chain, body = following_blocks(before, tail, data)
        _check_replay(before, body)
        torn = b"" if body.startswith(before.data[before.chain.valid_size :]) else before.tail
        saved = WrittenPart(
            before.chain.seal, before.valid_in_file, before.interval(), disk.stamp(fight), before.line_endings, torn
        )
        failed = FightFile(fight, saved, None, disk).append_sealed(body, chain.seal)
        if failed:
            raise StorageError(f"{fight} cannot be written: {failed}. The steps are still in {tail}.")
    finally:
        if lock is not None:
            lock.release()
    return JoinResult(fight, tail, count_blocks(body), new=False)


def _join_as_new(fight: Path, tail: Path, data: bytes, disk: Disk) -> JoinResult:
    """Create the fight from a spill file that has its head. Raises StorageError for one without."""
    if not has_fight_head(data):
        first = first_block(data)
        steps = f"steps from {first} on" if first else "no steps"
        raise StorageError(f"{fight} is not there, and {tail} has {steps}, not the beginning of a fight.")
    whole = FightText(tail, data)
    if whole.chain.valid_size < len(data):
        raise StorageError(f"{tail} is damaged from line {whole.line(whole.chain.valid_size)} on. Nothing was changed.")
    whole.journal()
    try:
        disk.make_folder(fight.parent)
        if fight.exists():
            write_whole(fight, data, disk)
        else:
            write_new(disk, fight, data)
    except OSError as error:
        raise StorageError(f"{fight} cannot be written: {why(error)}. The steps are still in {tail}.") from error
    return JoinResult(fight, tail, count_blocks(data), new=True)


def _check_replay(before: FightText, body: bytes) -> None:
    """Replay the fight with the new blocks `body`, as opening it would. Raises InvalidFile."""
    whole = FightText(before.path, before.data[: before.chain.valid_size] + body)
    for _ in replayed(whole):
        pass
