"""Tables of Prism's book, read once into frozen models. A missing or wrong figure raises ValueError."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from tracker.games.toolkit.tables import Exact, Table, read_tables

Share = Annotated[Exact, Field(ge=0, le=10)]
Percent = Annotated[int, Field(ge=0, le=100)]
Degree = Literal["perfect", "critical", "normal", "marginal"]
Method = Literal["chance", "practice", "training", "teaching"]
Pace = Literal["stay", "move", "after", "slow", "slow-after", "double"]
PACES: tuple[Pace, ...] = get_args(Pace)
"""The ways to move, as they are typed (S-TURN)."""
METHODS: tuple[Method, ...] = get_args(Method)


class Dice(Table):
    """Two ten-sided dice from 00 to `highest` (S-DICE-1)."""

    notation: str
    highest: int


class Chain(Table):
    """The tick of the first turn by Initiative, row by row. `over` is for a higher Initiative than any row.

    Rules: S-CHAIN-2.
    """

    over: int
    rows: list[tuple[int, int]]


class Move(Table):
    """One pace: factors of Speed and of the price of a move, and whether it leaves time for an action (S-TURN)."""

    speed: Share
    energy: Share
    acts: bool


class Quality(Table):
    """Base quality, and how near a success is critical or marginal (S-QUAL-1, S-QUAL-3)."""

    base: int
    critical_within: Share
    marginal_to: Share


class Success(Table):
    """The factor of quality for a degree, and the share of the damage deflected (S-QUAL-3, S-DEFLECT-2)."""

    factor: Share
    share: Percent


class Deflection(Table):
    """The share of damage negated, and the price of energy compared with dodging and on the defensive.

    Rules: S-DEFLECT-1, S-DEFLECT-2.
    """

    share: Percent
    of_dodge: Share
    defensive: Share


class Growth(Table):
    """The target of an improvement (S-GROW-1)."""

    start: int
    factor: int


class Book(Table):
    """All tables. A table by name has every name."""

    location: str
    """The location hit by an attack without an aim (S-DMG-2)."""
    dice: Dice
    chain: Chain
    paces: Annotated[dict[Pace, Move], Field(min_length=len(PACES))]
    quality: Quality
    degrees: Annotated[dict[Degree, Success], Field(min_length=4)]
    deflection: Deflection
    destroyed: Annotated[dict[Literal["half", "full"], Share], Field(min_length=2)]
    """The share of its first threshold below 0 that destroys a piece of armour (S-ARM-5)."""
    growth: Growth
    points: Annotated[dict[Method, int], Field(min_length=len(METHODS))]


BOOK = read_tables(__package__, Book)
