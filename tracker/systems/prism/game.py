"""The door: what the files of Prism hold, its library, its template and its calculators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import tomli
from pydantic import BaseModel

from tracker.rules.sheets import Calculator
from tracker.systems.prism.book import house
from tracker.systems.prism.reports.reckon import CALCULATORS
from tracker.systems.prism.rules import Prism
from tracker.systems.prism.sheets import models


class Game:
    """The system `prism`."""

    name = "prism"
    options: type[BaseModel] = house.Options
    combatant: type[BaseModel] = models.Entry
    parts: Mapping[str, type[BaseModel]] = {"weapon": models.Weapon, "armour": models.Armour}
    figures: Mapping[str, tuple[str, ...]] = {"weapon": ("skill", "modifier"), "armour": ("threshold", "capacity")}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry as it stands in the file."""
        return {"name": entry["name"], **entry}

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """A few creatures, weapons and pieces of armour; all figures but the book's combat vest are examples."""
        return tomli.loads(files("tracker.systems.prism").joinpath("library.toml").read_text(encoding="utf-8"))

    def bind(self, options: Mapping[str, Any]) -> Prism:
        """The rules of one encounter."""
        return Prism(house.Options.model_validate(dict(options)))

    def template(self) -> str:
        """An encounter to fill in."""
        return files("tracker.systems.prism").joinpath("encounter.toml").read_text(encoding="utf-8")

    def calculators(self) -> Sequence[Calculator]:
        """Target numbers, contests, damage, the chain, energy, improvement."""
        return CALCULATORS


PRISM = Game()
