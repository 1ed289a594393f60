"""`python -m tests.leaks 10000`: so many pairs, over all games; a line a game, and how many look the same."""

from __future__ import annotations

import argparse
import sys

from tests.leaks.fights import EDITIONS
from tests.leaks.pairs import counted
from tests.leaks.twins import TWINS


def main() -> int:
    """Compare; the exit code is 1 when anything leaked."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks")
    parser.add_argument("pairs", type=int, nargs="?", default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
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


if __name__ == "__main__":
    sys.exit(main())
