"""Models: the keys of a combatant, a skill, a weapon and a piece of armour in a file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tracker.systems.kit.models import Name, Number, Strict, Text

Attribute = Annotated[int, Field(ge=0, le=200)]
Points = Annotated[int, Field(ge=0, le=10_000)]
Harm = Literal["vitality", "trauma"]
Use = Literal["melee", "thrown", "firearm"]
Dodged = Literal["melee", "thrown", "firearms"]


class Skill(Strict):
    """A skill: its base target number is value × attribute + bonus (S-TN-1)."""

    name: Name
    value: Annotated[int, Field(ge=0, le=100)] = 0
    attribute: Name
    kind: Literal["physical", "mental"] = "physical"
    bonus: Annotated[int, Field(ge=-100, le=200)] = 0


class Weapon(Strict):
    """A weapon, or whatever else is held: what it does (S-DMG-1), and whether it fits to deflect with (S-DEFLECT-1)."""

    name: Name
    skill: Text = ""
    modifier: Annotated[Number, Field(ge=0, le=100)] = 1
    harm: Harm = "vitality"
    use: Use = "melee"
    deflects: bool = False
    threshold: Annotated[int, Field(ge=0, le=1000)] | None = None
    capacity: Points | None = None
    bonus: Annotated[int, Field(ge=-100, le=200)] = 0


class Armour(Strict):
    """A piece of armour: where it covers (nothing said: everywhere), AT, AC full and left (S-ARM-1)."""

    name: Name
    covers: Annotated[list[Name], Field(max_length=20)] = []
    threshold: Annotated[int, Field(ge=0, le=1000)] = 0
    capacity: Points = 0
    left: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None


class Pools(Strict):
    """Points of the four pools."""

    Energy: Points | None = None
    Stamina: Points | None = None
    Vitality: Points | None = None
    Trauma: Points | None = None


class Entry(Strict):
    """Keys of a combatant of Prism."""

    attributes: Annotated[dict[Name, Attribute], Field(max_length=40)] = {}
    pools: Pools = Pools()
    now: Pools = Pools()
    dodge: Name = "Dodge"
    dodges: list[Dodged] | None = None
    skill: Annotated[list[Skill], Field(max_length=60)] = []
    weapon: Annotated[list[Weapon], Field(max_length=20)] = []
    armour: Annotated[list[Armour], Field(max_length=10)] = []
