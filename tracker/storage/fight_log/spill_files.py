"""Tails: steps that were put aside when a fight could not be written, joined to it again when they follow."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from tracker.model import lazy_dataclass
from tracker.storage.atomic import Disk, why, write_new, write_whole
from tracker.storage.fight_log.hash_chain import Chain, follow, last_seal
from tracker.storage.fight_log.leftover import ENDING, folders
from tracker.storage.fight_log.lock import Lock
from tracker.storage.fight_log.reader import FightText, says_fight
from tracker.storage.fight_log.stream import LARGEST_SOUND
from tracker.storage.fight_log.writer import FightFile, Saved
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import read_bytes
from tracker.text.line_endings import in_own_manner

_MOST = 200
"""Names of a folder that are looked at for tails of one fight."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Joined:
    """What came of joining: how many steps (undos and redos too) the fight has gained."""

    fight: Path
    tail: Path
    steps: int
    new: bool
    """Whether the fight was not there before."""

    def __str__(self) -> str:
        gained = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        did = f"made of {self.tail}, with {gained}" if self.new else f"{gained} joined from {self.tail}"
        return f"{self.fight}: {did}. That file is no longer needed; `tracker play {self.fight}` goes on."


def join(fight: Path, tail: Path, disk: Disk | None = None) -> Joined:
    """Append the steps of `tail` to `fight`, or make the fight of a tail that has its beginning.

    Raises StorageError with what differs when they do not follow, and then nothing is changed; InvalidFile; Locked.
    """
    disk = disk or Disk()
    _, data = in_own_manner(read_bytes(tail, LARGEST_SOUND))
    if not fight.exists() and not fight.is_symlink():
        return _made(fight, tail, data, disk)
    try:
        lock = Lock(fight)
    except OSError as error:
        raise StorageError(f"{fight} cannot be written: {why(error)}. Nothing was changed.") from error
    try:
        if _room_for_head(fight, data):
            return _made(fight, tail, data, disk)
        before = FightText(fight)
        chain, body = _following(before, tail, data)
        _fits(before, body)
        torn = b"" if body.startswith(before.data[before.chain.good :]) else before.tail
        saved = Saved(before.chain.seal, before.good_in_file, before.interval(), disk.looks(fight), before.manner, torn)
        failed = FightFile(fight, saved, None, disk).append_sealed(body, chain.seal)
        if failed:
            raise StorageError(f"{fight} cannot be written: {failed}. The steps are still in {tail}.")
    finally:
        lock.release()
    return Joined(fight, tail, _steps(body), False)


def _made(fight: Path, tail: Path, data: bytes, disk: Disk) -> Joined:
    if not says_fight(data):
        first = _first_step(data)
        steps = f"steps from {first} on" if first else "no steps"
        raise StorageError(f"{fight} is not there, and {tail} has {steps}, not the beginning of a fight.")
    whole = FightText(tail, data)
    if whole.chain.good < len(data):
        raise StorageError(f"{tail} is not whole from line {whole.line(whole.chain.good)} on. Nothing was changed.")
    whole.journal()
    try:
        disk.make_folder(fight.parent)
        if fight.exists():
            write_whole(fight, data, disk)
        else:
            write_new(disk, fight, data)
    except OSError as error:
        raise StorageError(f"{fight} cannot be written: {why(error)}. The steps are still in {tail}.") from error
    return Joined(fight, tail, _steps(data), True)


def _room_for_head(fight: Path, data: bytes) -> bool:
    """Whether the fight is not there, or holds nothing but some of the head that the tail has whole."""
    if not fight.exists():
        return True
    there = read_bytes(fight, LARGEST_SOUND)
    blocks = follow(data).blocks
    return says_fight(data) and bool(blocks) and len(there) < blocks[0][1] and data.startswith(there)


def _following(before: FightText, tail: Path, data: bytes) -> tuple[Chain, bytes]:
    """The chain of the tail's blocks that `before` lacks, and their bytes; raises StorageError when none follow."""
    fight, last = before.path, before.journal()[0].last
    if before.chain.broken:
        line = before.line(before.chain.good)
        raise StorageError(f"{fight} was changed or damaged at line {line}, so nothing can follow it; check it first.")
    end = last_seal(data)
    if end and f'\nseal = "{end}"\n'.encode() in before.data[: before.chain.good]:
        raise StorageError(f"{fight} has the steps of {tail} already, up to step {last}. Nothing was changed.")
    if says_fight(data):
        good = before.data[: before.chain.good]
        if not data.startswith(good):
            raise StorageError(f"{tail} is another fight, or has gone on otherwise than {fight}. Nothing was changed.")
        data = data[len(good) :]
    data = _not_there_yet(before, data)
    chain = follow(data, before.chain.seal)
    if chain.blocks and chain.good == len(data):
        return chain, data
    if chain.blocks:
        line = data.count(b"\n", 0, chain.good) + 1
        raise StorageError(f"{tail} is not whole from line {line} on. Nothing was changed.")
    raise StorageError(f"{_difference(fight, tail, last, _first_step(data))} Nothing was changed.")


def _not_there_yet(before: FightText, data: bytes) -> bytes:
    """`data` without the blocks that the fight ends with: of a flush that failed, what it was to save may be there."""
    good = before.data[: before.chain.good]
    for start, end in reversed(before.chain.blocks):
        if data.startswith(good[start:end]):
            there = good[start:]
            return data[len(there) :] if data.startswith(there) else data
    return data


def _difference(fight: Path, tail: Path, last: int, first: int) -> str:
    if not first:
        return f"{tail} has no steps of a fight."
    if first > last + 1:
        missing = f"step {last + 1} is" if first == last + 2 else f"steps {last + 1} to {first - 1} are"
        return f"{fight} ends with step {last} and {tail} begins with step {first}: {missing} missing."
    if first <= last:
        return f"{fight} has gone on up to step {last}, and {tail} begins with step {first}."
    return f"{tail} begins with step {first}, but follows another step {last} than the one {fight} ends with."


def _first_step(data: bytes) -> int:
    at = data.find(b"[[step]]\nn = ")
    digits = data[at + 13 : at + 30].split(b"\n")[0]
    return int(digits) if at >= 0 and digits.isdigit() else 0


def _steps(data: bytes) -> int:
    return data.count(b"\n[[step]]\n")


def _fits(before: FightText, body: bytes) -> None:
    """Play the whole through, as opening it would; raises InvalidFile."""
    whole = FightText(before.path, before.data[: before.chain.good] + body)
    for _ in whole.replayed():
        pass


def tails_of(fight: Path) -> tuple[tuple[Path, int], ...]:
    """Tails that follow `fight` as it is now, and their steps; beside it, in the data and the temporary folder."""
    tails: list[tuple[Path, int]] = []
    paths = tuple(_tails(fight))
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
            _, data = in_own_manner(read_bytes(path, LARGEST_SOUND))
            if before is not None:
                _, data = _following(before, path, data)
            elif not says_fight(data) or follow(data).good < len(data) or not _room_for_head(fight, data):
                continue
        except (InvalidFile, StorageError, OSError):
            continue
        tails.append((path, _steps(data)))
    return tuple(tails)


def _tails(fight: Path) -> Iterator[Path]:
    """Files of our own that are called like leftover steps of this fight."""
    for folder in dict.fromkeys(folders(fight)):
        try:
            paths = sorted(folder.glob(f"{_literal(fight.name)}*.tail"))[:_MOST]
        except OSError:
            continue
        for path in paths:
            if path.name.endswith(f".{ENDING}") and _own(path):
                yield path


def _literal(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def _own(path: Path) -> bool:
    try:
        state = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(state.st_mode) and (not hasattr(os, "getuid") or state.st_uid == os.getuid())
