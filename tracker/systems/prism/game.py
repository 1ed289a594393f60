"""The door: what the files of Prism hold, its library, its template and its calculators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from tracker.rules.sheets import Calculator
from tracker.systems.kit.files import Files
from tracker.systems.kit.rules import Rules
from tracker.systems.prism.book import house
from tracker.systems.prism.calculators import CALCULATORS
from tracker.systems.prism.rules import bound
from tracker.systems.prism.sheets import sheet


class Game(Files):
    """The system `prism`."""

    name = "prism"
    package = __package__
    options: type[BaseModel] = house.Options
    combatant: type[BaseModel] = sheet.Entry
    parts: Mapping[str, type[BaseModel]] = {"weapon": sheet.Weapon, "armour": sheet.Armour}
    figures: Mapping[str, tuple[str, ...]] = {"weapon": ("skill", "modifier"), "armour": ("threshold", "capacity")}

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """The rules of one encounter."""
        return bound(house.Options.model_validate(dict(options)))

    def calculators(self) -> Sequence[Calculator]:
        """Target numbers, contests, damage, the chain, energy, improvement."""
        return CALCULATORS


PRISM = Game()
