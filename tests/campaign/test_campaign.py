"""The campaign in its short form, part by part; and that a part that does not hold is not called held."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.campaign import __main__ as campaign
from tests.campaign.tally import Part, Tally


def one_bad(tally: Tally, folder: Path) -> None:
    while tally.more(5):
        tally.held(f"try {tally.tried + 1}", "it broke" if tally.tried == 2 else "")


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command sets where data and temporary files go; afterwards all is as before."""
    for name in ("TRACKER_DATA", "TMPDIR"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(tempfile, "tempdir", None)


def test_what_does_not_hold_is_told_and_ends_with_1(
    places: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "PARTS", (Part("bad", "tries", one_bad, (9, 9), (1, 1)),))
    assert campaign.main(["--short"]) == 1
    out = capsys.readouterr().out
    assert "4 of 5 tries" in out and "try 3: it broke" in out and "NOT HELD: bad" in out


def test_too_few_tries_prove_nothing(
    places: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "PARTS", (Part("few", "tries", lambda tally, folder: None, (9, 9), (1, 1)),))
    assert campaign.main(["--short"]) == 1
    assert "only 0 of at least 1 could be tried" in capsys.readouterr().out


def test_a_part_stops_when_its_time_is_over_but_not_before_enough_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = Tally(seconds=0, fewest=3)
    while tally.more(5):
        tally.held("a try")
    assert tally.tried == 3
    tally = Tally(seconds=1_000, fewest=3)
    while tally.more(5):
        tally.held("a try")
    assert tally.tried == 5
