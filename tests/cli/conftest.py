"""What the tests of the command line share: an encounter of a game from outside."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import page_game
from tests.cli.calling import DUEL, NERVE
from tests.cli.showing import Shown
from tracker.tui import app, terminal_presence


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read from or written to the home of whoever runs the tests."""
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))


@pytest.fixture
def nerve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An encounter of the game on the page about adding one."""
    page_game.registered(tmp_path, monkeypatch)
    path = tmp_path / "nerve.toml"
    path.write_text(NERVE, encoding="utf-8")
    return path


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """The screen, which only looks at what it is given."""
    screen = Shown()
    monkeypatch.setattr(app, "run", screen.run)
    monkeypatch.setattr(terminal_presence, "there", lambda: True)
    return screen


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An encounter in a folder of its own."""
    path = tmp_path / "here" / "duel.toml"
    path.parent.mkdir()
    shutil.copy(DUEL, path)
    monkeypatch.chdir(path.parent)
    return path


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration folder of its own."""
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setenv("TRACKER_CONFIG", str(folder))
    return folder
