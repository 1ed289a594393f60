"""Lasting: what hangs on a condition that begins, ends or is borne by one who leaves, declared once in its own room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.encounter.engine.step import Draft
from tracker.systems.hybrid.book.rulebook import Rulebook

Follow = Callable[[Draft, Rulebook, str, str], None]
"""Carries out what follows; takes who bears the condition, and its key."""
Lose = Callable[[Draft, str, str], bool]
"""Carries out what becomes of the condition when all that its bearer has pending is lost, and why it is."""
Leave = Callable[[Draft, Rulebook, str], None]
"""Carries out what becomes of the condition when its bearer is out of the fight."""


@dataclass(frozen=True, slots=True)
class ConditionLifecycle:
    """Conditions with what follows when one of them has begun or ended by hand or by the clock.

    The change itself stands already.
    """

    keys: tuple[str, ...]
    began: Follow | None = None
    ended: Follow | None = None
    left: Leave | None = None
    """What becomes of them when their bearer is down, surrenders or goes; asked of everybody, borne or not."""
    lost: Lose | None = None
    """What becomes of them when all that is pending is lost, asked borne or not; says whether one was borne."""
    family: bool = False
    """The keys are only beginnings: `closed:` goes on with the other's id."""
    anyhow: bool = False
    """Also before the fight, and for one who is out of it."""

    def covers(self, key: str) -> bool:
        """Whether the condition of this key is one of them."""
        return key.startswith(self.keys) if self.family else key in self.keys


OUT = "out of the fight"
"""Why a condition ends with its bearer's part in the fight."""
