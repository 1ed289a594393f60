"""What the tests of the command line share: the tiny game, and an encounter of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import TINY as TINY_TEXT
from tests.tiny_system import TINY
from tracker.systems import registry


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
