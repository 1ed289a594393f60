"""Grid: what a sweep plays: a job for each combination of values, and a row for each of its fights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from tracker.model.lazy_dataclass import dataclass
from tracker.odds.job import Job
from tracker.odds.playout import Ending

MOST_POINTS = 10_000
"""The most combinations of one sweep."""


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of values, by parameter, and the fight that has them."""

    values: tuple[object, ...]
    job: Job


@dataclass(frozen=True)
class Grid:
    """All that a sweep plays, in the order of its rows."""

    parameters: tuple[str, ...]
    points: tuple[Point, ...]
    fights: int
    who: tuple[str, ...]
    """The ids of the fighters, in seat order."""
    side: str
    """The side whose chances a curve shows."""
    title: str = ""

    @property
    def total(self) -> int:
        return len(self.points) * self.fights

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns: fight, parameters, result, then the falls and points of each fighter."""
        falls = (f"falls_{who}" for who in self.who)
        points = (f"points_{who}" for who in self.who)
        return ("seed", "fight", *self.parameters, "winner", "why", "count", *falls, *points)

    def row(self, place: int, ending: Ending) -> tuple[object, ...]:
        """Return the row of one fight of the point at `place`. A fighter who still stands at the end has 0 falls."""
        falls = tuple(int(not stands) for stands in ending.standing)
        why = ending.why or ("nobody stands" if not ending.winner else "")
        began = self.row_begins(place * self.fights + ending.n)
        return (*began, ending.winner or "", why, ending.count, *falls, *ending.points)

    def row_begins(self, number: int) -> tuple[object, ...]:
        """Return the beginning of the row with this number, before its fight's result. Empty behind the last row."""
        place, fight = divmod(number, self.fights)
        if place >= len(self.points):
            return ()
        point = self.points[place]
        return (f"{point.job.seed}/{fight}", fight, *point.values)

    def known(self, rows: int) -> tuple[int, ...]:
        """Return the number of known fights of each point after `rows` rows."""
        return tuple(max(0, min(self.fights, rows - place * self.fights)) for place in range(len(self.points)))


def combinations(parameters: Mapping[str, Sequence[object]]) -> list[tuple[object, ...]]:
    """Return all combinations of the values, the last parameter changing fastest."""
    return list(product(*parameters.values()))
