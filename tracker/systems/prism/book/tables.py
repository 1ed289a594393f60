"""The tables of the book, read once into frozen models; a figure missing or out of place is refused at once."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import Field

from tracker.systems.kit.tables import Exact, Table, read_tables

Share = Annotated[Exact, Field(ge=0, le=10)]
Percent = Annotated[int, Field(ge=0, le=100)]
Degree = Literal["perfect", "critical", "normal", "marginal"]
Method = Literal["chance", "practice", "training", "teaching"]
Pace = Literal["stay", "move", "after", "slow", "slow-after", "double"]
PACES: tuple[Pace, ...] = get_args(Pace)
"""The ways to move, as they are typed (S-TURN)."""
METHODS: tuple[Method, ...] = get_args(Method)


class Dice(Table):
    """S-DICE-1: two ten-sided dice from 00 to 99."""

    rule: str
    notation: str
    highest: int


class Chain(Table):
    """S-CHAIN-2: rows of an Initiative and the tick of the first turn up to it; `over` is for more than any row."""

    rule: str
    over: int
    rows: list[tuple[int, int]]


class Move(Table):
    """One way to move: metres by Speed, energy by the price of a move, whether one may act too (S-TURN)."""

    speed: Share
    energy: Share
    acts: bool


class Movement(Table):
    """S-TURN: the ways to move, all of them."""

    rule: str
    paces: Annotated[dict[Pace, Move], Field(min_length=len(PACES))]


class Success(Table):
    """S-QUAL-3, S-DEFLECT-2: what a degree multiplies quality by and how much of the damage is deflected."""

    factor: Share
    share: Percent


class Quality(Table):
    """S-QUAL: base quality and degrees, all of them."""

    rule: str
    base: int
    critical_within: Share
    marginal_to: Share
    degrees: Annotated[dict[Degree, Success], Field(min_length=4)]


class Deflection(Table):
    """S-DEFLECT: the share negated, and what energy costs against dodging."""

    rule: str
    share: Percent
    of_dodge: Share
    defensive: Share


class Armour(Table):
    """S-ARM-5, S-DMG-2: at which part of the original threshold below 0 a piece is destroyed; where unaimed hits go."""

    rule: str
    destroyed: Annotated[dict[Literal["half", "full"], Share], Field(min_length=2)]
    location: str


class Growth(Table):
    """S-GROW-1: the target and what each method is worth."""

    rule: str
    start: int
    factor: int
    points: Annotated[dict[Method, int], Field(min_length=len(METHODS))]


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
    return read_tables(__package__, Book)
