"""Tables: the models of `tables.toml`, frozen and checked. Exact fractions where the book has fractions.

A section of single figures is `Whole` or `Exacts`, a table of rows is a field of its own. What they mean is beside
them in the file, with their rule ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from tracker.games.feats.book.roll_under import Criticals
from tracker.games.toolkit.tables import Exact, Exacts, Rising, Table, Whole, read_tables


class Activity(Whole):
    """One row of the activities that tire: its label, where it is done, and its roll against tiring."""

    label: str
    where: Literal["land", "water", "air"]
    skill: str
    rule: str


class ClimbKind(Table):
    """One row of F-CLIMB-4 †: modifier (None: no roll), feet or rungs a second in haste and at a regular pace."""

    modifier: int | None = None
    combat: Exact
    regular: Exact

    def speed(self, haste: bool) -> Fraction:
        """Return the feet or rungs a second."""
        return self.combat if haste else self.regular


class Tables(Table):
    """The whole book."""

    order: tuple[str, ...]
    rolls: Criticals
    encumbrance: Exacts
    levels: Rising[str]
    lift: Whole
    limits: Mapping[str, int]
    lift_seconds: tuple[int, int]
    ready_seconds: tuple[int, int, int]
    drag: Whole
    vehicles: Mapping[str, int]
    tools: Mapping[str, Exact]
    soils: Mapping[str, Whole]
    hike: Whole
    terrain: Mapping[str, Exact]
    ground: Mapping[str, str]
    weather: Mapping[str, Exact]
    run: Exacts
    activities: Mapping[str, Activity]
    climb: Whole
    climbs: Mapping[str, ClimbKind]
    jump: Whole
    breath: Exacts
    exertions: Mapping[str, int]
    air: Whole
    swim: Whole
    builds: Mapping[str, int]
    bulky: tuple[str, ...]
    save: Whole
    throw: Whole
    ranges: Rising[Exact]
    thrown_dice: Rising[Exact]
    catch: Whole
    no_sports: tuple[str, ...]
    slam: Whole
    slam_dice: Rising[int]


BOOK = read_tables("tracker.games.feats.book", Tables)
