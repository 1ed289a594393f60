"""The tables, read once into frozen models and checked at the start."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import model_validator

from tracker.systems.kit.tables import Table, Whole, read_tables


class Initiative(Table):
    """What Initiative starts from, and the two bonuses it takes (P-INIT-1)."""

    base: int
    bonuses: list[str]


class Location(Table):
    """A location: its pool, its share of HF in percent (P-DMG-3), its span of a d100 (P-DMG-4), its kind (P-DMG-5)."""

    key: str
    name: str
    kind: Literal["head", "chest", "vitals", "arm", "leg"]
    share: int
    low: int
    high: int

    @property
    def limb(self) -> bool:
        """Whether it is useless at 0 rather than knocking out (P-DMG-6)."""
        return self.kind in ("arm", "leg")


class Tables(Table):
    """The whole book."""

    levels: dict[int, int]
    """By level of difficulty: what the base is multiplied with, in hundredths (P-CHECK-2)."""
    initiative: Initiative
    time: Whole
    """A phase has so many `sub_phases` of so many `seconds`; one acts in at most `most_used` (P-TIME 1 and 2)."""
    fire: Whole
    """Up to a rate of fire of `split_up_to` there is one shot in a sub-phase (P-FIRE-1)."""
    body: Whole
    """One is dead `dead_below` percent of full HF below 0 (P-DMG-6)."""
    location: list[Location]

    @model_validator(mode="after")
    def _whole(self) -> Tables:
        faces = [face for place in self.location for face in range(place.low, place.high + 1)]
        if faces != list(range(1, 101)) or list(self.levels) != list(range(max(self.levels), self.hardest - 1, -1)):
            raise ValueError("locations share out a d100, and levels go down without a gap")
        return self

    @property
    def hardest(self) -> int:
        """The lowest level of the table."""
        return min(self.levels)

    def place(self, key: str) -> Location:
        """The location with this pool."""
        return next(place for place in self.location if place.key == key)

    def hit_by(self, face: int) -> Location:
        """The location a d100 shows when none was aimed at (P-DMG-4)."""
        return next(place for place in self.location if place.low <= face <= place.high)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The figures of the book."""
    return read_tables(__package__, Tables)
