"""A program that is killed while it leaves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.storage.lost_file import LOST
from tracker.storage.fight_log.opening import open_fight

KILLED = """
import sys
from pathlib import Path
from tests.storage.lost_file import a_fight_that_lost_its_file
session, path = a_fight_that_lost_its_file(Path(sys.argv[1]), sys.argv[2])
for number in range(1000):
    session.say(f"note line {number}")
    print(session.journal.last, session.recorder.kept_in, flush=True)
"""


@pytest.mark.parametrize("how", LOST)
def test_kill_nine_loses_no_step_of_a_fight_that_lost_its_file(tmp_path: Path, how: str) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "room"), how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3]) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline() for _ in range(20)]
        program.kill()
        rest = program.stdout.read().split("\n")[:-1]
    shown, kept = (rest or lines)[-1].strip().split(" ", 1)
    assert open_fight(Path(kept), look=True, up_to_break=True).journal.last >= int(shown)
