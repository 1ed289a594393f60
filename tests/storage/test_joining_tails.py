"""Steps put aside are joined to their fight when they follow; else what differs is said and nothing changes."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.campaign.failing import Failing
from tests.storage.full_disk import FullFolders, aside, file_of
from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tracker.campaign.file_checks import check
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.fight_log.spill_files import spill_files_for
from tracker.storage.fight_log.spill_recovery import join
from tracker.storage.paths import data_dir
from tracker.storage.toml.diagnostics import InvalidFile, StorageError


def unchanged(path: Path, tail: Path) -> str:
    """The sentence with which joining is refused, after which both files are as before."""
    before = path.read_bytes(), tail.read_bytes()
    with pytest.raises(StorageError) as refused:
        join(path, tail)
    assert (path.read_bytes(), tail.read_bytes()) == before
    return refused.value.sentence


def test_steps_that_follow_are_joined_and_the_fight_is_as_it_was_shown(tmp_path: Path) -> None:
    path, tail, shown = aside(tmp_path)
    joined = join(path, tail)
    assert joined.steps == 40 and str(joined).startswith(f"{path}: 40 steps joined from {tail}.")
    assert looked_at(path).encounter == shown
    assert check(path) == ()
    again = resumed(open_fight(path))
    again.say("note and on")
    assert stand_up(again) == ""


def test_steps_that_were_written_but_not_flushed_are_joined_once(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    disk = Failing(number=errno.EIO, only=tmp_path)
    session = sat_down(ford(tmp_path), path, disk=disk)
    session.say("begin")
    disk.first, disk.times = disk.calls + 3, 10_000  # looks, write, and then the flush
    session.say("note written, not flushed")
    session.say("note not even written")
    own = file_of(session)
    own.close()
    assert own.spilled is not None and own.spilled.place is not None
    assert b"written, not flushed" in path.read_bytes()
    assert own.spilled.place.read_bytes().count(b'line = "note ') == 2
    assert join(path, own.spilled.place).steps == 1
    assert looked_at(path).encounter == session.encounter
    assert check(path) == ()


def test_joining_twice_says_that_they_are_there_already(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    join(path, tail)
    assert unchanged(path, tail) == f"{path} has the steps of {tail} already, up to step 41. Nothing was changed."


def test_a_fight_that_has_gone_on_is_left_as_it_is(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    again = resumed(open_fight(path))
    again.say("note otherwise")
    again.say("note otherwise again")
    stand_up(again)
    assert f"has gone on up to step 3, and {tail} begins with step 2. Nothing" in unchanged(path, tail)


def test_steps_missing_between_are_named(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    blocks = tail.read_bytes().split(b"\n[[step]]\n")
    tail.write_bytes(b"\n[[step]]\n" + b"\n[[step]]\n".join(blocks[4:]))
    assert f"ends with step 1 and {tail} begins with step 5: steps 2 to 4 are missing." in unchanged(path, tail)


def test_the_tail_of_another_fight_is_refused(tmp_path: Path) -> None:
    _, tail, _ = aside(tmp_path)
    other = tmp_path / "other.fight.toml"
    session = sat_down(ford(tmp_path), other)
    session.say("note not the same beginning")
    stand_up(session)
    assert f"{tail} begins with step 2, but follows another step 1 than the one {other} ends with" in unchanged(
        other, tail
    )


def test_a_damaged_tail_is_refused(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    tail.write_bytes(tail.read_bytes().replace(b"note 30", b"note 99"))
    assert f"{tail} is damaged from line " in unchanged(path, tail)


def test_a_file_that_is_no_tail_is_refused(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    tail.write_bytes(b"hello\n")
    assert unchanged(path, tail) == f"{tail} has no steps of a fight. Nothing was changed."
    with pytest.raises(InvalidFile, match="there is no such file"):
        join(path, tmp_path / "absent")


def test_what_the_failed_write_left_at_the_end_of_the_fight_does_no_harm(tmp_path: Path) -> None:
    path, tail, shown = aside(tmp_path)
    path.write_bytes(path.read_bytes() + tail.read_bytes()[:100])
    join(path, tail)
    assert looked_at(path).encounter == shown
    assert not list(tmp_path.glob("*.toml.tail"))


@pytest.mark.parametrize("there", [None, 0, 90], ids=["gone", "empty", "cut off in its head"])
def test_a_fight_without_its_beginning_is_made_of_a_tail_that_has_it(tmp_path: Path, there: int | None) -> None:
    disk = FullFolders()
    disk.full.add(tmp_path)
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path, disk=disk)
    session.say("begin")
    own = file_of(session)
    own.close()
    assert own.spilled is not None and own.spilled.place is not None
    path.unlink(missing_ok=True)
    if there is not None:
        path.write_bytes(own.spilled.place.read_bytes()[:there])
    assert spill_files_for(path) == ((own.spilled.place, 1),)
    assert join(path, own.spilled.place).new
    assert looked_at(path).encounter == session.encounter


def test_other_text_in_the_place_of_a_fight_is_never_replaced(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    tail.write_bytes(path.read_bytes() + tail.read_bytes())
    path.write_bytes(b"# mine\n")
    assert spill_files_for(path) == ()
    with pytest.raises(InvalidFile):
        join(path, tail)
    assert path.read_bytes() == b"# mine\n"


def test_a_tail_without_its_fight_says_so(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    path.unlink()
    with pytest.raises(StorageError, match=r"is not there, and .* has steps from 2 on, not the beginning"):
        join(path, tail)
    assert not path.exists()


def test_only_tails_that_follow_are_offered_wherever_they_lie(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path, data_dir())
    assert tail.parent == Path(tempfile.gettempdir())
    shutil.copy(tail, path.with_name(f"{path.name}.2.unsaved.tail"))
    (data_dir() / "ford.fight.toml.unsaved.tail").write_bytes(b"mine")
    assert [(place.parent, steps) for place, steps in spill_files_for(path)] == [(path.parent, 40), (tail.parent, 40)]
    join(path, tail)
    assert spill_files_for(path) == ()


def test_a_link_of_the_name_of_a_tail_is_neither_offered_nor_read(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path, data_dir())
    elsewhere = tmp_path / "elsewhere"
    tail.rename(elsewhere)
    tail.symlink_to(elsewhere)
    assert spill_files_for(path) == ()
    with pytest.raises(InvalidFile, match="is not an ordinary file"):
        join(path, tail, owned_only=True)


def test_a_tail_of_somebody_else_is_neither_offered_nor_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, tail, _ = aside(tmp_path, data_dir())
    owner = tail.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert spill_files_for(path) == ()
    with pytest.raises(InvalidFile, match="belongs to another user"):
        join(path, tail, owned_only=True)
    assert join(path, tail).steps == 40, "named by the game master it is joined"


def test_a_crowd_of_strangers_files_hides_no_tail_of_ones_own(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path, data_dir())
    for number in range(300):
        (tail.parent / f"{path.name}.{number:03}.unsaved.tail").symlink_to(tail)
    assert spill_files_for(path) == ((tail, 40),)


def test_a_fight_that_has_no_tail_is_not_read_to_look_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every start looks for tails; to read a fight and make it ready is work enough once."""
    fight = tmp_path / "ford.fight.toml"
    sat_down(ford(tmp_path), fight)

    def reading(path: Path, data: bytes | None = None) -> None:
        raise AssertionError(f"{path} is read")

    monkeypatch.setattr("tracker.storage.fight_log.spill_files.FightText", reading)
    assert spill_files_for(fight) == ()


def test_a_fight_being_played_is_not_joined(tmp_path: Path) -> None:
    path, tail, _ = aside(tmp_path)
    lock = Lock(path)
    try:
        assert "is already open" in unchanged(path, tail)
    finally:
        lock.release()


class FailingWrite(Disk):
    def write(self, file: int, data: bytes) -> int:
        super().write(file, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_still_full_changes_nothing(tmp_path: Path) -> None:
    path, tail, shown = aside(tmp_path)
    before = path.read_bytes()
    with pytest.raises(StorageError, match=r"cannot be written: No space left on device\. The steps are still in"):
        join(path, tail, FailingWrite())
    assert path.read_bytes() == before
    join(path, tail)
    assert looked_at(path).encounter == shown
