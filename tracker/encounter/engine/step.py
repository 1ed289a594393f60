"""The step in the making, as rules and kernel build it: an open step with the rules it is made under and their dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tracker.dice.source import DiceSource
from tracker.encounter.engine import dice_requests, simultaneous_choice
from tracker.encounter.engine.open_step import OpenStep
from tracker.encounter.engine.simultaneous_choice import Inquiry
from tracker.game_api.rules import Rules
from tracker.model.questions import Roll, Task
from tracker.model.state import Encounter
from tracker.moved import former_names


class StepBuilder(OpenStep):
    """An open step in which dice are rolled and several fighters asked at once."""

    def __init__(self, encounter: Encounter, rules: Rules, dice: DiceSource, kept: bool = True) -> None:
        super().__init__(encounter, kept)
        self.rules = rules
        self.dice = dice

    def gather(self, what: str, inquiries: Sequence[Inquiry], then: Task) -> None:
        """Ask several at once, unseen by each other. Then resume with `then`, with `answers` by fighter in its data."""
        simultaneous_choice.gather(self, what, inquiries, then)

    def roll(self, asked: Roll, then: Task) -> None:
        """Roll, or ask the player to. Then resume with `then`, with `total`, `faces`, `success` … in its data."""
        fell = self.roll_at_once(asked, lambda: then)
        if fell is not None:
            self.stack.append(then.with_data(**fell))

    def roll_at_once(self, asked: Roll, then: Callable[[], Task]) -> dict[str, Any] | None:
        """Roll and return the data that `roll` gives a stage. Or ask the player to roll, and return None.

        `then` makes the stage only where it must resume after an answer.
        """
        return dice_requests.roll_or_ask(self, self.rules, self.dice, asked, then)


if not TYPE_CHECKING:  # a type checker tells a name that is gone
    __getattr__ = former_names(__name__)
