"""Resolving an action: an action under way in the step that carries it out: its dice, its result, its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.encounter.engine.declarations import end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Ask, Roll, Task
from tracker.systems.kit.d6 import Sixes
from tracker.systems.kit.fighters import Acting
from tracker.systems.kit.sums import Sum

Data = Mapping[str, Any]
"""What a stage goes on with."""
NONE, AVOIDED, BY = "none", "avoided", "by-"
"""Answers to what is aimed at one; `avoided` is the game master's word, `by-hob`: Hob meets it."""


def meeting(answer: str, aimed_at: str) -> str:
    """Who meets it by an answer: the one it is aimed at, or another who says so (`by-hob`)."""
    return answer.removeprefix(BY) if answer.startswith(BY) else aimed_at


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of somebody; a game's own builds on it, and its stages go on with `who` and `action` in their data."""

    draft: StepBuilder
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

    # How it is met

    def over(self, words: str = "") -> None:
        """It is over for its owner; a game says here when its owner declares again."""
        self.landed(words)

    def missed(self) -> None:
        """The attack goes wide."""
        self.result("missed", "missed")
        self.over()

    def defence(self, by: str, answer: str) -> tuple[str, str, Sum | None]:
        """The way in which `by` meets it, in a word when it works, and what is rolled: None without a number."""
        return answer, answer, None

    def ask_defence(self, ways: Sequence[str], others: Sequence[str] = ()) -> None:
        """The one aimed at meets it in one of these ways, or others do; it goes on with `avoided`, `met`, `parried`."""
        target = self.action.target
        self.draft.push("defended", who=self.who, action=self.action.id)
        text = f"{self.draft[target].name}: how does it meet {self.action.label}?"
        words = (NONE, *ways, AVOIDED, *(f"{BY}{other}" for other in others))
        self.draft.ask(Ask.CHOOSE, target, "defence", text, words, about=self.who)

    def defended(self, data: Data) -> None:
        """Goes on with the answer: nothing, a roll, or what the game master says."""
        answer, who, act = str(data["answer"]), self.who, self.action.id
        by = meeting(answer, self.action.target)
        how, told, need = self.defence(by, answer)
        if answer != NONE:
            self.draft.emit(ev.DefenceDeclared(who=by, defence=how, against=who, label=how))
        if answer == AVOIDED:
            self.draft.push("avoided", who=who, action=act, how=how)
        elif need is None:
            self.draft.push("met", who=who, action=act)
        else:
            Acting(self.draft, by).ask("defence", how, need, "parried", who, action=act, how=told, by=who)

    def parried(self, data: Data) -> None:
        """The defence was rolled."""
        (self.avoided if data["success"] else self.met)(data)

    def avoided(self, data: Data) -> None:
        """The attack comes to nothing."""
        self.result("avoided", data["how"])
        self.over()

    def met(self, data: Data) -> None:
        """Nothing avoids it, and nothing more comes of it."""
        self.over()
