"""A fight whose file is lost while it is played: deleted, moved, or another is in its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.storage.full_disk import begun
from tracker.session import Session
from tracker.storage.atomic import Disk


def put_in_its_place(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(b"# mine\n" + path.read_bytes())
    copy.replace(path)


LOST: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "renamed": lambda path: path.rename(path.with_name("elsewhere")),
    "another put in its place": put_in_its_place,
    "its folder deleted": lambda path: shutil.rmtree(path.parent),
    "its folder renamed": lambda path: path.parent.rename(path.parent.with_name("moved")),
}


def a_fight_that_lost_its_file(room: Path, how: str) -> tuple[Session, Path]:
    """A fight of two steps whose file is then lost in this way."""
    session, path = begun(room, Disk())
    session.say("note one")
    LOST[how](path)
    return session, path
