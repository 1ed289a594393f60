"""The campaign in its short form, part by part."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.campaign.parts import PARTS
from tests.campaign.tally import Part


@pytest.mark.parametrize("part", PARTS, ids=[part.name for part in PARTS])
def test_part(part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    tally = part.carried_out(tmp_path / part.name, short=True)
    assert tally.wrong == []
    assert tally.sound
