"""Row 4 (and 5): a key until all panes have changed, against an app that updates one label; crowds, logs, bytes."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from fights import on_disk
from pairs import ratio, report
from screens import LABEL, Screen

SAMPLES = 25
SLIP = 0.25
"""Seconds between two presses of the same key; sooner it is a slip, and is passed over."""


class Pressed:
    """A running program whose key is measured; keys that change nothing are passed over."""

    def __init__(self, words: list[str], marker: str, folder: Path, key: str) -> None:
        self._screen = Screen(words, folder)
        self._screen.until(marker)
        time.sleep(0.5)
        self._key = key
        self.sizes: list[int] = []

    def __call__(self) -> float:
        for _ in range(10):
            time.sleep(SLIP)
            taken, size = self._screen.press(self._key)
            if size:
                self.sizes.append(size)
                return taken
        raise TimeoutError("the key no longer changes anything")

    def close(self) -> None:
        """End the program."""
        self._screen.close()


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fights = {}
        for what, combatants, steps in (("few", 30, 500), ("many", 300, 500), ("long", 30, 10_000)):
            path = folder / f"{what}.fight.toml"
            on_disk(path, combatants, steps)
            fights[what] = Pressed(["-m", "tracker", "play", str(path)], "Fighter", folder, " ")
        floor = Pressed(["-c", LABEL], "label-and-ready", folder, "a")
        report("4  key to all panes, 30 combatants / one label", ratio(fights["few"], floor, SAMPLES), 3.5)
        report("4  300 combatants / 30", ratio(fights["many"], fights["few"], SAMPLES), 1.15)
        report("4  a log of 10,000 / of 500", ratio(fights["long"], fights["few"], SAMPLES), 1.10)
        print(f"{'5  bytes a key, median':<64} {statistics.median(fights['few'].sizes):6.0f}   goal 12000")
        for one in (*fights.values(), floor):
            one.close()


if __name__ == "__main__":
    main()
