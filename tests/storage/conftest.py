"""What several tests of storage need."""

from __future__ import annotations

import pytest

from tracker.storage.fight_log import writer


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint every seventh block, so that short fights have many."""
    monkeypatch.setattr(writer, "CHECKPOINT", 7)
