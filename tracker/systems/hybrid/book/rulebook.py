"""The rulebook: which rules are in force in one encounter: edition, house rules, scene, tables and unit of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tracker.clock.spans import TimeUnit
from tracker.encounter.draft import Draft
from tracker.systems.hybrid.book.house import HouseRules, Options, Scene
from tracker.systems.hybrid.book.tables import tables


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Hybrid in one edition, with the house rules and the scene of one encounter; what every rule is handed."""

    edition: str = "current"
    house: HouseRules = field(default_factory=HouseRules)
    scene: Scene = field(default_factory=Scene)
    perception: str = "secret"
    """How passive perceptions fall: `secret`, or `typed` by the players (H-PERC-3)."""

    @staticmethod
    def of(options: Mapping[str, Any]) -> Rulebook:
        """From validated options of an encounter."""
        model = Options.model_validate(dict(options))
        return Rulebook(model.edition, model.house_rules, model.scene, model.perception)

    @property
    def book(self) -> Mapping[str, Any]:
        """The tables of the edition."""
        return tables(self.edition)

    @property
    def unit(self) -> TimeUnit:
        """Counts of a tenth of a second, which 1997 calls pulses (H-TIME-1)."""
        one = self.book["time"]["unit"]
        return TimeUnit(one, f"{one}s", Fraction(self.book["time"]["per_second"]))

    def changed(self) -> tuple[str, ...]:
        """House rules that differ from the rulings, each as a file would have it."""
        as_ruled = f'critical_failure = "{self.book["checks"].get("critical_failure", "gated")}"'
        return tuple(line for line in self.house.changed() if line != as_ruled)

    def everything(self) -> tuple[str, ...]:
        """Every house rule in force; what is left to the edition as the edition has it."""
        settled = self.house.critical_failure or self.book["checks"].get("critical_failure", "gated")
        return self.house.model_copy(update={"critical_failure": settled}).everything()


def in_force(draft: Draft) -> Rulebook:
    """The rulebook a draft is made under, for what happens by itself and is handed none."""
    rules: Any = draft.rules
    rulebook: Rulebook = rules.rulebook
    return rulebook
