"""What the tests of the command line share: the tiny game, and an encounter of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calling import DUEL
from tests.cli.calling import TINY as TINY_TEXT
from tests.cli.showing import Shown
from tests.tiny_system import TINY
from tracker.systems import registry
from tracker.ui import app, terminal


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read from or written to the home of whoever runs the tests."""
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """An encounter of the tiny game."""
    registry.register(TINY)
    path = tmp_path / "tiny.toml"
    path.write_text(TINY_TEXT, encoding="utf-8")
    return path


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """The screen, which only looks at what it is given."""
    screen = Shown()
    monkeypatch.setattr(app, "run", screen.run)
    monkeypatch.setattr(terminal, "there", lambda: True)
    return screen


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An encounter in a folder of its own."""
    path = tmp_path / "here" / "duel.toml"
    path.parent.mkdir()
    shutil.copy(DUEL, path)
    monkeypatch.chdir(path.parent)
    yield path


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration folder of its own."""
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setenv("TRACKER_CONFIG", str(folder))
    return folder
