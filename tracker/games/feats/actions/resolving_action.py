"""Resolving an action: its dice, the defence against it, its result and end, within one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.encounter.engine.declarations import end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.games.feats.book.d6 import Sixes
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.sums import Sum
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Roll, Task

Data = Mapping[str, Any]
"""The data that one stage hands to the next."""
NONE, AVOIDED, BY = "none", "avoided", "by-"
"""Answers to an attack: no defence, avoided (the game master says so), and `by-hob`: Hob defends for the target."""


def meeting(answer: str, aimed_at: str) -> str:
    """Return who defends by this answer: the target, or another fighter (`by-hob`)."""
    return answer.removeprefix(BY) if answer.startswith(BY) else aimed_at


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of the fighter `who`. Games build on it. Its stages carry `who` and `action` in their data."""

    draft: StepBuilder
    who: str
    action: Action

    def roll(self, stage: str, need: Sum) -> None:
        """Roll 3d6 of the acting fighter against the number of `need`. Then go on at `stage`."""
        act = self.action
        Acting(self.draft, self.who).ask(act.verb, act.label, need, stage, act.target, action=act.id)

    def damage(self, stage: str, label: str, rolled: Sixes, by: str = "", **data: object) -> None:
        """Roll damage dice of the acting fighter, or of the fighter `by` against it. Then go on at `stage`.

        `data` is kept for that stage.
        """
        who, target = (by, self.who) if by else (self.who, self.action.target)
        task = Task(stage, {"who": self.who, "action": self.action.id, **data})
        self.draft.roll(Roll(who, "damage", label, rolled.notation, target=target), task)

    def result(self, outcome: str, label: str, points: int = 0, kind: str = "") -> None:
        """Record the result for the target. Only a hit has a kind of damage."""
        target, kind = self.action.target, kind if outcome == "hit" else ""
        self.draft.emit(ev.Struck(who=self.who, target=target, outcome=outcome, label=label, damage=points, type=kind))

    def landed(self, words: str = "") -> None:
        """End the action, with a line in the log when there are words. Nothing ends when it was lost meanwhile."""
        if words:
            self.draft.note(words, self.who)
        if self.draft[self.who].action(self.action.id) is not None:
            end_action(self.draft, self.who, self.action, "landed")

    # The defence

    def over(self, words: str = "") -> None:
        """End the action. A game extends this by scheduling the fighter's next declaration."""
        self.landed(words)

    def missed(self) -> None:
        """Record that the attack missed, and end the action."""
        self.result("missed", "missed")
        self.over()

    def defence(self, by: str, answer: str) -> tuple[str, str, Sum | None]:
        """Return the defence of `by`: its key, its word in the log, and the number to roll, None without a roll."""
        return answer, answer, None

    def ask_defence(self, ways: Sequence[str], others: Sequence[str] = ()) -> None:
        """Ask the target for one of the defences `ways`, or for one that `others` (ids) make in its place.

        Go on at `avoided`, `met` or `parried`.
        """
        target = self.action.target
        self.draft.push("defended", who=self.who, action=self.action.id)
        text = f"{self.draft[self.who].name}: {self.action.label}. How does {self.draft[target].name} meet it?"
        words = (NONE, *ways, AVOIDED, *(f"{BY}{other}" for other in others))
        self.draft.ask(Ask.CHOOSE, target, "defence", text, words, about=self.who)

    def defended(self, data: Data) -> None:
        """Go on after the answer: no defence, a roll, or avoided by the game master's word."""
        answer, who, act = str(data["answer"]), self.who, self.action.id
        by = meeting(answer, self.action.target)
        defence_key, label, need = self.defence(by, answer)
        if answer != NONE:
            self.draft.emit(ev.DefenceDeclared(who=by, defence=defence_key, against=who, label=defence_key))
        if answer == AVOIDED:
            self.draft.push("avoided", who=who, action=act, how=defence_key)
        elif need is None:
            self.draft.push("met", who=who, action=act)
        else:
            Acting(self.draft, by).ask("defence", defence_key, need, "parried", who, action=act, how=label, by=who)

    def parried(self, data: Data) -> None:
        """Go on after the defence roll: avoided when it succeeded, else met."""
        (self.avoided if data["success"] else self.met)(data)

    def avoided(self, data: Data) -> None:
        """Record that the attack was avoided, and end the action."""
        self.result("avoided", data["how"])
        self.over()

    def met(self, data: Data) -> None:
        """End the action: nothing avoids it, and this attack has no further effect."""
        self.over()
