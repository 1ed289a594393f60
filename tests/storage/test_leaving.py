"""A fight left while its disk is in trouble: the steps are put aside, and whoever leaves is told where."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import stat
import tempfile
from pathlib import Path

import pytest

from tests.campaign.failing import Failing
from tests.storage.full_disk import FullFolders, begun, file_of, forty_notes
from tests.storage.lost_file import LOST, a_fight_that_lost_its_file
from tests.storage.table import ford, looked_at, sat_down
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.spill_files import spill_files_for
from tracker.storage.fight_log.spill_recovery import join
from tracker.storage.paths import data_dir
from tracker.storage.toml.diagnostics import Locked


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
        session, path = begun(folder, disk)
        disk.full = {folder if one == tmp_path else one for one in full}
        if not full:
            path.write_bytes(b"# mine\n" + path.read_bytes())
        for number in range(40):
            session.say(f"note {number}")
        own = file_of(session)
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
    session, path = begun(tmp_path, disk)
    disk.full = set((tmp_path, data_dir())[:full])
    path.write_bytes(b"# mine\n" + path.read_bytes())
    modes.clear()
    before = os.umask(umask)
    try:
        for number in range(3):
            session.say(f"note {number}")
        file_of(session).close()
    finally:
        os.umask(before)
    spilled = file_of(session).spilled
    assert spilled is not None and spilled.place is not None
    assert stat.S_IMODE(spilled.place.stat().st_mode) == 0o600
    assert modes and set(modes) == {0o600}


def test_when_it_can_be_kept_nowhere_that_is_said_with_every_reason(tmp_path: Path) -> None:
    disk = FullFolders(errno.EROFS)
    session, _ = forty_notes(tmp_path, disk, data_dir(), Path(tempfile.gettempdir()))
    own = file_of(session)
    assert own.trouble == "not saved since step 2: Read-only file system"
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
    assert file_of(session).trouble == (
        "not saved since the beginning: Read-only file system; the steps since are in ford.fight.toml.unsaved.tail"
    )
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


@pytest.mark.parametrize("how", LOST)
def test_from_the_first_step_after_its_file_is_lost_the_whole_fight_is_on_the_disk_after_each(
    tmp_path: Path, how: str
) -> None:
    session, path = a_fight_that_lost_its_file(tmp_path / "room", how)
    kept: Path | None = None
    for line in ("note two", "next", "undo", "redo", "note three"):
        session.say(line)
        kept = file_of(session).kept_in
        assert kept is not None, line
        assert looked_at(kept).encounter == session.encounter, line
        place = kept.name if kept.parent == path.parent else str(kept)
        assert file_of(session).trouble.endswith(f"; the steps since are in {place}")
    path.unlink(missing_ok=True)
    file_of(session).close()
    assert kept is not None
    assert (kept, 7) in spill_files_for(path)
    join(path, kept)
    assert looked_at(path).encounter == session.encounter


def test_a_file_deleted_during_a_write_is_kept_whole_from_that_step_on(tmp_path: Path) -> None:
    class Deleting(Disk):
        def sync(self, file: int) -> None:
            super().sync(file)
            if armed:
                armed.pop().rename(tmp_path / "elsewhere")

    armed: list[Path] = []
    session, path = begun(tmp_path, Deleting())
    armed.append(path)
    for line in ("note one", "note two"):
        session.say(line)
        kept = file_of(session).kept_in
        assert kept is not None and looked_at(kept).encounter == session.encounter, line
    (tmp_path / "elsewhere").rename(path)
    session.say("note three")
    assert file_of(session).trouble == "" and looked_at(path).encounter == session.encounter


def test_the_spill_file_of_a_fight_that_is_still_played_is_not_joined(tmp_path: Path) -> None:
    session, path = a_fight_that_lost_its_file(tmp_path, "deleted")
    session.say("note two")
    kept = file_of(session).kept_in
    assert kept is not None
    with pytest.raises(Locked):
        join(path, kept)
    assert not path.exists()
    file_of(session).close()
    assert join(path, kept).new


def test_a_spill_file_that_is_lost_too_is_made_anew_with_every_step(tmp_path: Path) -> None:
    session, _ = a_fight_that_lost_its_file(tmp_path / "room", "deleted")
    session.say("note two")
    first = file_of(session).kept_in
    assert first is not None
    shutil.rmtree(first.parent)
    session.say("note three")
    again = file_of(session).kept_in
    assert again is not None and again.parent == data_dir()
    assert looked_at(again).encounter == session.encounter


def test_a_file_that_comes_back_takes_every_step_and_no_copy_is_left(tmp_path: Path) -> None:
    session, path = a_fight_that_lost_its_file(tmp_path, "renamed")
    session.say("note two")
    kept = file_of(session).kept_in
    assert kept is not None and kept.exists()
    (tmp_path / "elsewhere").rename(path)
    session.say("note three")
    own = file_of(session)
    assert (own.trouble, own.kept_in, own.unsaved) == ("", None, 0) and not kept.exists()
    assert looked_at(path).encounter == session.encounter


def test_a_fight_whose_file_is_edited_and_then_deleted_is_kept_whole(tmp_path: Path) -> None:
    session, path = begun(tmp_path, Disk())
    path.write_bytes(path.read_bytes() + b"# mine\n")
    session.say("note one")
    first = file_of(session).kept_in
    path.unlink()
    session.say("note two")
    kept = file_of(session).kept_in
    assert first is not None and kept is not None and not (first != kept and first.exists())
    assert looked_at(kept).encounter == session.encounter


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_steps_a_failing_disk_refuses_are_kept_elsewhere_before_they_are_shown(tmp_path: Path, number: int) -> None:
    disk = FullFolders(number)
    session, path = forty_notes(tmp_path, disk)
    kept = file_of(session).kept_in
    assert kept is not None and kept.parent == data_dir()
    assert spill_files_for(path) == ((kept, 40),)


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
