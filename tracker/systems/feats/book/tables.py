"""Tables: the models of `tables.toml`, frozen and checked; exact fractions where the book has fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Annotated

import tomli
from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

Exact = Annotated[Fraction, BeforeValidator(Fraction)]
"""A number of the book, exact: `0.2`, or `"1/3"` in text."""


class Table(BaseModel):
    """A table of the book: nothing unknown, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Critical(Table):
    """From this target on, totals up to this are a critical success."""

    target: int
    up_to: int


class Fumble(Table):
    """Up to this target this total is a critical failure."""

    up_to: int
    total: int


class Rolls(Table):
    """F-ROLL-1 †."""

    always: int
    critical: tuple[Critical, ...]
    never: int
    fumble: int
    fumble_too: Fumble
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
    """F-LIFT, in Basic Lifts and seconds."""

    square: int
    rounded_from: int
    one_hand: int
    two_hands: int
    shove: int
    running_shove: int
    back: int
    shift: int
    one_hand_seconds: int
    two_hands_seconds: int
    strain: int
    skill_percent: int


class Drag(Table):
    """F-DRAG."""

    vehicles: Mapping[str, int]
    smooth: int
    most: int


class Ready(Table):
    """F-GRAB-1, seconds."""

    light: int
    one_hand: int
    two_hands: int


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
    sprint_roll: int
    paced_roll: int


class ClimbKind(Table):
    """One row of F-CLIMB-4 †: modifier, feet a second in haste and regularly."""

    name: str
    modifier: int
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
    """F-BREATH, HTs of seconds."""

    rest: int
    mild: int
    heavy: int
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
    fast_roll: int
    slow_roll: int


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


class Step(Table):
    """Up to this product the dice are 1d less this."""

    to: Exact
    minus: int


class Slam(Table):
    """F-SLAM."""

    divisor: int
    steps: tuple[Step, ...]
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
    ready: Ready
    dig: Dig
    hike: Hike
    run: Run
    climb: Climb
    jump: Jump
    breath: Breath
    air: Air
    swim: Swim
    save: Save
    throw: Throw
    catch: Catch
    slam: Slam


def _read() -> Tables:
    text = files("tracker.systems.feats.book").joinpath("tables.toml").read_text(encoding="utf-8")
    return Tables.model_validate(tomli.loads(text, parse_float=Fraction))


BOOK = _read()
