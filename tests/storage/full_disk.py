"""A disk that is full: folders in which nothing can be written, and fights played on it all the same."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from tests.storage.table import ford, sat_down
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.writer import FightFile


class FullFolders(Disk):
    """Takes nothing in some folders."""

    def __init__(self, number: int = errno.ENOSPC) -> None:
        self.full: set[Path] = set()
        self.number = number
        self._in: dict[int, Path] = {}

    def create(self, path: Path, mode: int = 0o644) -> int:
        self._refuse(path.parent)
        file = super().create(path, mode)
        self._in[file] = path.parent
        return file

    def open(self, path: Path) -> int:
        file = super().open(path)
        self._in[file] = path.parent
        return file

    def write(self, file: int, data: bytes) -> int:
        self._refuse(self._in[file])
        return super().write(file, data)

    def _refuse(self, folder: Path) -> None:
        if folder in self.full:
            raise OSError(self.number, os.strerror(self.number))


def file_of(session: Session) -> FightFile:
    assert isinstance(session.recorder, FightFile)
    return session.recorder


def begun(tmp_path: Path, disk: Disk) -> tuple[Session, Path]:
    """A fight begun in order."""
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path, disk=disk)
    session.say("begin")
    return session, path


def forty_notes(tmp_path: Path, disk: FullFolders, *more: Path) -> tuple[Session, Path]:
    """A fight begun in order, its folder and others then full, and forty notes."""
    session, path = begun(tmp_path, disk)
    disk.full |= {tmp_path, *more}
    for number in range(40):
        session.say(f"note {number}")
    return session, path


def aside(tmp_path: Path, *more: Path) -> tuple[Path, Path, object]:
    """A fight whose last forty notes are in a tail; the fight, the tail, and the state that was shown."""
    session, path = forty_notes(tmp_path, FullFolders(), *more)
    own = file_of(session)
    own.close()
    assert own.spilled is not None and own.spilled.place is not None
    return path, own.spilled.place, session.encounter
