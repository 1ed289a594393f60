"""Killed at random moments in a terminal: every step that was drawn is on disk, and the fight goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.kills import in_a_terminal
from tests.campaign.tally import Tally

KILLS = 24


@pytest.mark.slow
def test_nothing_that_was_shown_is_lost_to_kill_9(tmp_path: Path, fewer: int) -> None:
    kills = max(4, KILLS // fewer)
    tally = Tally(seconds=30, fewest=kills)
    in_a_terminal(tally, tmp_path, kills)
    assert tally.wrong == [] and tally.tried == kills
