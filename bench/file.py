"""The file: opening a fight of 10,000 steps against one of 200, and a step recorded against a bare append."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from fights import document, on_disk
from pairs import process, ratio, report, timed

from tracker.dice.source import SeededDice
from tracker.encounter.engine.journal import Commit, Step
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.format import step_block
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.fight_log.writer import FightFile
from tracker.storage.preparation import prepare

SAMPLES = 101
LONG, SHORT = 10_000, 200
OPEN = """
import sys
from pathlib import Path
from tracker.cli.opening import look
print(len(look(Path(sys.argv[1])).encounter.combatants))
"""
"""From the start of the process to the fighters."""


class Counting(Disk):
    """A disk that counts how often it is told to flush."""

    def __init__(self) -> None:
        self.syncs = 0

    def sync(self, file: int) -> None:
        self.syncs += 1
        super().sync(file)


def _played(folder: Path, disk: Disk) -> tuple[FightFile, Session, Step]:
    """A fight under way, and its step of median size."""
    prepared = prepare(document(30))
    file = start_fight(prepared, folder / "append.fight.toml", disk)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1), file)
    for line in ("begin", *["next"] * 40):
        session.say(line)
    steps = sorted(session.journal, key=lambda step: len(step_block(step)))
    return file, session, steps[len(steps) // 2]


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        on_disk(folder / "long.fight.toml", 30, LONG)
        on_disk(folder / "short.fight.toml", 30, SHORT)
        long = process(["-c", OPEN, str(folder / "long.fight.toml")])
        short = process(["-c", OPEN, str(folder / "short.fight.toml")])
        report(f"a fight of {LONG:,} steps opened / one of {SHORT}", ratio(long, short), 1.5)
        disk = Counting()
        file, session, step = _played(folder, disk)
        data = step_block(step).encode()
        bare = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

        def append() -> None:
            os.write(bare, data)
            os.fsync(bare)

        flushes = disk.syncs
        commit = Commit((step,), session.encounter, session.journal)
        ours = timed(lambda: file.record(commit))
        report(f"a step of {len(data)} bytes / a bare append", ratio(ours, timed(append), SAMPLES), 3)
        print(f"{'flushes a step':<64} {(disk.syncs - flushes) / (SAMPLES + 1):6.2f}   goal 1")
        file.close()
        os.close(bare)


if __name__ == "__main__":
    main()
