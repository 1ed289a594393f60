"""Where a fight lies and what files may be called."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.table import FORD, ford, sat_down, stand_up
from tracker.campaign.file_checks import check
from tracker.storage.paths import beside, fight_path_for


def test_a_fight_lies_beside_its_encounter(tmp_path: Path) -> None:
    ford(tmp_path)
    path = fight_path_for(tmp_path / "ford.toml")
    assert path == tmp_path / "ford.fight.toml"
    path.write_text("")
    assert fight_path_for(tmp_path / "ford.toml", new=True) == tmp_path / "ford-2.fight.toml"
    assert fight_path_for(path, new=True) == tmp_path / "ford-2.fight.toml"


def test_where_nothing_can_be_written_it_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "mine"))
    path = fight_path_for(tmp_path / "no such folder" / "ford.toml")
    assert path == tmp_path / "mine" / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path)
    assert stand_up(session) == ""
    assert path.is_file()


def test_names_beside_a_fight_are_never_taken_twice(tmp_path: Path) -> None:
    path = tmp_path / "ford.fight.toml"
    beside(path, "tail").write_text("one")
    assert beside(path, "tail").name == "ford.fight.toml.2.tail"


def test_the_ford_of_these_tests_is_right(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(FORD)
    assert check(path) == ()
