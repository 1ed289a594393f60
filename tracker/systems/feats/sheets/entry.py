"""Entry: what files of feats hold, at the top of an encounter and in a `[[combatant]]`, with their bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tracker.systems.feats.book.house import HouseRules
from tracker.systems.kit.models import Name, Number, Strict

Stat = Annotated[int, Field(ge=1, le=1000)]
Pounds = Annotated[Number, Field(ge=0, le=1_000_000)]
Defence = Annotated[int, Field(ge=0, le=30)] | None
Piece = Literal["", "shield", "helmet", "torso", "other"]


class Options(Strict):
    """Keys at the top of an encounter; `gap` is the yards between the first two sides at the beginning of a chase."""

    house_rules: HouseRules = HouseRules()
    gap: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Stats(Strict):
    """The attributes; what is not given follows from another (†)."""

    ST: Stat = 10
    DX: Stat = 10
    IQ: Stat = 10
    HT: Stat = 10
    Will: Stat | None = None
    Per: Stat | None = None
    HP: Stat | None = None
    FP: Stat | None = None


class Skill(Strict):
    """A skill and the number it is rolled at."""

    name: Name
    value: Annotated[int, Field(ge=1, le=40)]


class Thing(Strict):
    """Something that can be lifted, thrown or shed; `bonus` is a shield's."""

    name: Name
    weight: Pounds
    palm: bool = False
    fragile: bool = False
    held: bool = False
    piece: Piece = ""
    bonus: Annotated[int, Field(ge=0, le=10)] = 0


class Left(Strict):
    """Points left before the fight, where they are not full."""

    HP: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    FP: Annotated[int, Field(ge=0, le=1000)] | None = None


class Entry(Strict):
    """Keys of a combatant."""

    stats: Stats = Stats()
    basic_speed: Annotated[Number, Field(ge=0, le=100, multiple_of=0.25)] | None = None
    basic_move: Annotated[int, Field(ge=0, le=1000)] | None = None
    enhanced: Annotated[Number, Field(ge=1, le=100)] = 1
    enhanced_air: Annotated[Number, Field(ge=1, le=100)] = 1
    load: Pounds = 0
    encumbrance: Annotated[int, Field(ge=0, le=4)] | None = None
    thrust: Annotated[str, Field(max_length=12)] = ""
    build: Literal["none", "overweight", "fat", "very fat"] = "none"
    traits: Annotated[
        list[Literal["amphibious", "aquatic", "four legs", "wings", "no air needed"]], Field(max_length=5)
    ] = []
    dodge: Defence = None
    parry: Defence = None
    block: Defence = None
    skill: Annotated[list[Skill], Field(max_length=40)] = []
    thing: Annotated[list[Thing], Field(max_length=40)] = []
    pools: Left = Left()
