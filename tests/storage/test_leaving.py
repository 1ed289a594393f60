"""A fight left while its disk is in trouble: the steps are put aside, and whoever leaves is told where."""

from __future__ import annotations

import errno
import os
import shlex
import stat
import tempfile
from pathlib import Path

import pytest

from tests.campaign.failing import Failing
from tests.storage.full_disk import FullFolders, file_of, forty_notes
from tests.storage.table import ford, looked_at, sat_down
from tracker.storage.atomic import Disk
from tracker.storage.paths import data_dir


def test_steps_are_counted_while_they_are_not_saved_and_the_reason_is_the_disks(tmp_path: Path) -> None:
    disk = FullFolders()
    session, _ = forty_notes(tmp_path, disk)
    own = file_of(session)
    assert (own.unsaved, own.reason) == (40, "No space left on device")
    disk.full.clear()
    assert own.retry() and (own.unsaved, own.reason, own.trouble) == (0, "", "")
    own.close()
    assert own.spilled is None


def test_what_is_left_over_goes_to_the_folder_then_the_data_folder_then_the_temporary_one(tmp_path: Path) -> None:
    for full, place in (
        ((), tmp_path),
        ((tmp_path,), data_dir()),
        ((tmp_path, data_dir()), Path(tempfile.gettempdir())),
    ):
        folder = tmp_path / f"after-{len(full)}"
        disk = FullFolders()
        session, path = forty_notes(folder, disk)
        disk.full = {folder if one == tmp_path else one for one in full}
        own = file_of(session)
        if not full:
            path.write_bytes(b"# mine\n" + path.read_bytes())
        own.close()
        left = own.spilled
        assert left is not None and left.steps == 40 and left.place is not None
        assert left.place.parent == (folder if place == tmp_path else place)
        assert left.place.name == "ford.fight.toml.unsaved.tail"
        assert left.place.read_bytes().count(b'line = "note ') == 40
        words = "\n".join(left.sentences())
        assert words.startswith(f"40 steps are not in {path}: {left.reason}.")
        assert shlex.join(["tracker", "join", str(path), str(left.place)]) in words


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077], ids=oct)
@pytest.mark.parametrize("full", [0, 1, 2])
def test_nobody_else_may_read_what_is_left_over_from_its_first_byte_on(
    full: int, umask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    class Watched(FullFolders):
        def write(self, file: int, data: bytes) -> int:
            modes.append(stat.S_IMODE(os.fstat(file).st_mode))
            return super().write(file, data)

    disk = Watched()
    session, path = forty_notes(tmp_path, disk)
    disk.full = set((tmp_path, data_dir())[:full])
    path.write_bytes(b"# mine\n" + path.read_bytes())
    modes.clear()
    before = os.umask(umask)
    try:
        file_of(session).close()
    finally:
        os.umask(before)
    spilled = file_of(session).spilled
    assert spilled is not None and spilled.place is not None
    assert stat.S_IMODE(spilled.place.stat().st_mode) == 0o600
    assert modes and set(modes) == {0o600}


def test_when_it_can_be_kept_nowhere_that_is_said_with_every_reason(tmp_path: Path) -> None:
    disk = FullFolders(errno.EROFS)
    session, _ = forty_notes(tmp_path, disk)
    disk.full |= {data_dir(), Path(tempfile.gettempdir())}
    own = file_of(session)
    own.close()
    assert own.spilled is not None and own.spilled.place is None
    words = own.spilled.sentences()[1]
    assert words.count("Read-only file system") == 3 and str(data_dir()) in words


def test_a_fight_that_could_never_be_made_is_put_aside_whole(tmp_path: Path) -> None:
    disk = FullFolders()
    disk.full.add(tmp_path)
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=disk)
    session.say("begin")
    own = file_of(session)
    own.close()
    assert own.spilled is not None and own.spilled.place is not None
    assert looked_at(own.spilled.place).encounter == session.encounter


def test_the_reason_stays_the_one_that_keeps_the_folder_from_being_made(tmp_path: Path) -> None:
    class ReadOnly(Disk):
        def make_folder(self, folder: Path) -> None:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml", disk=ReadOnly())
    session.say("begin")
    session.say("note one")
    assert file_of(session).trouble == "not saved since the beginning: Read-only file system"
    file_of(session).close()


def test_a_folder_that_has_vanished_is_called_so_and_the_whole_fight_is_put_aside(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    session = sat_down(ford(folder), folder / "ford.fight.toml")
    session.say("begin")
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    session.say("note gone")
    own = file_of(session)
    assert own.trouble.startswith(f"not saved since step {session.journal.last}: the folder {folder} is gone")
    own.close()
    assert own.spilled is not None and own.spilled.place is not None
    assert own.spilled.place.parent == data_dir()
    assert looked_at(own.spilled.place).encounter == session.encounter


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
def test_whatever_fails_nothing_is_lost_unless_every_folder_refuses(tmp_path: Path, number: int) -> None:
    for first in (2, 5, 9, 14):
        disk = Failing(first, 10_000, number)
        session = sat_down(ford(tmp_path), tmp_path / f"{first}.fight.toml", disk=disk)
        for line in ("begin", "note one", "note two"):
            session.say(line)
        disk.times = 0
        own = file_of(session)
        own.close()
        assert own.spilled is None and looked_at(own.path).encounter == session.encounter
