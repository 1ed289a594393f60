"""Spill files: steps that a full or failing disk kept out of their fight, kept beside it and found again.

A fight that its disk refuses spills: the blocks that are not in it go into a new file, in the nearest folder that takes
them, step by step until the fight takes them again. `spill_recovery` puts them back.
"""

from __future__ import annotations

import contextlib
import shlex
import stat
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from tracker.encounter.engine.journal import steps_are
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import OWNERS_ALONE, Disk, why, write_all, write_new
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT
from tracker.storage.fight_log.hash_chain import HashChain, last_seal, verify
from tracker.storage.fight_log.reader import FightText, has_fight_head
from tracker.storage.paths import beside, data_dir
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import is_own, read_bytes
from tracker.text.line_endings import split_line_endings

ENDING = "unsaved.tail"
_MOST = 200
"""The most files of this user in one folder that are examined for spill files of one fight."""


@dataclass(frozen=True, slots=True)
class SpilledSteps:
    """Steps, undos and redos that could not be written to the fight, the reason, and the spill file that has them."""

    fight: Path
    steps: int
    reason: str
    place: Path | None
    """The spill file. None when no folder could take one."""
    refused: tuple[str, ...] = ()
    """The folders that refused them, each with its reason."""

    def sentences(self) -> tuple[str, ...]:
        """Return sentences for the end of the program: the unsaved steps, their file, and the way to put them back."""
        not_saved = f"{steps_are(self.steps)} not in {self.fight}: {self.reason}."
        if self.place is None:
            return (not_saved, f"They could not be kept anywhere and are lost: {'; '.join(self.refused)}.")
        join = f"tracker join {shlex.quote(str(self.fight))} {shlex.quote(str(self.place))}"
        kept = f"{'It is' if self.steps == 1 else 'They are'} kept in {self.place}."
        return (not_saved, kept, f"Once {self.fight} can be written again, put them back with: {join}")


class SpillFile:
    """The spill file of a fight that is played: made when it is first needed, appended to, and removed in the end."""

    def __init__(self, disk: Disk, fight: Path) -> None:
        self._place: Path | None = None
        self._disk = disk
        self._fight = fight
        self._refused: tuple[str, ...] = ()
        self._size = 0
        """The bytes of the file that are whole and flushed."""
        self._blocks = 0
        """The number of unsaved blocks among them."""
        self._whole = False
        """True if it begins with the blocks before the unsaved ones."""

    def place_of(self, blocks: int) -> Path | None:
        """Return the file when it has this many blocks, at least one. Else None."""
        return self._place if 0 < blocks == self._blocks else None

    def keep(self, blocks: list[bytes], before: Callable[[], bytes] | None) -> None:
        """Write `blocks` into the file and flush it. When no folder takes them, note which refused and why.

        They begin with those of the last call. `before` reads the blocks before them, if the file must have them too.
        """
        whole = self._whole or before is not None
        if self._place is not None and self._whole == whole:
            try:
                self._append(self._place, b"".join(blocks[self._blocks :]))
            except OSError:
                pass
            else:
                self._blocks, self._refused = len(blocks), ()
                return
        former, beginning = self._place, b"" if before is None else before()
        data = beginning + b"".join(blocks)
        self._place, self._refused = self._write_new_file(data)
        if self._place is None:
            self._place = former  # it has the earlier blocks, and may take the later ones yet
            return
        if former is not None and (beginning or not self._whole):
            _delete(former)
        self._size, self._blocks, self._whole = len(data), len(blocks), before is not None

    def _append(self, place: Path, data: bytes) -> None:
        """Append `data` behind the whole part of the file, which must be there, and flush it. Raises OSError."""
        file = self._disk.open(place)
        try:
            size = self._disk.seek_end(file)
            if size < self._size:
                raise OSError(f"{place} was cut off")
            if size > self._size:
                self._disk.truncate(file, self._size)
                self._disk.seek_end(file)
            if data:
                write_all(self._disk, file, data)
                self._disk.sync(file)
        finally:
            self._disk.close(file)
        self._size += len(data)

    def _write_new_file(self, data: bytes) -> tuple[Path | None, tuple[str, ...]]:
        """Write `data` to a new file: in the fight's folder, else the data folder, else the temporary one.

        Return the file, or None and the folders that refused it, each with its reason. Nobody else may read the file:
        others may look into the temporary folder, and the steps hold what players must not know.
        """
        refused: list[str] = []
        for folder in folders(self._fight):
            try:
                if folder != self._fight.parent:
                    self._disk.make_folder(folder)
                place = beside(folder / self._fight.name, ENDING)
                write_new(self._disk, place, data, mode=OWNERS_ALONE)
            except OSError as error:
                refused.append(f"not in {folder}, {why(error)}")
            else:
                return place, ()
        return None, tuple(refused)

    def remove(self) -> None:
        """Delete the file, if there is one: the fight has its steps by now."""
        if self._place is not None:
            _delete(self._place)
            self._place, self._blocks, self._whole = None, 0, False

    def spilled(self, steps: int, reason: str) -> SpilledSteps:
        """Return what to tell about the last `keep`, of so many steps, which the fight refused for this reason."""
        return SpilledSteps(self._fight, steps, reason, None if self._refused else self._place, self._refused)


def _delete(path: Path) -> None:
    """Delete a file that is no longer needed. One that cannot be deleted stays."""
    with contextlib.suppress(OSError):
        path.unlink()


def folders(fight: Path) -> Iterator[Path]:
    """Yield the folders for spill files of a fight, the nearest first."""
    yield fight.parent
    yield data_dir()
    try:
        yield Path(tempfile.gettempdir())
    except OSError:
        return


def spill_files_for(fight: Path) -> tuple[tuple[Path, int], ...]:
    """Return the spill files whose steps follow `fight` as it is now, each with its number of steps.

    They are looked for beside the fight, in the data folder and in the temporary folder.
    """
    tails: list[tuple[Path, int]] = []
    paths = tuple(_own_spill_files(fight))
    before: FightText | None = None
    if paths and fight.exists():
        try:
            before = FightText(fight)
        except (StorageError, OSError):
            return ()
        except InvalidFile:  # such as one cut off within its head
            before = None
    for path in paths:
        try:
            _, data = split_line_endings(read_bytes(path, LARGEST_FIGHT, owned_only=True))
            if before is not None:
                _, data = following_blocks(before, path, data)
            elif (
                not has_fight_head(data)
                or verify(data).valid_size < len(data)
                or not has_part_of_head_only(fight, data)
            ):
                continue
        except (InvalidFile, StorageError, OSError):
            continue
        tails.append((path, count_blocks(data)))
    return tuple(tails)


def _own_spill_files(fight: Path) -> Iterator[Path]:
    """Yield the files of this user that have the name of a spill file of this fight."""
    for folder in dict.fromkeys(folders(fight)):
        try:
            paths = sorted(folder.glob(f"{_literal(fight.name)}*.{ENDING}"))
        except OSError:
            continue
        yield from islice(filter(_is_own, paths), _MOST)


def _literal(name: str) -> str:
    """Return a name as a pattern of `glob` that matches it alone."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def _is_own(path: Path) -> bool:
    """Return whether `path` is an ordinary file of this user. A stranger could put one into the temporary folder."""
    try:
        state = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(state.st_mode) and is_own(state)


def following_blocks(before: FightText, tail: Path, data: bytes) -> tuple[HashChain, bytes]:
    """Return the verified blocks of a spill file that the fight lacks, and their bytes.

    Raises StorageError, with the difference, when they do not follow the fight's last block.
    """
    fight, last = before.path, before.journal()[0].last
    if before.chain.broken:
        line = before.line(before.chain.valid_size)
        raise StorageError(f"{fight} was changed or damaged at line {line}, so nothing can follow it; check it first.")
    end = last_seal(data)
    if end and f'\nseal = "{end}"\n'.encode() in before.data[: before.chain.valid_size]:
        raise StorageError(f"{fight} has the steps of {tail} already, up to step {last}. Nothing was changed.")
    if has_fight_head(data):
        good = before.data[: before.chain.valid_size]
        if not data.startswith(good):
            raise StorageError(f"{tail} is another fight, or differs from {fight}. Nothing was changed.")
        data = data[len(good) :]
    data = _without_saved_blocks(before, data)
    chain = verify(data, before.chain.seal)
    if chain.blocks and chain.valid_size == len(data):
        return chain, data
    if chain.blocks:
        line = data.count(b"\n", 0, chain.valid_size) + 1
        raise StorageError(f"{tail} is damaged from line {line} on. Nothing was changed.")
    raise StorageError(f"{_why_not_following(fight, tail, last, first_block(data))} Nothing was changed.")


def _without_saved_blocks(before: FightText, data: bytes) -> bytes:
    """Return `data` without the blocks that the fight ends with: a flush that failed may still have written some."""
    good = before.data[: before.chain.valid_size]
    for start, end in reversed(before.chain.blocks):
        if data.startswith(good[start:end]):
            saved = good[start:]
            return data[len(saved) :] if data.startswith(saved) else data
    return data


def _why_not_following(fight: Path, tail: Path, last: int, first: int) -> str:
    """Return a sentence on why a spill file that begins with step `first` does not follow step `last`."""
    if not first:
        return f"{tail} has no steps of a fight."
    if first > last + 1:
        missing = f"step {last + 1} is" if first == last + 2 else f"steps {last + 1} to {first - 1} are"
        return f"{fight} ends with step {last} and {tail} begins with step {first}: {missing} missing."
    if first <= last:
        return f"{fight} has gone on up to step {last}, and {tail} begins with step {first}."
    return f"{tail} begins with step {first}, but follows another step {last} than the one {fight} ends with."


def has_part_of_head_only(fight: Path, data: bytes) -> bool:
    """Return whether the fight is missing, or holds no more than a part of the head that the spill file has whole."""
    if not fight.exists():
        return True
    present = read_bytes(fight, LARGEST_FIGHT)
    blocks = verify(data).blocks
    return has_fight_head(data) and bool(blocks) and len(present) < blocks[0][1] and data.startswith(present)


def first_block(data: bytes) -> int:
    """Return the number of the first step, undo or redo in `data`. 0 when there is none."""
    mark = b"[[step]]\nn = "
    start = data.find(mark)
    digits = data[start + len(mark) : start + 30].split(b"\n")[0]  # no number of a block is longer
    return int(digits) if start >= 0 and digits.isdigit() else 0


def count_blocks(data: bytes) -> int:
    """Count the steps, undos and redos in `data`."""
    return data.count(b"\n[[step]]\n")
