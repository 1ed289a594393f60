"""Swing: the steps of a fight at which the odds moved most."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from tracker.model.lazy_dataclass import dataclass

MOST_MOVES = 3
GRID = 9
"""The moments examined first, evenly over the fight."""
MOST_MOMENTS = 40
"""The most moments examined: the others are where the odds moved most."""


@dataclass(frozen=True, slots=True)
class Move:
    """The effect of a step on the chances of a side, from 0 to 1."""

    n: int
    line: str
    before: float
    after: float
    words: str = ""
    """The step in the words of the table. Empty: only its line is known."""

    @property
    def text(self) -> str:
        """Return `step 12, Goblin 1 attacks Brann: 71 → 43 %`."""
        return f"step {self.n}, {self.words or self.line}: {round(100 * self.before)} → {round(100 * self.after)} %"


def greatest(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the greatest moves, the greatest first. What rounds to none is left out."""
    moved = [move for move in moves if round(100 * move.before) != round(100 * move.after)]
    return tuple(sorted(moved, key=lambda move: -abs(move.after - move.before))[:MOST_MOVES])


def swing(places: int, chance: Callable[[int], float]) -> dict[int, float]:
    """Return the chance at places from 0 to `places`: on an even grid, then halfway in gaps where it moved most.

    `chance` plays the fights of a place. At most `MOST_MOMENTS` places are tried.
    """
    known = {place: chance(place) for place in sorted({round(places * part / (GRID - 1)) for part in range(GRID)})}
    while len(known) < MOST_MOMENTS:
        gaps = [(abs(known[b] - known[a]), b - a, a, b) for a, b in pairwise(sorted(known)) if b - a > 1]
        if not gaps:
            return known
        _, _, first, last = max(gaps)
        middle = (first + last) // 2
        known[middle] = chance(middle)
    return known
