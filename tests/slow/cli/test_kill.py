"""Kill −9 at random instants: every step that was printed is in the file, and the fight goes on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.campaign.kills import headless
from tests.campaign.tally import Tally

KILLS = 300
SECONDS = 30
FEWEST = 30
"""On however slow a machine."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each kill is one fork")
def test_hundreds_of_kills_lose_nothing_that_was_printed(tmp_path: Path) -> None:
    tally = Tally(SECONDS, fewest=FEWEST)
    headless(tally, tmp_path, KILLS)
    assert tally.wrong == [] and tally.sound
