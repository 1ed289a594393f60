"""Kills `tracker run --save` at random instants; prints what was shown but is not on the disk, as JSON.

A program of its own: the parent has everything loaded and no threads, so that each kill costs one fork.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tracker.cli import main
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.views import records

LINES = 400
LONGEST = 0.12
"""Seconds until the latest kill."""


def run(encounter: Path, fight: Path, seed: int, wait: float, begun: bool) -> list[dict[str, Any]]:
    """Run the fight in a process of its own, kill it, and give what it had printed.

    The kill comes `wait` seconds after its start, or with `begun` after its first line, however late that is.
    """
    into, out_of = os.pipe()
    child = os.fork()
    if child == 0:
        _child(encounter, fight, seed, out_of)
    os.close(out_of)
    if begun:
        select.select([into], [], [])
    time.sleep(wait)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(into, encoding="utf-8") as printed:
        whole = printed.read()
    lines = whole[: whole.rfind("\n") + 1].splitlines()
    shown = [json.loads(line) for line in lines]
    return [record for record in shown if record["kind"] != "State"]


def _child(encounter: Path, fight: Path, seed: int, out_of: int) -> None:
    lines, into = os.pipe()
    os.write(into, ("begin\n" + "next\n" * LINES).encode())
    os.close(into)
    sys.stdin = os.fdopen(lines, encoding="utf-8")
    sys.stdout = os.fdopen(out_of, "w", encoding="utf-8")
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it is open as long as the process lives
    code = 70
    try:
        code = main(["run", str(encounter), "--save", str(fight), "--seed", str(seed), "--json"])
    finally:
        os._exit(code)


def lost(fight: Path, shown: list[dict[str, Any]]) -> str:
    """What is wrong with the file after the kill; empty when all that was shown is there and the fight goes on."""
    try:
        steps = logged_steps(fight)
    except InvalidFile as invalid:
        return f"{len(shown)} events shown, but {invalid}" if shown else ""
    kept: list[dict[str, Any]] = []
    before = 0
    for told in steps:
        kept += records.of_step(told.step, before)
        before = told.step.at
    plain = json.loads(json.dumps(kept))
    if plain[: len(shown)] != shown:
        return f"{len(shown)} events shown, {len(plain)} kept, and they are not the same"
    opened = open_fight(fight)
    session = session_of(opened, SeededDice(1))
    with suppress(Refused):
        session.say("next" if session.encounter.began else "begin")
    assert opened.fight_file is not None
    trouble = opened.fight_file.trouble
    opened.fight_file.close()
    return trouble


def kill(encounter: Path, folder: Path, times: int, seconds: float, fewest: int) -> dict[str, Any]:
    """Kill at most `times`, or until `seconds` are over, and `fewest` at least."""
    random.seed(20)
    end = time.monotonic() + seconds
    wrong: list[str] = []
    kills = with_steps = lines = 0
    lost(folder / "warm.fight.toml", run(encounter, folder / "warm.fight.toml", 0, LONGEST, True))
    while kills < times and (time.monotonic() < end or kills < fewest):
        fight = folder / f"{kills}.fight.toml"
        wait = random.uniform(0, LONGEST)
        shown = run(encounter, fight, kills, wait, kills % 2 == 1)
        kills += 1
        with_steps += bool(shown)
        lines += len(shown)
        problem = lost(fight, shown)
        fight.unlink(missing_ok=True)
        if problem:
            wrong.append(f"kill {kills} after {wait:.4f} s: {problem}")
    return {"kills": kills, "with_steps": with_steps, "lines": lines, "wrong": wrong}


if __name__ == "__main__":
    encounter, folder, times, seconds, fewest = sys.argv[1:]
    print(json.dumps(kill(Path(encounter), Path(folder), int(times), float(seconds), int(fewest))))
