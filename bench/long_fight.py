"""A very long fight with a modifier at every fifth step: its bytes, and how it is checked and watched at its end.

`long_fight.py [STEPS [FILE]]` makes one of so many steps (46,500), or measures the one that is there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fights import document
from screens import ROOT, Screen

from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.fight_log.reader import FightText
from tracker.storage.preparation import prepare

STEPS = 46_500
FIGHTERS = 12
MIB = 1024 * 1024
CHECK = """
import re, sys
from pathlib import Path
from tracker.cli import main
code = main(["check", sys.argv[1]])
print(code, re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""
OPEN = "import sys; from pathlib import Path; from tracker.cli.opening import look; look(Path(sys.argv[1]))"
WATCH = "import sys; from tracker.cli import main; sys.exit(main(['watch', sys.argv[1]]))"


class Quick(Disk):
    """A disk that does not flush: only what the fight comes to is measured here."""

    def sync(self, file: int) -> None:
        """Nothing."""


def built(path: Path, steps: int) -> None:
    """A fight in which every fifth line gives a modifier to somebody who never rolls."""
    people = document(FIGHTERS)
    prepared = prepare(people | {"combatant": [*people["combatant"], {"name": "Idler", "side": "reds"}]})  # type: ignore[misc]
    file = start_fight(prepared, path, Quick())
    session = Session(prepared.encounter, prepared.rules, SeededDice(1), file)
    session.say("begin")
    session.say("idler wait") if session.encounter.question else None
    while session.journal.last < steps:
        number = session.journal.last
        question = session.encounter.question
        try:
            if number % 5 == 0:
                session.say("idler df -2 bad light")
            else:
                session.say("next" if question is None else f"{question.who} wait")
        except Refused:
            session.say(f"note step {number}")
    file.close()


def _figure(what: str, reached: float, unit: str, goal: float) -> None:
    print(f"{what:<64} {reached:8.2f} {unit:<4} goal {goal:g}{'' if reached <= goal else '  MISSED'}", flush=True)


def main() -> None:
    """Print the figures."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else STEPS
    with tempfile.TemporaryDirectory() as name:
        path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(name) / "long.fight.toml"
        if not path.exists():
            built(path, steps)
        fight = FightText(path)
        sizes = [end - start for start, end in fight.blocks]
        states = [sizes[place] for place in fight.checkpoints]
        print(f"{len(sizes) - len(states) - 1:,} steps, {sum(sizes) / MIB:.1f} MiB, {len(states)} checkpoints")
        _figure("checkpoints / all bytes", sum(states) / sum(sizes), "", 0.5)
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", OPEN, str(path)], check=True, env=environment)
        _figure("opened", time.perf_counter() - start, "s", 5)
        start = time.perf_counter()
        words = [sys.executable, "-c", CHECK, str(path)]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
        _figure("tracker check", time.perf_counter() - start, "s", 60)
        code, most = map(int, done.stdout.split()[-2:])
        _figure("tracker check, memory", most / 1024, "MiB", 200)
        assert code == 0, done.stdout
        shown = Screen(["-c", WATCH, str(path)], Path(name))
        try:
            _figure("tracker watch shows it", shown.until("Fighter"), "s", 5)
        finally:
            shown.close()


if __name__ == "__main__":
    main()
