"""The game: what files of phases hold, its library and template, and the rules under an encounter's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from tracker.rules.sheets import Calculator
from tracker.systems.kit.files import Files
from tracker.systems.kit.rules import Rules
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.reports.reckoning import CALCULATORS
from tracker.systems.phases.rules import bound
from tracker.systems.phases.sheets.sheet import Entry, Weapon


class Game(Files):
    """The system `phases`."""

    name = "phases"
    package = __package__
    options: type[BaseModel] = Options
    combatant: type[BaseModel] = Entry
    parts: Mapping[str, type[BaseModel]] = {"weapon": Weapon}

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """The rules of one encounter."""
        return bound(Options.model_validate(dict(options)))

    def calculators(self) -> Sequence[Calculator]:
        """Chances, contests, Initiative, locations, rates of fire, the clock."""
        return CALCULATORS


PHASES = Game()
