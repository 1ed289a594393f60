"""A draft: one step in the making. Rules emit events into it, roll and ask through it."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.dice.source import DiceSource
from tracker.encounter.engine import dice_requests, simultaneous_choice
from tracker.encounter.engine.simultaneous_choice import Inquiry
from tracker.encounter.engine.step_events import Ledger
from tracker.model.commands import Command
from tracker.model.questions import Roll, Task
from tracker.model.state import Encounter
from tracker.system_api.system import RuleSystem


class Draft(Ledger):
    """A ledger with the rules it is kept under and the dice they throw."""

    def __init__(self, encounter: Encounter, rules: RuleSystem[Draft], dice: DiceSource) -> None:
        super().__init__(encounter, rules)
        self.rules = rules
        self.dice = dice
        self.then: tuple[Command, ...] = ()
        """Commands to go on with, each a step of its own."""
        self.actor = ""
        self.ordered = ""
        """The standing orders that what is declared now follows, in a word or two; empty: it follows none."""
        self.hindrance = ""
        """Why the answer being given by orders is not the one they name: `parry has no chance`."""
        self.together = False
        """The command of this very step is for several: what is refused to one of them refuses it all."""
        self.beside = False
        """What is declared now goes beside what was declared on this very count: two actions at once."""

    def gather(self, what: str, inquiries: Sequence[Inquiry], then: Task) -> None:
        """Ask several at once, unseen; then go on with `then`, its data enriched by `answers`, by who was asked."""
        simultaneous_choice.gather(self, what, inquiries, then)

    def roll(self, asked: Roll, then: Task) -> None:
        """Roll, or ask the player to; then go on with `then`, its data enriched by `total`, `faces`, `success`…"""
        self.stack.append(then)
        dice_requests.throw(self, self.rules, self.dice, asked)
