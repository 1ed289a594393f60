"""Rows 1 and 2: the first full frame, and a long fight shown, against an empty Textual app."""

from __future__ import annotations

import tempfile
from pathlib import Path

from fights import on_disk
from pairs import ratio, report
from screens import EMPTY, first_frame

SAMPLES = 25
STEPS = 400


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def floor() -> float:
            return first_frame(["-c", EMPTY], "empty-and-ready", folder)

        def nothing() -> float:
            return first_frame(["-m", "tracker"], "leave", folder)

        report("1  first full frame, nothing opened / an empty app", ratio(nothing, floor, SAMPLES), 1.20)
        fight = folder / "long.fight.toml"
        on_disk(fight, 30, STEPS)

        def shown() -> float:
            return first_frame(["-m", "tracker", "play", str(fight)], "Fighter 1", folder)

        report("2  combatants of a fight of 30 shown / an empty app", ratio(shown, floor, SAMPLES), 2.0)


if __name__ == "__main__":
    main()
