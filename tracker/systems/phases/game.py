"""The game: what files of phases hold, its library and template, and the rules under an encounter's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import tomli
from pydantic import BaseModel

from tracker.rules.sheets import Calculator
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.reports.reckoning import CALCULATORS
from tracker.systems.phases.rules import Phases
from tracker.systems.phases.sheets.sheet import Entry, Weapon

_HERE = "tracker.systems.phases"


class Game:
    """The system `phases`."""

    name = "phases"
    options: type[BaseModel] = Options
    combatant: type[BaseModel] = Entry
    parts: Mapping[str, type[BaseModel]] = {"weapon": Weapon}
    figures: Mapping[str, tuple[str, ...]] = {}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry as it stands in the file."""
        return {"name": entry["name"], **entry}

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """A few people and weapons; all their figures are made up but the machine gun's rate of fire."""
        return tomli.loads(files(_HERE).joinpath("library.toml").read_text(encoding="utf-8"))

    def bind(self, options: Mapping[str, Any]) -> Phases:
        """The rules of one encounter."""
        return Phases(Options.model_validate(dict(options)))

    def template(self) -> str:
        """An encounter to fill in."""
        return files(_HERE).joinpath("encounter.toml").read_text(encoding="utf-8")

    def calculators(self) -> Sequence[Calculator]:
        """Chances, contests, Initiative, locations, rates of fire, the clock."""
        return CALCULATORS


PHASES = Game()
