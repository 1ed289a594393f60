"""A roll whose notation has been read before, against the same with `randint` in place."""

from __future__ import annotations

import random

from pairs import ratio, report, timed

from tracker.dice.notation import read
from tracker.dice.roll import roll
from tracker.dice.source import SeededDice

TIMES = 5000


def main() -> None:
    """Print the ratio."""
    dice, bare = SeededDice(1), random.Random(1)
    ours = timed(lambda: sum(roll(read("2d6"), dice)), TIMES)
    inline = timed(lambda: sum([bare.randint(1, 6), bare.randint(1, 6)]), TIMES)
    report("a cached roll of 2d6 / randint in place", ratio(ours, inline), 2.5)


if __name__ == "__main__":
    main()
