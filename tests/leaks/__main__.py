"""`python -m tests.leaks 10000`: so many pairs over all games, a line a game, and how many look the same.

With `--played` so many fights are played again with somebody hidden in them.
"""

from __future__ import annotations

import argparse
import sys

from tests.leaks.fights import EDITIONS
from tests.leaks.pairs import counted
from tests.leaks.played_twins import EVERY as PLAYED
from tests.leaks.played_twins import played_twins
from tests.leaks.twins import TWINS


def main() -> int:
    """Compare; the exit code is 1 when anything leaked."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks")
    parser.add_argument("pairs", type=int, nargs="?", default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--played", action="store_true", help="fights played again with somebody hidden in them")
    options = parser.parse_args()
    if options.played:
        return _played(options.pairs, options.first)
    each = -(-options.pairs // (len(EDITIONS) * len(TWINS)))
    same = all_pairs = 0
    for edition in EDITIONS:
        count = counted(edition, range(options.first, options.first + each))
        print(f"{edition}: {count}", flush=True)
        same, all_pairs = same + count.same, all_pairs + count.pairs
        for leak in count.leaks:
            print(f"  {leak}", flush=True)
    print(f"{same} of {all_pairs} pairs look the same")
    return int(same < all_pairs)


def _played(twins: int, first: int) -> int:
    """Play so many twins; the exit code is 1 when anything leaked."""
    each = -(-twins // (len(EDITIONS) * len(PLAYED)))
    same = every = 0
    for edition in EDITIONS:
        played = [twin for seed in range(first, first + each) for twin in played_twins(edition, seed)]
        leaks = [twin for twin in played if twin.leak]
        moments = sum(twin.moments for twin in played)
        print(
            f"{edition}: {len(played) - len(leaks)} of {len(played)} twins look the same, at {moments} moments",
            flush=True,
        )
        for leak in leaks:
            print(f"  {leak}", flush=True)
        same, every = same + len(played) - len(leaks), every + len(played)
    print(f"{same} of {every} played twins look the same")
    return int(same < every)


if __name__ == "__main__":
    sys.exit(main())
