"""The tables of the book, read once into frozen models; a figure missing or out of place is refused at once."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

import tomli
from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=10)]
Degree = Literal["perfect", "critical", "normal", "marginal"]


class Table(BaseModel):
    """A table with the id of its rule."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)


class Dice(Table):
    """S-DICE-1: two ten-sided dice from 00 to 99."""

    rule: str
    notation: str
    highest: int


class ChainRow(Table):
    """S-CHAIN-2: up to which Initiative the first turn comes on which tick."""

    to: int
    tick: int


class Chain(Table):
    """S-CHAIN-2: first turns by Initiative."""

    rule: str
    over: int
    rows: list[ChainRow]


class Pace(Table):
    """One way to move: metres by Speed, energy by the price of a move, whether one may act too."""

    speed: Share
    energy: Share
    acts: bool


class Movement(Table):
    """S-TURN: the ways to move."""

    rule: str
    stay: Pace
    move: Pace
    after: Pace
    slow: Pace
    slow_after: Annotated[Pace, Field(alias="slow-after")]
    double: Pace

    def pace(self, name: str) -> Pace:
        """The pace of this name, as it is typed: `move`, `slow-after`."""
        pace = getattr(self, name.replace("-", "_"))
        assert isinstance(pace, Pace)
        return pace


class DegreeRow(Table):
    """S-QUAL-3, S-DEFLECT-2: what a degree multiplies quality by and how much of the damage is deflected."""

    factor: Share
    share: Annotated[int, Field(ge=0, le=100)]


class Quality(Table):
    """S-QUAL: base quality and degrees."""

    rule: str
    base: int
    critical_within: Share
    marginal_to: Share
    perfect: DegreeRow
    critical: DegreeRow
    normal: DegreeRow
    marginal: DegreeRow

    def degree(self, name: Degree) -> DegreeRow:
        """The row of a degree."""
        row = getattr(self, name)
        assert isinstance(row, DegreeRow)
        return row


class Deflection(Table):
    """S-DEFLECT: the share negated, and what energy costs against dodging."""

    rule: str
    share: Annotated[int, Field(ge=0, le=100)]
    of_dodge: Share
    defensive: Share


class Armour(Table):
    """S-ARM-5, S-DMG-2: at which part of the original threshold below 0 a piece is destroyed; where unaimed hits go."""

    rule: str
    half: Share
    full: Share
    location: str


class Growth(Table):
    """S-GROW-1: the target and what each method is worth."""

    rule: str
    from_: Annotated[int, Field(alias="from")]
    factor: int
    chance: int
    practice: int
    training: int
    teaching: int


class Book(Table):
    """All tables."""

    dice: Dice
    chain: Chain
    movement: Movement
    quality: Quality
    deflection: Deflection
    armour: Armour
    growth: Growth


@lru_cache(maxsize=1)
def book() -> Book:
    """The tables, read once."""
    text = files("tracker.systems.prism.book").joinpath("tables.toml").read_text(encoding="utf-8")
    return Book.model_validate(tomli.loads(text))
