"""One fighter of Hybrid, in a step under way or at a moment of the encounter, under its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.toolkit import fighters
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Task

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acting(fighters.Acting):
    """One fighter in a step under way, with the rules in force."""

    rules: Rulebook

    def roll(self, chance: Chance, what: str, label: str, stage: str, target: str = "", **data: Any) -> None:
        """Roll against a chance, then go on at a stage of this fighter."""
        self.draft.roll(chance.roll(self.who, what, label, target), Task(stage, {"who": self.who, **data}))


@dataclass(frozen=True)
class Standing(fighters.Standing):
    """One fighter at a moment of an encounter, with the rules in force."""

    rules: Rulebook

    def on_own_side(self, other: Combatant) -> bool:
        """Return whether another fighter is of the same side."""
        return other.profile.side == self.now.profile.side

    def why_not(self, verb: str) -> str:
        """Return no reason, because the menu of a held fighter refuses as a whole."""
        return ""
