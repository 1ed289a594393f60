"""Kill −9 at random instants: every step that was printed is in the file, and the fight goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import ROOT

ENCOUNTER = """\
title = "Four who need nobody"
[[combatant]]
from = "goblin"
number = 2
side = "raiders"
orders = "attack again"
[[combatant]]
from = "bandit"
number = 2
side = "robbers"
orders = "attack again"
"""
KILLS = 300
SECONDS = 30
FEWEST = 30
"""On however slow a machine."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each kill is one fork")
def test_hundreds_of_kills_lose_nothing_that_was_printed(tmp_path: Path) -> None:
    encounter = tmp_path / "four.toml"
    encounter.write_text(ENCOUNTER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.kennel", str(encounter), str(tmp_path), str(KILLS), str(SECONDS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    came = json.loads(done.stdout)
    assert came["wrong"] == []
    assert came["kills"] >= FEWEST
    assert came["with_steps"] >= came["kills"] // 4, "most kills should come in the middle of a fight"
