"""Tables: the models of `tables.toml`, frozen and checked; exact fractions where the book has fractions.

A section of single figures is `Whole` or `Exacts`, a table of rows is a field of its own; what they mean stands beside
them in the file, with their rule ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from tracker.systems.kit.roll_under import Criticals
from tracker.systems.kit.tables import Exact, Exacts, Rising, Table, Whole, read_tables


class _Encumbrance(Whole):  # F-ENC: names by their bounds in Basic Lifts, and what a level takes off a Move
    levels: Rising[str]
    slower: Exact


class _Lift(Whole):  # F-LIFT and F-GRAB-1, in Basic Lifts and seconds
    limits: Mapping[str, int]
    seconds: tuple[int, int]
    ready: tuple[int, int, int]


class Activity(Whole):
    """One row of what tires: its condition, where it is done, and when it calls for a roll against what."""

    label: str
    where: Literal["land", "water", "air"]
    skill: str
    rule: str


class ClimbKind(Table):
    """One row of F-CLIMB-4 †: modifier (None: no roll), feet or rungs a second in haste and regularly."""

    modifier: int | None = None
    combat: Exact
    regular: Exact

    def speed(self, haste: bool) -> Fraction:
        """Feet or rungs a second."""
        return self.combat if haste else self.regular


class _Throw(Whole):  # F-THROW
    ranges: Rising[Exact]
    dice: Rising[Exact]


class _Slam(Whole):  # F-SLAM; `steps` are products and what their die is less
    steps: Rising[int]
    whole: Exact


class Tables(Table):
    """The whole book."""

    order: tuple[str, ...]
    rolls: Criticals
    encumbrance: _Encumbrance
    lift: _Lift
    drag: Whole
    vehicles: Mapping[str, int]
    tools: Mapping[str, Exact]
    soils: Mapping[str, Whole]
    hike: Whole
    terrain: Mapping[str, Exact]
    ground: Mapping[str, str]
    weather: Mapping[str, Exact]
    run: Exacts
    activity: Mapping[str, Activity]
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
    throw: _Throw
    catch: Whole
    no_sports: tuple[str, ...]
    slam: _Slam


BOOK = read_tables("tracker.systems.feats.book", Tables)
ACTIVITIES, CLIMBS = BOOK.activity, BOOK.climbs
"""What tires, by its verb; the known climbs, by name (F-CLIMB-4 †, FQ 10)."""
