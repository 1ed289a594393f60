"""The first full frame of the start list and of a fight, and leaving, against an empty Textual app.

All of it is the processor's time, on a screen of 120 × 36.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from fights import on_disk
from pairs import ratio, report
from screens import EMPTY, first_frame, leaving

SAMPLES = 15
STEPS = 400
QUIT = "\x11"
"""ctrl+q."""


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def floor() -> float:
            return first_frame(["-c", EMPTY], "empty-and-ready", folder)

        def nothing() -> float:
            return first_frame(["-m", "tracker"], "leave", folder)

        report("the start list's first frame / an empty app's", ratio(nothing, floor, SAMPLES), 1.20)
        left = [leaving(["-m", "tracker"], "leave", QUIT, folder) for _ in range(SAMPLES)]
        empty = [leaving(["-c", EMPTY], "empty-and-ready", QUIT, folder) for _ in range(SAMPLES)]
        report("ms to leave the untouched start list", 1000 * statistics.median(left), 25)
        report("the same / an empty app", statistics.median(left) / statistics.median(empty), 1.3)
        fight = folder / "long.fight.toml"
        on_disk(fight, 30, STEPS)

        def shown() -> float:
            return first_frame(["-m", "tracker", "play", str(fight)], "Fighter 1", folder)

        report("the first frame of a fight of 30 / an empty app's", ratio(shown, floor, SAMPLES), 2.2)


if __name__ == "__main__":
    main()
