"""Step context: the step in the making, as the rules see it: they emit events into it, push stages, roll and ask."""

from __future__ import annotations

from typing import Any, Protocol

from tracker.model.combatant import Combatant
from tracker.model.events import Event
from tracker.model.questions import Ask, Roll, Task
from tracker.model.state import Encounter


class StepContext(Protocol):
    """What every step offers; `encounter.engine.step` builds it, with the rules and the dice of the fight."""

    encounter: Encounter
    """The fight as the events of the step have made it so far."""
    stack: list[Task]
    """The stages still to do, the next one last."""
    asked: bool
    """A question was opened: the step ends."""

    def __getitem__(self, who: str) -> Combatant:
        """The combatant `who` as it is now."""
        ...

    def emit(self, event: Event) -> None:
        """Record a fact; `encounter` follows at once."""
        ...

    def push(self, stage: str, **data: Any) -> None:
        """Put a stage on top of the stack; `Resolution.resume` gets it."""
        ...

    def roll(self, asked: Roll, then: Task) -> None:
        """Roll, or ask the player to; then the stage `then` goes on."""
        ...

    def ask(
        self,
        ask: Ask,
        who: str,
        what: str,
        text: str,
        choices: tuple[str, ...] = (),
        *,
        dice: str = "",
        about: str = "",
        low: int = 0,
        high: int = 0,
        step: int = 0,
        unseen: bool = False,
    ) -> None:
        """Open a question and end the step; the stage on top of the stack goes on after the answer."""
        ...
