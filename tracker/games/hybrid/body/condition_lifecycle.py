"""The lifecycle of a condition: what follows when it begins or ends, and when its bearer loses all or leaves.

The module of each condition declares it once. `actions/presence` collects them.
"""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.fighter import Acting
from tracker.model.lazy_dataclass import dataclass

Follow = Callable[[Acting, str], None]
"""A function that applies the consequences of a change. Takes the fighter and the condition's key."""
Lose = Callable[[StepBuilder, str, str], None]
"""A function that ends the condition when the fighter loses everything pending, for a reason."""
Leave = Callable[[Acting], None]
"""A function that updates the condition of a fighter who is out of the fight."""


@dataclass(frozen=True, slots=True)
class ConditionLifecycle:
    """Conditions by key, with what follows when one begins or ends by hand or by the clock.

    The change has already happened when a function is called.
    """

    keys: tuple[str, ...]
    began: Follow | None = None
    ended: Follow | None = None
    left: Leave | None = None
    """Called when a fighter goes down, surrenders or leaves, whether it has the condition or not."""
    lost: Lose | None = None
    """Called when a fighter loses all that is pending, whether it has the condition or not."""
    prefix: bool = False
    """True if the keys are only beginnings: `closed:` is followed by the other combatant's id."""
    also_outside_fight: bool = False
    """True if `began` and `ended` are called before the fight too, and for a fighter who is out of it."""

    def covers(self, key: str) -> bool:
        """Return whether the condition with this key is one of these."""
        return key.startswith(self.keys) if self.prefix else key in self.keys


OUT = "out of the fight"
"""The reason in the log when a condition ends because the fighter is out."""
