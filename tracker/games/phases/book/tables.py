"""The tables of phases, read once into frozen models and validated."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import model_validator

from tracker.games.toolkit.tables import Table, Whole, read_tables


class Initiative(Table):
    """The base of Initiative, and the two bonuses added to it (P-INIT-1)."""

    base: int
    bonuses: list[str]


class Location(Table):
    """A location: its pool, its percent of HF (P-DMG-3), its span of a d100 (P-DMG-4), its kind (P-DMG-5)."""

    key: str
    name: str
    kind: Literal["head", "chest", "vitals", "arm", "leg"]
    share: int
    low: int
    high: int

    @property
    def limb(self) -> bool:
        """True for an arm or a leg, which is useless at 0. Other locations knock out (P-DMG-6)."""
        return self.kind in ("arm", "leg")


class Tables(Table):
    """The whole book."""

    levels: dict[int, int]
    """The factor of the base at each level of difficulty, in hundredths (P-CHECK-2)."""
    initiative: Initiative
    time: Whole
    """A phase has `sub_phases` of `seconds` each. A fighter acts in at most `most_used` of them (P-TIME 1 and 2)."""
    fire: Whole
    """A rate of fire up to `split_up_to` gives one shot in a sub-phase (P-FIRE-1)."""
    body: Whole
    """A fighter is dead at `dead_below` percent of full HF below 0 (P-DMG-6)."""
    location: list[Location]

    @model_validator(mode="after")
    def _whole(self) -> Tables:
        """Check that the locations cover a d100 and the levels have no gap. Raises ValueError."""
        faces = [face for place in self.location for face in range(place.low, place.high + 1)]
        if faces != list(range(1, 101)) or list(self.levels) != list(range(max(self.levels), self.hardest - 1, -1)):
            raise ValueError("locations share out a d100, and levels go down without a gap")
        return self

    @property
    def hardest(self) -> int:
        return min(self.levels)

    def place(self, key: str) -> Location:
        """Return the location with this pool."""
        return next(place for place in self.location if place.key == key)

    def hit_by(self, face: int) -> Location:
        """Return the location that a d100 roll hits when none was aimed at (P-DMG-4)."""
        return next(place for place in self.location if place.low <= face <= place.high)


# Cached: the file is parsed once.
@lru_cache(maxsize=1)
def tables() -> Tables:
    """Return the figures of the book, read once."""
    return read_tables(__package__, Tables)
