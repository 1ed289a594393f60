"""The tables, read once into frozen models and checked at the start."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import model_validator

from tracker.systems.kit.tables import Table, read_tables


class Level(Table):
    """One row of the difficulty factors: the base times `percent` in a hundred (P-CHECK-2)."""

    level: int
    percent: int


class Initiative(Table):
    """What Initiative starts from, and the two bonuses it takes (P-INIT-1)."""

    base: int
    bonuses: list[str]


class Time(Table):
    """A phase has so many sub-phases of so many seconds; one acts in at most `most_used` (P-TIME 1 and 2)."""

    sub_phases: int
    seconds: int
    most_used: int


class Fire(Table):
    """Up to this rate of fire there is one shot in a sub-phase (P-FIRE-1)."""

    split_up_to: int


class Dying(Table):
    """One is dead so many percent of full HF below 0 (P-DMG-6)."""

    dead_below: int


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

    level: list[Level]
    initiative: Initiative
    time: Time
    fire: Fire
    body: Dying
    location: list[Location]

    @model_validator(mode="after")
    def _whole(self) -> Tables:
        faces = [face for place in self.location for face in range(place.low, place.high + 1)]
        levels = [row.level for row in self.level]
        if faces != list(range(1, 101)) or levels != list(range(levels[0], levels[-1] - 1, -1)):
            raise ValueError("locations share out a d100, and levels go down without a gap")
        return self

    def percent(self, level: int) -> int:
        """What the base is multiplied with, in hundredths, at a level within the table (P-CHECK-2)."""
        return next(row.percent for row in self.level if row.level == level)

    @property
    def easiest(self) -> int:
        """The highest level of the table."""
        return self.level[0].level

    @property
    def hardest(self) -> int:
        """The lowest level of the table."""
        return self.level[-1].level

    def place(self, key: str) -> Location:
        """The location with this pool."""
        return next(place for place in self.location if place.key == key)

    def hit_by(self, face: int) -> Location:
        """The location a d100 shows when none was aimed at (P-DMG-4)."""
        return next(place for place in self.location if place.low <= face <= place.high)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The book's figures."""
    return read_tables(__package__, Tables)
