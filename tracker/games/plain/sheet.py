"""Sheets of plain: the models of its encounters and combatants, and the sheet that the rules use."""

from __future__ import annotations

from typing import Annotated

from tracker.game_api.lazy_model import Field
from tracker.games.toolkit.models import Name, Strict
from tracker.games.toolkit.names import named
from tracker.games.toolkit.sheets import reader

HP = "HP"


class Scene(Strict):
    """The scene: `modifier` is added to every attack."""

    modifier: Annotated[int, Field(ge=-10, le=10)] = 0
    """The modifier of every attack roll."""


class Options(Strict):
    """Keys at the top of an encounter."""

    scene: Scene = Scene()


class Weapon(Strict):
    """One weapon: `attack` is added to the attack roll, `damage` is dice."""

    name: Name
    """The name."""
    attack: Annotated[int, Field(ge=-20, le=20)] = 0
    """The modifier of the attack roll."""
    damage: Annotated[str, Field(min_length=1, max_length=20)] = "1d6"
    """Dice of damage: "1d6"."""


class Entry(Strict):
    """Keys of a combatant: hit points, points lost, bonus to initiative, and the number an attack must reach."""

    hit_points: Annotated[int, Field(ge=1, le=1000)] = 10
    """Full hit points."""
    hurt: Annotated[int, Field(ge=0, le=1000)] = 0
    """The hit points lost already."""
    initiative: Annotated[int, Field(ge=-20, le=20)] = 0
    """The modifier of the roll for initiative."""
    defence: Annotated[int, Field(ge=1, le=40)] = 12
    """The number that an attack on it must reach."""
    weapon: Annotated[list[Weapon], Field(max_length=10)] = []
    """The weapons, the first one first. Without one, the fists."""


class Sheet(Strict):
    """A combatant's figures. It always has a weapon, at least its fists."""

    defence: int
    initiative: int
    weapons: tuple[Weapon, ...]

    def weapon(self, name: str = "") -> Weapon:
        """Return the weapon with this name. The first one for no name or an unknown one."""
        return named(self.weapons, name) or self.weapons[0]


FISTS = Weapon(name="fists", damage="1d3")


sheet_of = reader(Sheet)
