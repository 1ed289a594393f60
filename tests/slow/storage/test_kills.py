"""Killed at any moment, a fight has on disk everything that was shown."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.storage.table import looked_at, resumed, stand_up
from tracker.storage.fight_log.opening import open_fight

PROGRAM = """
import sys
from pathlib import Path
from tests.storage.table import ford, sat_down
from tracker.storage.fight_log import writer
writer.CHECKPOINT = 9
folder = Path(sys.argv[1])
session = sat_down(ford(folder), folder / "ford.fight.toml")
for number in range(100_000):
    session.say("undo" if number % 7 == 6 else f"note line {number}")
    print(session.journal.last, flush=True)
"""


@pytest.mark.parametrize("seed", range(6))
def test_kill_nine_loses_nothing_that_was_shown(tmp_path: Path, seed: int) -> None:
    lines = random.Random(seed).randrange(1, 120)
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as program:
        assert program.stdout is not None
        shown = 0
        for _ in range(lines):
            shown = int(program.stdout.readline())
        program.kill()
        rest = program.stdout.read().split("\n")
        shown = max([shown, *(int(line) for line in rest[:-1] if line)])
    opened = open_fight(tmp_path / "ford.fight.toml")
    assert opened.journal.last >= shown
    session = resumed(opened)
    session.say("note after the kill")
    assert stand_up(session) == ""
    assert looked_at(tmp_path / "ford.fight.toml").encounter == session.encounter
