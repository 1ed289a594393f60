"""`python -m tests.campaign`: every part, one process at a time; each prints what held of what it tried."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.campaign.page import version, write
from tests.campaign.parts import PARTS
from tests.campaign.tally import MOST_TOLD, Part, Tally


def main(argv: list[str] | None = None) -> int:
    """Run the campaign; 1 when anything did not hold."""
    reader = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    reader.add_argument("--short", action="store_true", help="about a minute of it, as in the gate")
    reader.add_argument("--only", action="append", choices=[part.name for part in PARTS], help="only this part")
    reader.add_argument("--patience", type=float, default=1.0, help="so many times as long, on a busy machine")
    reader.add_argument("--page", action="store_true", help="put the figures into docs/durability.md and README.md")
    reader.add_argument("--keys", type=int, default=0, help="with --only monkey: so many keys at the screen")
    options = reader.parse_args(argv)
    if options.keys and options.only != ["monkey"]:
        reader.error("--keys goes with --only monkey")
    if options.page and options.short:
        reader.error("--page needs all of a part, so it does not go with --short")
    parts = [part for part in PARTS if not options.only or part.name in options.only]
    began = time.monotonic()
    figures: list[tuple[Part, Tally]] = []
    with tempfile.TemporaryDirectory(prefix="campaign-") as name:
        home = Path(name).resolve()
        own_places(home)
        for part in parts:
            tally = part.carried_out(home / part.name, options.short, options.patience, options.keys)
            figures.append((part, tally))
            told(part, tally)
    seconds = time.monotonic() - began
    bad = [part.name for part, tally in figures if not tally.sound]
    print(f"{'all of it held' if not bad else 'NOT HELD: ' + ', '.join(bad)}; {seconds:.0f} s", flush=True)
    if options.page:
        write(figures, version())
    return bool(bad)


def own_places(home: Path) -> None:
    """The data folder and the temporary one, of this process and those it starts, are within `home`."""
    for variable, folder in (("TRACKER_DATA", home / "data"), ("TMPDIR", home / "temporary")):
        folder.mkdir(exist_ok=True)
        os.environ[variable] = str(folder)
    tempfile.tempdir = None


def told(part: Part, tally: Tally) -> None:
    """One line of figures, and a line for each of the first failures."""
    seconds = time.monotonic() - tally.began
    figures = "; ".join([f"{tally.good:,} of {tally.tried:,} {part.what}", *tally.notes])
    print(f"{part.name:<12} {figures} ({seconds:.0f} s)", flush=True)
    if tally.tried < tally.fewest:
        print(f"  only {tally.tried} of at least {tally.fewest} could be tried", flush=True)
    for problem in tally.wrong[:MOST_TOLD]:
        print(f"  {problem}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
