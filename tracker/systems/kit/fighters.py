"""Fighters: somebody at one moment of an encounter, and somebody in a step under way; a game's own build on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tracker.encounter.combatant import Combatant, Scalar
from tracker.encounter.draft import Draft
from tracker.encounter.state import Encounter
from tracker.systems.kit import changes, steps


class Moment(NamedTuple):
    """Somebody at one moment of an encounter."""

    encounter: Encounter
    who: str

    @property
    def now(self) -> Combatant:
        """What changes of it."""
        return self.encounter[self.who]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.now.name


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody in a step that is under way: what is changed shows at once."""

    draft: Draft
    who: str

    @property
    def now(self) -> Combatant:
        """It as it is by now."""
        return self.draft[self.who]

    def mark(self, name: str, value: Scalar, why: str = "") -> None:
        """Write a mark of it down."""
        steps.mark(self.draft, self.who, name, value, why)

    def take(self, pool: str, points: int, why: str) -> None:
        """Take points off a pool of it."""
        changes.take(self.draft, self.who, pool, points, why)

    def begin(self, key: str, label: str = "", of: str = "") -> None:
        """A condition of it begins, unless it is borne already."""
        changes.begin(self.draft, self.who, key, label, of)

    def end(self, *keys: str) -> bool:
        """Conditions of it are over; says whether one of them was borne."""
        return changes.end(self.draft, self.who, *keys)
