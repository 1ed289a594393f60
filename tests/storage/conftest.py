"""What several tests of storage need."""

from __future__ import annotations

import tempfile

import pytest

from tracker.storage.fight_log import writer


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put aside stays out of the home and the temporary folder of whoever runs the tests."""
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path_factory.mktemp("data")))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("temporary")))


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint every seventh block, so that short fights have many."""
    monkeypatch.setattr(writer, "CHECKPOINT", 7)
