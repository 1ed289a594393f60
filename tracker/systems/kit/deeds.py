"""Deeds: an action under way in the step that carries it out: its dice, what came of it, its end."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import end_action
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.systems.kit.fighters import Acting
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.sums import Sum


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of somebody; a game's own builds on it, and its stages go on with `who` and `action` in their data."""

    draft: Draft
    who: str
    action: Action

    def roll(self, stage: str, need: Sum) -> None:
        """3d6 of its owner against a sum; then `stage`."""
        act = self.action
        Acting(self.draft, self.who).ask(act.verb, act.label, need, stage, act.target, action=act.id)

    def damage(self, stage: str, label: str, rolled: Sixes, by: str = "", **data: object) -> None:
        """Dice of damage of its owner, or of another (`by`); then `stage`."""
        who, target = (by, self.who) if by else (self.who, self.action.target)
        task = Task(stage, {"who": self.who, "action": self.action.id, **data})
        self.draft.roll(Roll(who, "damage", label, rolled.notation, target=target), task)

    def result(self, outcome: str, label: str, points: int = 0, kind: str = "") -> None:
        """What came of it for whom it was aimed at; a hit has its kind of damage."""
        target, kind = self.action.target, kind if outcome == "hit" else ""
        self.draft.emit(ev.Struck(who=self.who, target=target, outcome=outcome, label=label, damage=points, type=kind))

    def landed(self, words: str = "") -> None:
        """It is over, with a line in the log, unless it was lost meanwhile."""
        if words:
            self.draft.note(words, self.who)
        if self.draft[self.who].action(self.action.id) is not None:
            end_action(self.draft, self.who, self.action, "landed")
