"""The fight as a query reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.encounter.engine.journal import Step
from tracker.game_api.rules import Rules
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


@dataclass(frozen=True, slots=True)
class FightView:
    """The state, the rules, the notes of the encounter's file, and the steps in force."""

    encounter: Encounter
    rules: Rules
    notes: str
    done: Sequence[int]
    step: Callable[[int], Step]
    """Returns the step of a number, read from the file if needed."""
