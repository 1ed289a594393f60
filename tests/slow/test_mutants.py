"""A change of a tested rule dies, and any other lives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.__main__ import equivalents
from tests.mutants.drawing import ROOMS, ROOT, every

TABLE = """
from tracker.games.phases.timing import at_once, landing


def test_a_weapon_with_a_rate_of_fire_of_three_fires_three_at_once():
    assert at_once(3) == 3


def test_an_action_of_one_sub_phase_lands_at_once():
    assert landing(1, 0, 1) == 1 and landing(2, 2, 1) == 4


def test_what_fails_without_a_change():
    assert at_once(1) == 7
"""


TRIAL = """
import sys
from pathlib import Path
from tests.mutants import running
from tests.mutants.drawing import ROOT, Mutant, changed, count, files, functions
import ast
running.LEAST = 1.0
path = ROOT / "tracker/games/phases/timing.py"
mutants = []
for name, function in functions(ast.parse(path.read_text("utf-8"))):
    if name in ("at_once", "landing", "phase_end"):
        for number in range(count(function)):
            _, kind, old, new, line = changed(function, number)
            mutants.append(Mutant("phases", str(path.relative_to(ROOT)), name, number, line, kind, old, new))
told = []
for verdict in running.tried(mutants, [sys.argv[1]], 2, told.append):
    print(f"{verdict.mutant.function}|{verdict.mutant.old}|{verdict.mutant.new}|{verdict.noticed.rpartition('::')[2]}")
print(*told, sep="\\n", file=sys.stderr)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a trial is a fork of the process")
def test_a_change_that_breaks_a_tested_rule_dies_and_any_other_lives(tmp_path: Path) -> None:
    (tmp_path / "test_table.py").write_text(TABLE, encoding="utf-8")
    words = [sys.executable, "-c", TRIAL, str(tmp_path / "test_table.py")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    fates = {
        (name, old, new): noticed
        for name, old, new, noticed in (row.split("|") for row in done.stdout.split("\n")[:-1])
    }
    three = "test_a_weapon_with_a_rate_of_fire_of_three_fires_three_at_once"
    split = "rof <= tables().fire.split_up_to"
    assert fates["at_once", split, "rof > tables().fire.split_up_to"] == three
    assert fates["at_once", split, "rof < tables().fire.split_up_to"] == "", "no test has a rate of fire of two"
    assert fates["landing", "sub_phase(count) == 1", "sub_phase(count) != 1"]
    assert fates["landing", "count += 1", "pass"] == "a trial that took too long"
    assert {noticed for (name, _, _), noticed in fates.items() if name == "phase_end"} == {""}, "no test runs it"
    assert "left out, as it fails without a change" in done.stderr


def test_each_reason_is_of_a_change_that_can_still_be_drawn() -> None:
    changes = {mutant.hash for game in ROOMS for mutant in every(game)}
    assert not [reason for key, reason in equivalents().items() if key not in changes]
