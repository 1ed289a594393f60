"""Plan: the steps that a line results in, computed before any of them counts."""

from __future__ import annotations

from dataclasses import field

from tracker.encounter.decide import Decided
from tracker.encounter.engine.journal import Step
from tracker.encounter.names import name_of
from tracker.model import commands as cmd
from tracker.model.events import Struck
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.session.veto import VETO

_ANSWERS = cmd.Choose | cmd.GiveDice | cmd.GiveAmount | cmd.AnswerOrdered | cmd.AsGroup


@dataclass
class Plan:
    """Steps to be taken, reckoned from `encounter` on. Nothing of it counts before it is committed."""

    encounter: Encounter
    number: int
    """The number of the first step."""
    actor: str
    """The fighter to whose action the step before belongs."""
    steps: list[tuple[Step, Encounter]] = field(default_factory=list)
    refused: str = ""
    """The reason why an automatic consequence was not carried out, a sentence."""
    last_blow: int = -1
    """The place of the last step in which a blow was struck."""

    def add(self, command: cmd.Command, line: str, decided: Decided) -> None:
        """Append the step of a command. Without events there is no step."""
        if not decided.events:
            return
        actor = decided.actor
        if not actor and isinstance(command, _ANSWERS):
            actor = self.actor
        mode = ""
        if isinstance(command, cmd.Ordered):
            line, mode = f"{name_of(self.encounter, command.who)} follows orders", "orders"
        elif isinstance(command, cmd.AnswerOrdered):
            line, mode = f"{name_of(self.encounter, command.who)} answers by orders", "orders"
        elif isinstance(command, cmd.AsGroup):
            line, mode = f"{name_of(self.encounter, command.command.who)} with its group", "group"
        elif isinstance(command, cmd.AskInstead):
            mode = VETO
        n, follows = self.number + len(self.steps), self.number if self.steps else 0
        step = Step(n, decided.encounter.count, line, decided.events, actor, mode, follows)
        if any(isinstance(event, Struck) for event in decided.events):
            self.last_blow = len(self.steps)
        self.steps.append((step, decided.encounter))
        self.encounter, self.actor = decided.encounter, actor

    def struck(self, since: int) -> bool:
        """Return whether a blow was struck in the steps from position `since` on, so that the GM must look."""
        return self.last_blow >= since
