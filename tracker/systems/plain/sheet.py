"""The sheet: what a file says of an encounter and a combatant of plain, and what the rules keep of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from tracker.dice.notation import read
from tracker.encounter.combatant import Pool
from tracker.systems.kit.models import Name, Strict
from tracker.systems.kit.names import named
from tracker.systems.kit.sheets import reader

HP = "HP"
"""The one pool."""


class Scene(Strict):
    """What lies on everyone: `modifier` is added to every attack."""

    modifier: Annotated[int, Field(ge=-10, le=10)] = 0


class Options(Strict):
    """Keys at the top of an encounter."""

    scene: Scene = Scene()


class Weapon(Strict):
    """One weapon: `attack` is added to the attack roll, `damage` is dice."""

    name: Name
    attack: Annotated[int, Field(ge=-20, le=20)] = 0
    damage: Annotated[str, Field(min_length=1, max_length=20)] = "1d6"


class Entry(Strict):
    """Keys of a combatant: full and present hit points, what is added to initiative, what an attack must reach."""

    hit_points: Annotated[int, Field(ge=1, le=1000)] = 10
    hurt: Annotated[int, Field(ge=0, le=1000)] = 0
    initiative: Annotated[int, Field(ge=-20, le=20)] = 0
    defence: Annotated[int, Field(ge=1, le=40)] = 12
    weapon: Annotated[list[Weapon], Field(max_length=10)] = []


class Sheet(Strict):
    """A combatant's figures; there is always a weapon, if only fists."""

    defence: int
    initiative: int
    weapons: tuple[Weapon, ...]

    def weapon(self, name: str = "") -> Weapon:
        """The weapon of this name; the first one for no name, or one that is not there."""
        return named(self.weapons, name) or self.weapons[0]


FISTS = Weapon(name="fists", damage="1d3")


def read_sheet(entry: Mapping[str, Any]) -> tuple[Sheet, tuple[Pool, ...], tuple[int, ...]]:
    """An entry as sheet, full pool and points left; raises ValueError for what the model cannot see."""
    own = Entry.model_validate({key: entry[key] for key in Entry.model_fields if key in entry})
    if own.hurt > own.hit_points:
        raise ValueError(f"hurt {own.hurt} is more than the {own.hit_points} hit points there are")
    for weapon in own.weapon:
        read(weapon.damage)
    weapons = tuple(own.weapon) or (FISTS,)
    sheet = Sheet(defence=own.defence, initiative=own.initiative, weapons=weapons)
    return sheet, (Pool(HP, "hit points", own.hit_points),), (own.hit_points - own.hurt,)


sheet_of = reader(Sheet)
"""The sheet of a combatant."""
