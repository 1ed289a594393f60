"""Tables: the models of `tables.toml`, frozen and checked; exact fractions where the book has fractions.

A `Whole` table holds whole numbers by name; what they mean stands beside them in the file, with their rule ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import model_validator

from tracker.systems.kit.roll_under import Criticals
from tracker.systems.kit.tables import Exact, Exacts, Table, Whole, read_tables


class _Encumbrance(Whole):  # F-ENC: bounds in Basic Lifts by level, and what a level takes off a Move
    names: tuple[str, ...]
    limits: tuple[int, ...]
    slower: Exact


class _Lift(Whole):  # F-LIFT and F-GRAB-1, in Basic Lifts and seconds
    limits: Mapping[str, int]
    seconds: tuple[int, int]
    ready: tuple[int, int, int]


class _Drag(Whole):  # F-DRAG
    vehicles: Mapping[str, int]


class _Dig(Table):  # F-DIG: cubic feet an hour in Basic Lifts: with a pick, a shovel, and a shovel after the pick
    tools: Mapping[str, Exact]
    soils: Mapping[str, Whole]


class _Hike(Whole):  # F-HIKE
    terrain: Mapping[str, Exact]
    weather: Mapping[str, Exact]
    kinds: Mapping[str, str]


class Activity(Whole):
    """One row of what tires: its verb and condition, where it is done, and when it calls for a roll against what."""

    key: str
    label: str
    where: Literal["land", "water", "air"]
    skill: str
    rule: str


class ClimbKind(Table):
    """One row of F-CLIMB-4 †: modifier (None: no roll), feet or rungs a second in haste and regularly."""

    name: str
    modifier: int | None = None
    combat: Exact
    regular: Exact


class _Climb(Whole):  # F-CLIMB
    kind: tuple[ClimbKind, ...]


class _Breath(Exacts):  # F-BREATH: HTs of seconds by exertion
    times: Mapping[str, int]


class _Swim(Whole):  # F-SWIM
    build: Mapping[str, int]
    bulky: tuple[str, ...]


class _Throw(Whole):  # F-THROW
    ratios: tuple[Exact, ...]
    modifiers: tuple[Exact, ...]
    weights: tuple[Exact, ...]
    per_die: tuple[Exact, ...]


class _Catch(Whole):  # F-CATCH
    no_sports: tuple[str, ...]


class _Slam(Whole):  # F-SLAM; `steps` pairs a product with what its die is less
    steps: tuple[tuple[Exact, int], ...]
    whole: Exact


class Tables(Table):
    """The whole book."""

    order: tuple[str, ...]
    rolls: Criticals
    encumbrance: _Encumbrance
    lift: _Lift
    drag: _Drag
    dig: _Dig
    hike: _Hike
    run: Exacts
    activity: tuple[Activity, ...]
    climb: _Climb
    jump: Whole
    breath: _Breath
    air: Whole
    swim: _Swim
    save: Whole
    throw: _Throw
    catch: _Catch
    slam: _Slam

    @model_validator(mode="after")
    def _in_rows(self) -> Tables:
        levels, throw = self.encumbrance, self.throw
        rows = tuple(map(Fraction, levels.limits)), throw.ratios, throw.weights
        for rising, values in zip(rows, (levels.names, throw.modifiers, throw.per_die), strict=True):
            if len(rising) != len(values) or list(rising) != sorted(set(rising)):
                raise ValueError("each row of encumbrance and of the throwing tables has its value, and the rows rise")
        return self


BOOK = read_tables("tracker.systems.feats.book", Tables)
ACTIVITIES = {row.key: row for row in BOOK.activity}
"""What tires, by its verb."""
CLIMBS = {kind.name: kind for kind in BOOK.climb.kind}
"""The known climbs, by name (F-CLIMB-4 †, FQ 10)."""
