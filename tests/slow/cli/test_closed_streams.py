"""Standard streams that are closed: every command ends as it would, in no traceback."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, ROOT
from tracker.cli import arguments

posix = pytest.mark.skipif(os.name != "posix", reason="a shell closes them there")


COMMANDS: dict[str, tuple[str, ...]] = {
    "learn": ("learn", "learn hybrid"),
    "play": ("play", "play {duel}", "play --plain {duel}", "play --plain", "play --plain --dice-from {fight} {duel}"),
    "run": ("run {duel} --seed 1", "run {duel} --save {out}.fight.toml --json"),
    "log": (
        "log {fight} --for players",
        "log {fight} --format html --out {out}.html",
        "log {fight} --for players --recap --svg {out}.svg",
        "log absent",
    ),
    "join": ("join {fight} absent.tail",),
    "keys": ("keys",),
    "completions": ("completions bash",),
    "man": ("man",),
    "watch": ("watch {fight}",),
    "share": ("share {fight} --port 0",),
    "new": ("new {out}.toml",),
    "check": ("check {duel} {fight}", "check pyproject.toml"),
    "library": ("library goblin",),
    "systems": ("systems", "systems --json"),
    "schema": ("schema encounter",),
    "sheet": ("sheet {duel} Brann",),
    "party": ("party {fight}",),
    "rest": ("rest absent.toml 8 hours",),
    "reckon": ("reckon", "reckon chance --stat 15 --rank 4", "reckon chance"),
    "rules": ("rules parry an arrow",),
    "odds": ("odds {duel} --fights 4 --workers 1",),
    "sweep": ("sweep absent.toml --out {out}.csv",),
}
"""Lines of every command: `{duel}` is an encounter, `{fight}` a fight, `{out}` a path without its ending."""


OTHERS = ("", "--help", "--version", "help log", "nonsense", "log --nonsense")


CLOSED = ((1,), (0, 1, 2))


FORKS = """
import importlib, json, os, signal, sys, traceback
from tracker.cli import arguments, main
from tracker.games.hybrid import game
for command in (name for names in arguments._COMMANDS.values() for name in names):
    importlib.import_module(f"tracker.cli.{command}")  # once, before the forks
lines, closings, report = json.loads(sys.argv[1])
names = ("stdin", "stdout", "stderr")
for line in lines:
    for closed in closings:
        pid = os.fork()
        if not pid:
            null = os.open(os.devnull, os.O_RDWR)
            for number, name in enumerate(names):
                os.dup2(null, number)
            os.close(null)
            for number in closed:
                os.close(number)
                setattr(sys, names[number], None)
                setattr(sys, f"__{names[number]}__", None)
            signal.alarm(20)
            try:
                code = main(line.split())
                again = [] if code in (0, 1, 2) else [f"exit code {code}"]
            except BaseException:
                again = [traceback.format_exc()]
            for one in again:
                with open(report, "a") as told:
                    told.write(f"{line} without {closed}: {one}\\n")
            os._exit(0)
        if line.startswith("share"):
            signal.sigtimedwait([], 1)
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        if status and not line.startswith("share"):
            with open(report, "a") as told:
                told.write(f"{line} without {closed} ended with {status}\\n")
"""
"""A process that carries out each line without each of the streams in a process of its own."""


def test_the_lines_name_every_command() -> None:
    assert {*COMMANDS} == {name for names in arguments._COMMANDS.values() for name in names}
    assert all(line.split()[0] == command for command, lines in COMMANDS.items() for line in lines)


@posix
def test_no_command_ends_in_a_traceback_whichever_streams_are_closed(tmp_path: Path) -> None:
    duel = shutil.copy(DUEL, tmp_path)
    fight = shutil.copy(ROOT / "saves" / "finished-duel.fight.toml", tmp_path)
    report = tmp_path / "report"
    given = [line for lines in COMMANDS.values() for line in lines]
    lines = [line.format(duel=duel, fight=fight, out=tmp_path / "out") for line in (*given, *OTHERS)]
    env = os.environ | {"TRACKER_CONFIG": str(tmp_path), "TRACKER_DATA": str(tmp_path), "COLUMNS": "80"}
    words = [sys.executable, "-c", FORKS, json.dumps([lines, CLOSED, str(report)])]
    subprocess.run(words, env=env, stdin=subprocess.DEVNULL, check=True)
    assert not report.exists(), report.read_text()


@posix
@pytest.mark.parametrize("closed", ([">&-", "2>&-", "<&- >&- 2>&-"]))
def test_a_sentence_for_a_closed_error_output_is_not_on_the_other_one(closed: str) -> None:
    shell = ["sh", "-c", f'exec "$0" -m tracker log absent {closed}', sys.executable]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert ("absent" in done.stderr) == ("2>&-" not in closed)


@posix
def test_no_file_that_is_opened_takes_the_number_of_a_closed_stream() -> None:
    program = """
import itertools
import os
from tracker.cli.streams_at_start import open_closed_streams
open_closed_streams()
number = os.open(os.devnull, os.O_RDONLY)
inherited = all(os.get_inheritable(one) for one in range(3))
os._exit(number if inherited else 0)
"""
    for closed in itertools.chain.from_iterable(
        itertools.combinations(("<&-", ">&-", "2>&-"), many) for many in (1, 3)
    ):
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" -c "$1" {" ".join(closed)}', sys.executable, program], check=False
        )
        assert done.returncode > 2, closed
