"""Tables: the models of `tables.toml`, frozen and checked; exact fractions where the book has fractions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import model_validator

from tracker.systems.kit.tables import Exact, Table, read_tables


class Rolls(Table):
    """F-ROLL-1 †; `critical` pairs a target with totals up to which it is one, `fumble_too` a target with a total."""

    always: int
    critical: tuple[tuple[int, int], ...]
    never: int
    fumble: int
    fumble_too: tuple[int, int]
    missed_by: int


class Encumbrance(Table):
    """F-ENC: bounds in Basic Lifts by level, and what a level takes off a Move."""

    names: tuple[str, ...]
    limits: tuple[int, ...]
    slower: Exact
    tired: int

    @model_validator(mode="after")
    def _rises(self) -> Encumbrance:
        if len(self.names) != len(self.limits) or list(self.limits) != sorted(set(self.limits)):
            raise ValueError("each level has a name and a bound, and the bounds rise")
        return self


class Lift(Table):
    """F-LIFT and F-GRAB-1, in Basic Lifts and seconds."""

    square: int
    rounded_from: int
    one_hand: int
    two_hands: int
    shove: int
    running_shove: int
    back: int
    shift: int
    seconds: tuple[int, int]
    skill_percent: int
    ready: tuple[int, int, int]


class Drag(Table):
    """F-DRAG."""

    vehicles: Mapping[str, int]
    smooth: int
    most: int


class Soil(Table):
    """Cubic feet an hour in Basic Lifts: with a pick, a shovel, and a shovel after the pick."""

    pick: int
    shovel: int
    loosened: int


class Dig(Table):
    """F-DIG."""

    tools: Mapping[str, Exact]
    soils: Mapping[str, Soil]


class Hike(Table):
    """F-HIKE."""

    times: int
    plus: int
    terrain: Mapping[str, Exact]
    weather: Mapping[str, Exact]
    kinds: Mapping[str, str]


class Run(Table):
    """F-RUN."""

    sprint: Exact
    paced: Exact


class Activity(Table):
    """One row of what tires: its verb and condition, where it is done, and when it calls for a roll against what."""

    key: str
    label: str
    where: Literal["land", "water", "air"]
    skill: str
    first: int
    every: int
    rule: str


class ClimbKind(Table):
    """One row of F-CLIMB-4 †: modifier (None: no roll), feet or rungs a second in haste and regularly."""

    name: str
    modifier: int | None = None
    combat: Exact
    regular: Exact


class Climb(Table):
    """F-CLIMB."""

    default: int
    every: int
    kind: tuple[ClimbKind, ...]


class Jump(Table):
    """F-JUMP."""

    high_times: int
    high_minus: int
    broad_times: int
    broad_minus: int
    running_most: int


class Breath(Table):
    """F-BREATH, HTs of seconds by exertion."""

    times: Mapping[str, int]
    control: Exact
    unprepared: Exact


class Air(Table):
    """F-AIR, seconds."""

    dead: int
    harmed: int


class Swim(Table):
    """F-SWIM."""

    default: int
    on_purpose: int
    per_level: int
    build: Mapping[str, int]
    every: int
    again: int
    recovered: int
    shed: int
    bulky: tuple[str, ...]
    slower: int


class Save(Table):
    """F-SAVE."""

    modifier: int
    again: int
    fumble: int


class Throw(Table):
    """F-THROW."""

    one_hand: int
    most: int
    at_somebody: int
    ratios: tuple[Exact, ...]
    modifiers: tuple[Exact, ...]
    weights: tuple[Exact, ...]
    per_die: tuple[Exact, ...]

    @model_validator(mode="after")
    def _in_rows(self) -> Throw:
        for rows, values in ((self.ratios, self.modifiers), (self.weights, self.per_die)):
            if len(rows) != len(values) or list(rows) != sorted(set(rows)):
                raise ValueError("each row of a throwing table has its value, and the rows rise")
        return self


class Catch(Table):
    """F-CATCH."""

    unready: int
    points: int


class Slam(Table):
    """F-SLAM; `steps` pairs a product with what its die is less."""

    divisor: int
    steps: tuple[tuple[Exact, int], ...]
    under_one: int
    whole: Exact
    past: int
    tackle: int
    reach: int
    rider: int


class Tables(Table):
    """The whole book."""

    rolls: Rolls
    encumbrance: Encumbrance
    lift: Lift
    drag: Drag
    dig: Dig
    hike: Hike
    run: Run
    activity: tuple[Activity, ...]
    climb: Climb
    jump: Jump
    breath: Breath
    air: Air
    swim: Swim
    save: Save
    throw: Throw
    catch: Catch
    slam: Slam


BOOK = read_tables("tracker.systems.feats.book", Tables)
ACTIVITIES = {row.key: row for row in BOOK.activity}
"""What tires, by its verb."""
