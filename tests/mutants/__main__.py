"""`python -m tests.mutants`: changes figures and comparisons of the rules one at a time, and tells which live.

Ends with 1 when one lives that has no reason on its page, or fewer than 95 in a hundred die.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

from tests.mutants.changes import GAMES, Change, by_comparison, changes
from tests.mutants.trying import Broken, Copy, Verdict

SEED = 1997
"""What a sample is drawn with, so that it is the same each time."""
COMPARISONS = "comparisons"
KINDS = ("aimed", "figures", COMPARISONS)
ENOUGH = 95
"""So many in a hundred must die."""


def arguments() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game (may be given again)")
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="only changes with these words in rule, key or sentence"
    )
    parser.add_argument("--kind", choices=KINDS, help="only aimed changes, or figures; or every comparison, to look at")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many of each game, drawn by --seed")
    parser.add_argument("--seed", type=int, default=SEED, help=f"what the sample is drawn with ({SEED})")
    parser.add_argument(
        "--quick", action="store_true", help="only the tests named with a change, not the game's folder"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="so many copies at a time")
    parser.add_argument("--list", action="store_true", help="name the changes, and try none")
    return parser


def chosen(options: argparse.Namespace) -> list[Change]:
    """The changes that are asked for."""
    listed: list[Change] = []
    for game in options.game or GAMES:
        these = [
            change
            for change in (by_comparison(game) if options.kind == COMPARISONS else changes(game))
            if options.only in f"{change.name} {change.file}" and options.kind in (None, change.kind)
        ]
        listed += drawn(these, options.sample, options.seed)
    return listed


def drawn(these: list[Change], number: int, seed: int) -> list[Change]:
    """So many of them, the same each time; all of them if the number is 0."""
    return random.Random(seed).sample(these, number) if 0 < number < len(these) else these


def verdicts(these: list[Change], jobs: int, quick: bool = False) -> Iterator[Verdict]:
    """Each change tried, in their order; every job has a copy of its own. Broken if the tests fail by themselves."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copies: SimpleQueue[Copy] = SimpleQueue()
        every = [Copy(Path(place) / str(number)) for number in range(max(1, min(jobs, len(these))))]
        try:
            every[0].pass_unchanged(tuple(sorted({test for change in these for test in change.tests})))
            for copy in every:
                copies.put(copy)

            whole = Whole()

            def tried(change: Change) -> Verdict:
                copy = copies.get()
                try:
                    verdict = copy.tried(change)
                    if verdict.dead or quick:
                        return verdict
                    return copy.tried(change, whole.of(change.game, copy))
                finally:
                    copies.put(copy)

            with ThreadPoolExecutor(len(every)) as pool:
                yield from pool.map(tried, these)
        finally:
            for copy in every:
                copy.close()


class Whole:
    """All tests of a game, which must pass by themselves before they say anything of a change that its own let live."""

    def __init__(self) -> None:
        self._passed: set[str] = set()
        self._lock = Lock()

    def of(self, game: str, copy: Copy) -> tuple[str, ...]:
        """The folder; tried first in this copy where it is asked for the first time. Broken if it fails."""
        tests = (f"tests/{game}",)
        with self._lock:
            if game not in self._passed:
                copy.pass_unchanged(tests)
                self._passed.add(game)
        return tests


def main() -> int:
    """Try the changes asked for, and tell what became of them."""
    options = arguments().parse_args()
    these = chosen(options)
    if options.list:
        print(*(f"{change.game} {change.name}" for change in these), sep="\n")
        return 0
    if not these:
        print("No change is named so; `--list` names them all.")
        return 2
    reached: list[Verdict] = []
    try:
        for verdict in verdicts(these, options.jobs, options.quick):
            reached.append(verdict)
            change = verdict.change
            because = verdict.noticed or change.alive
            print(f"{'dead ' if verdict.dead else 'ALIVE'} {change.game} {change.name}  [{because}]")
            sys.stdout.flush()
    except Broken as broken:
        print(broken)
        return 2
    return told(reached)


def told(reached: list[Verdict]) -> int:
    """How many died, game by game; 1 if one lives without a reason or too many do."""
    bad = False
    for game in dict.fromkeys(verdict.change.game for verdict in reached):
        here = [verdict for verdict in reached if verdict.change.game == game]
        dead = sum(verdict.dead for verdict in here)
        hung = sum(verdict.hung for verdict in here)
        print(f"{game}: {dead} of {len(here)} die ({100 * dead / len(here):.1f} %), {hung} of them by taking too long")
        bad |= here[0].change.kind != COMPARISONS and 100 * dead < ENOUGH * len(here)
    for verdict in reached:
        if not verdict.dead and not verdict.change.alive and verdict.change.kind != COMPARISONS:
            bad = True
            print(f"alive without a reason: {verdict.change.game} {verdict.change.name}")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
