"""Failing calls: the disk fails at each call in turn, with seven errors, once, thrice and for ever, and is left so."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

from tests.campaign.failing import ERRORS, FOR_EVER, Failing
from tests.campaign.tally import Tally, problem_of
from tests.storage.table import ford, looked_at, sat_down
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log import writer
from tracker.storage.fight_log.spill_recovery import join
from tracker.storage.fight_log.writer import FightFile

LINES = ("begin", "note one", "next", "undo", "redo", "note two", "note three", "note four")
TIMES = (1, 3, FOR_EVER)


def played(folder: Path, name: str, disk: Disk) -> tuple[Session, Path]:
    """Eight lines of a fight on this disk."""
    path = folder / f"{name}.fight.toml"
    session = sat_down(ford(folder), path, disk=disk)
    for line in LINES:
        session.say(line)
    return session, path


def file_of(session: Session) -> FightFile:
    """Where a session is recorded."""
    assert isinstance(session.recorder, FightFile)
    return session.recorder


def failing_calls(tally: Tally, folder: Path) -> None:
    """Every call of a fight with checkpoints fails; the game goes on, and the disk well again saves everything."""
    writer.CHECKPOINT, before = 4, writer.CHECKPOINT
    try:
        _each(tally, folder, _recovers)
    finally:
        writer.CHECKPOINT = before


def leaving(tally: Tally, folder: Path) -> None:
    """Every call in the fight's folder fails, and it is left so: the steps are kept elsewhere, and can be joined."""
    writer.CHECKPOINT, before = 4, writer.CHECKPOINT
    try:
        _each(tally, folder, _left)
    finally:
        writer.CHECKPOINT = before


def _each(tally: Tally, folder: Path, tried: Callable[..., None]) -> None:
    calm = Failing()
    session, path = played(_empty(folder / "calm"), "calm", calm)
    file_of(session).close()
    whole, shown = path.read_bytes(), session.encounter
    tries = list(_tries(calm.calls, tally.short))
    for number, times, first in tries:
        if not tally.more(len(tries)):
            break
        how = {1: "once", 3: "thrice", FOR_EVER: "for ever"}[times]
        what = f"{errno.errorcode[number]} {how} from call {first} on"
        room = _empty(folder / "room")
        tally.held(what, problem_of(partial(tried, room, first, times, number, whole, shown)))
    tally.note(f"{calm.calls} calls of eight steps, {len(ERRORS)} errors, once, thrice and for ever")
    if not tally.short and tally.tried < len(tries):
        tally.note(f"{len(tries) - tally.tried} not reached in the time")


def _tries(calls: int, short: bool) -> Iterator[tuple[int, int, int]]:
    every = list(product(ERRORS, TIMES, range(1, calls + 1)))
    step = 11 if short else 1
    for offset in range(0, len(every), step):
        yield every[offset]


def _recovers(folder: Path, first: int, times: int, number: int, whole: bytes, shown: Encounter) -> None:
    disk = Failing(first, times, number)
    session, path = played(folder, "sick", disk)
    own = file_of(session)
    assert session.encounter == shown, "the game went otherwise"
    if times == FOR_EVER:
        assert own.trouble.startswith("not saved since "), own.trouble
        assert own.reason == os.strerror(number), own.reason
    disk.times = 0
    own.close()
    assert own.trouble == "" and own.spilled is None, own.trouble
    assert path.read_bytes() == whole, "other bytes than without trouble"
    assert {one.name for one in folder.iterdir()} == {"ford.toml", "sick.fight.toml"}, "something was left lying about"


def _left(folder: Path, first: int, times: int, number: int, whole: bytes, shown: Encounter) -> None:
    disk = Failing(first, times, number, only=folder)
    session, path = played(folder, "sick", disk)
    own = file_of(session)
    own.close()
    if own.spilled is None:
        assert times != FOR_EVER, "left as though all were well"
        assert path.read_bytes() == whole, "other bytes than without trouble"
        return
    left = own.spilled
    assert left.place is not None, f"kept nowhere: {left.refused}"
    assert left.reason == os.strerror(number), left.reason
    if not path.exists() or path.read_bytes() != whole:
        join(path, left.place)
    left.place.unlink()
    assert path.read_bytes() == whole, "joined, other bytes than without trouble"
    assert looked_at(path).encounter == shown


def _empty(folder: Path) -> Path:
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    return folder
