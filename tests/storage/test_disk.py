"""A disk in trouble: the game goes on, a banner says since when, and the first success saves everything."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from tests.campaign.failing import Failing
from tests.cli.calling import DUEL
from tests.lanes import drawing, sample
from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tracker.session import Session
from tracker.storage.atomic import Disk, write_new, write_whole
from tracker.storage.fight_log import writer
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.preparation import read_encounter

LINES = ("begin", "note one", "next", "undo", "redo", "note two", "note three", "note four")


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT", 4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for one fight after another."""
    ford(tmp_path)
    return tmp_path


def played(folder: Path, name: str, disk: Disk) -> tuple[Session, Path]:
    path = folder / f"{name}.fight.toml"
    session = sat_down(ford(folder), path, disk=disk)
    for line in LINES:
        session.say(line)
    return session, path


def trouble(session: Session) -> str:
    return session.recorder.trouble  # type: ignore[union-attr, no-any-return]


def test_one_write_and_one_flush_a_step(folder: Path) -> None:
    disk = Failing()
    session, _ = played(folder, "counted", disk)
    before = disk.calls, disk.syncs
    session.say("note five")
    assert disk.syncs - before[1] == 1
    assert disk.calls - before[0] == 4, "looks, write, sync, looks"
    stand_up(session)


def test_all_that_one_line_sets_off_is_one_write_and_one_flush_and_so_is_taking_it_back(folder: Path) -> None:
    disk = Failing()
    path = folder / "set-off.fight.toml"
    session = sat_down(read_encounter(DUEL), path, disk=disk)
    for one in session.encounter:
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders attack nearest")
    session.say("begin")
    for line, least in (("next", 2), ("undo", 2), ("redo", 2)):
        before = disk.calls, disk.syncs
        outcome = session.say(line)
        assert len((*outcome.steps, *outcome.undone, *outcome.redone)) >= least, line
        assert (disk.calls - before[0], disk.syncs - before[1]) == (4, 1), line
    assert stand_up(session) == "" and looked_at(path).encounter == session.encounter


@drawing
def test_whatever_call_fails_once_everything_is_saved_in_the_end(folder: Path) -> None:
    whole_session, whole = played(folder, "whole", calm := Failing())
    stand_up(whole_session)
    expected = whole.read_bytes()
    assert calm.calls > 30
    for number in (errno.ENOSPC, errno.EIO):
        for first in sample(range(1, calm.calls + 1), 6):
            session, path = played(folder, f"{number}-{first}", Failing(first, 1, number))
            assert session.encounter == whole_session.encounter
            assert stand_up(session) == "", (number, first)
            assert path.read_bytes() == expected, (number, first)


@pytest.mark.parametrize("number", sample([errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES], 2))
def test_while_the_disk_fails_the_game_goes_on_and_what_is_there_stays_whole(folder: Path, number: int) -> None:
    for first in (1, 3, 5, 9, 14, 20, 27, 33):
        disk = Failing(first, 10_000, number)
        session, path = played(folder, f"{number}-{first}", disk)
        assert trouble(session).startswith("not saved since ")
        assert trouble(session).endswith(os.strerror(number))
        if path.exists() and path.stat().st_size > 1000:
            opened = looked_at(path)
            assert opened.encounter == session.journal.states.get(opened.journal.done[-1] if opened.journal.done else 0)
        disk.times = 0
        session.say("note the disk is well again")
        assert trouble(session) == ""
        assert looked_at(path).encounter == session.encounter
        stand_up(session)


def test_the_banner_says_since_when(folder: Path) -> None:
    disk = Failing()
    session, _ = played(folder, "since", disk)
    disk.first, disk.times = disk.calls + 1, 10_000
    session.say("note lost for now")
    session.say("note this too")
    assert trouble(session) == f"not saved since step {session.journal.last - 1}: No space left on device"
    stand_up(session)


def test_short_writes_are_written_on(folder: Path) -> None:
    whole_session, whole = played(folder, "whole", Disk())
    session, path = played(folder, "short", Failing(portion=7))
    assert stand_up(session) == stand_up(whole_session) == ""
    assert path.read_bytes() == whole.read_bytes()


def test_a_fight_that_cannot_be_made_is_played_all_the_same(folder: Path) -> None:
    session, path = played(folder, "none", Failing(1, 10_000, errno.EROFS))
    assert trouble(session) == "not saved since the beginning: Read-only file system"
    assert not path.exists()
    stand_up(session)


def test_a_folder_that_cannot_be_made_is_told(folder: Path) -> None:
    (folder / "file").write_text("")
    session = sat_down(ford(folder), folder / "file" / "x.fight.toml")
    session.say("begin")
    assert trouble(session).startswith("not saved since the beginning: ")
    stand_up(session)


def test_a_tail_that_cannot_be_kept_is_not_cut_off(folder: Path) -> None:
    session, path = played(folder, "torn", Disk())
    stand_up(session)
    torn = path.read_bytes()[:-10]
    path.write_bytes(torn)
    disk = Failing(2, 10_000)
    opened = open_fight(path, disk=disk)
    assert "could not be kept beside it yet: No space left on device" in opened.warnings[1]
    again = resumed(opened)
    again.say("note again")
    assert path.read_bytes() == torn
    disk.times = 0
    again.say("note well")
    assert stand_up(again) == ""
    assert path.with_name(f"{path.name}.tail").exists()
    assert looked_at(path).encounter == again.encounter


def test_a_whole_file_is_the_old_one_or_the_new_one(folder: Path) -> None:
    path = folder / "whole.toml"
    path.write_bytes(b"old")
    for first in range(1, 6):
        disk = Failing(first, 1)
        try:
            write_whole(path, b"new", disk)
        except OSError:
            assert path.read_bytes() in (b"old", b"new")
        else:
            assert path.read_bytes() == b"new"
        assert not list(folder.glob(".whole*"))
        path.write_bytes(b"old")


def flushed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, tuple[str, ...]]]:
    """Every flush from now on: which file or folder, by its inode, and what names the folder had by then."""
    seen: list[tuple[int, tuple[str, ...]]] = []
    sync = os.fsync

    def fsync(file: int) -> None:
        names = tuple(sorted(os.listdir(file))) if stat.S_ISDIR(os.fstat(file).st_mode) else ()
        seen.append((os.fstat(file).st_ino, names))
        sync(file)

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


def test_the_name_of_a_new_fight_is_on_the_disk_before_its_first_step_is_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, own = flushed(monkeypatch), folder.stat().st_ino
    session = sat_down(ford(folder), folder / "named.fight.toml")
    assert any(inode == own and "named.fight.toml" in names for inode, names in seen)
    seen.clear()
    session.say("note one")
    assert own not in [inode for inode, _ in seen], "once is enough"
    stand_up(session)


def test_the_name_of_a_file_that_was_replaced_or_put_aside_is_on_the_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, own = folder / "party.toml", folder.stat().st_ino
    path.write_bytes(b"old")
    before = path.stat().st_ino
    seen = flushed(monkeypatch)
    write_whole(path, b"new")
    assert path.stat().st_ino != before
    names = tuple(sorted(file.name for file in folder.iterdir()))
    assert seen[-1] == (own, names), "the last flush is of the folder, after the replacing"
    seen.clear()
    write_new(Disk(), folder / "aside.tail", b"steps")
    assert seen[-1][0] == own and "aside.tail" in seen[-1][1]
