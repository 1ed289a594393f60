"""A key on a busy disk, by the clock: flushed beside the drawing / waited for before it (120 × 36, 30 fighters).

The disk is slowed down by a pause in each flush, so that the figures do not hang on the machine's own.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from fights import on_disk
from key import SAMPLES, Pressed
from pairs import ratio, report

FLUSHES = (0.005, 0.02, 0.06)
"""Seconds that a flush takes longer: a disk that others use, a busy one, one that is old and busy."""
PROGRAM = """
import sys, time
from contextlib import nullcontext
from tracker.cli import main
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.writer import FightFile
sync = Disk.sync
pause = float(sys.argv.pop())
def slowly(self, file):
    time.sleep(pause)
    sync(self, file)
Disk.sync = slowly
if sys.argv.pop() == "waited-for":
    FightFile.beside = lambda self: nullcontext()
main()
"""


class ByTheClock(Pressed):
    """A key measured from the press to the last byte of its frame."""

    def __call__(self) -> float:
        super().__call__()
        return self.waited[-1]


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for pause in FLUSHES:
            keys = []
            for manner in ("beside", "waited-for"):
                path = folder / f"{manner}-{pause}.fight.toml"
                on_disk(path, 30, 500)
                words = ["-c", PROGRAM, "play", str(path), manner, str(pause)]
                keys.append(ByTheClock(words, "Fighter", folder, " "))
            report(f"clock: a key, a flush of {1000 * pause:.0f} ms beside / waited for", ratio(*keys, SAMPLES), 0.90)
            for one in keys:
                one.close()


if __name__ == "__main__":
    main()
