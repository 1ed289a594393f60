"""Two programs on one fight, and edits from outside: noticed, told, never overwritten."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tracker.storage.fight_log.fight_lock import Lock, lock_path
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.toml.diagnostics import Locked


def test_the_second_program_hears_who_plays_and_may_look(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    with pytest.raises(Locked) as locked:
        open_fight(path)
    assert locked.value.pid == os.getpid()
    assert "is already open in process" in locked.value.sentence
    assert looked_at(path).encounter == session.encounter
    stand_up(session)
    stand_up(resumed(open_fight(path)))
    assert not list(tmp_path.glob(".*.lock"))


def test_a_lock_dies_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    stand_up(sat_down(ford(tmp_path), path))
    program = (
        "import os, sys; from pathlib import Path; from tracker.storage.fight_log.fight_lock import Lock\n"
        "lock = Lock(Path(sys.argv[1])); os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], check=False).returncode == 9
    assert list(tmp_path.glob(".*.lock"))
    stand_up(resumed(open_fight(path)))


def test_an_edit_from_outside_is_noticed_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    session.say("begin")
    edited = path.read_bytes() + b"# mine\n"
    path.write_bytes(edited)
    session.say("note one")
    session.say("note two")
    assert session.recorder is not None
    trouble = session.recorder.trouble  # type: ignore[attr-defined]
    assert trouble == (
        "not saved since step 2: ford.fight.toml was changed by another program and is left as it is;"
        " the steps since are in ford.fight.toml.unsaved.tail"
    )
    assert stand_up(session) == trouble
    assert path.read_bytes() == edited
    assert b"note two" in (tmp_path / "ford.fight.toml.unsaved.tail").read_bytes()


def test_a_file_that_was_put_in_its_place_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    session.say("begin")
    assert "was changed by another program" in stand_up(session)
    path.unlink()


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    path.unlink()
    session.say("begin")
    assert "ford.fight.toml is gone: moved or deleted by another program" in stand_up(session)


@pytest.mark.parametrize("third", [True, False], ids=["somebody-else-was-quicker", "nobody-else-came"])
def test_a_lock_file_that_has_lost_its_name_locks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, third: bool
) -> None:
    path = tmp_path / "ford.fight.toml"
    held: list[Lock] = []
    flock = fcntl.flock

    def just_before(file: int, how: int) -> None:
        """The holder before lets go, and takes the name away, between our opening of the file and our locking it."""
        monkeypatch.setattr(fcntl, "flock", flock)
        lock_path(path).unlink()
        if third:
            held.append(Lock(path))
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", just_before)
    if third:
        with pytest.raises(Locked):
            Lock(path)
    else:
        held.append(Lock(path))
        with pytest.raises(Locked):
            Lock(path)
    held[0].release()
    assert not lock_path(path).exists()
