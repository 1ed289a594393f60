"""Lasting: what hangs on a condition that was put right by hand or has run out, declared once in its own room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.encounter.draft import Draft
from tracker.systems.hybrid.book.rulebook import Rulebook

Follow = Callable[[Draft, Rulebook, str, str], None]
"""Carries out what follows; takes who bears the condition, and its key."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """Conditions with what follows when one of them has begun or ended; the change itself stands already."""

    keys: tuple[str, ...]
    began: Follow | None = None
    ended: Follow | None = None
    family: bool = False
    """The keys are only beginnings: `closed:` goes on with the other's id."""
    anyhow: bool = False
    """Also before the fight, and for one who is out of it."""

    def covers(self, key: str) -> bool:
        """Whether the condition of this key is one of them."""
        return key.startswith(self.keys) if self.family else key in self.keys
