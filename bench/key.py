"""A key on the fight's screen (120 × 36) until all panes have changed: the processor's time and the flush apart.

The fight goes on by standing orders: each key is a step that is written and flushed. The floor is an app that updates
one label.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fights import on_disk
from pairs import ratio, report
from screens import LABEL, Screen

SAMPLES = 25
SLIP = 0.25
"""Seconds between two presses of the same key; sooner it is a slip, and is passed over."""
BLOCK = 700
"""Bytes of a step of median size."""


class Pressed:
    """A running program whose key is measured by the processor; keys that change nothing are passed over."""

    def __init__(self, words: list[str], marker: str, folder: Path, key: str, moves: bool = False) -> None:
        self._screen = Screen(words, folder, moves)
        self._screen.until(marker)
        time.sleep(0.5)
        self._key = key
        self.sizes: list[int] = []
        self.waited: list[float] = []
        """Seconds by the clock of each, the flush among them."""

    def __call__(self) -> float:
        for _ in range(10):
            time.sleep(SLIP)
            before = self._screen.processor()
            waited, size = self._screen.press(self._key)
            if size:
                self.sizes.append(size)
                self.waited.append(waited)
                return self._screen.processor() - before
        raise TimeoutError("the key no longer changes anything")

    def close(self) -> None:
        """End the program."""
        self._screen.close()


def _flush(path: Path) -> Callable[[], float]:
    """Measures, by the clock, a bare append of a step's bytes and its flush."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def measured() -> float:
        start = time.perf_counter()
        os.write(file, b"x" * BLOCK)
        os.fsync(file)
        return time.perf_counter() - start

    return measured


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
        report("processor: a key of the fight's screen, 30 / one label", ratio(fights["few"], floor, SAMPLES), 3.5)
        report("processor: the same, 300 combatants / 30", ratio(fights["many"], fights["few"], SAMPLES), 1.10)
        report("processor: the same, a log of 10,000 / of 500", ratio(fights["long"], fights["few"], SAMPLES), 1.10)
        flush = _flush(folder / "bare")
        flushed = statistics.median(flush() for _ in range(SAMPLES))
        waited = statistics.median(fights["few"].waited)
        print(f"{'clock: ms of a key, and of the flush that is in it':<64} {1000 * waited:6.2f}, {1000 * flushed:.2f}")
        path = folder / "moving.fight.toml"
        on_disk(path, 30, 500)
        moving = Pressed(["-m", "tracker", "play", str(path)], "Fighter", folder, " ", moves=True)
        for _ in range(SAMPLES):
            moving()
        for what, one in (("bytes a key", fights["few"]), ("bytes a key with what moves after it", moving)):
            print(f"{f'{what}, median and most':<64} {statistics.median(one.sizes):6.0f} {max(one.sizes)}   goal 12000")
        for one in (*fights.values(), floor, moving):
            one.close()


if __name__ == "__main__":
    main()
