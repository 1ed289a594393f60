"""Killed at random moments in a terminal: every step that was drawn is on disk, and the fight goes on."""

from __future__ import annotations

from pathlib import Path

from tests.campaign.kills import in_a_terminal
from tests.campaign.tally import Tally

KILLS = 24


def test_nothing_that_was_shown_is_lost_to_kill_9(tmp_path: Path) -> None:
    tally = Tally(seconds=30, fewest=KILLS)
    in_a_terminal(tally, tmp_path, KILLS)
    assert tally.wrong == [] and tally.tried == KILLS
