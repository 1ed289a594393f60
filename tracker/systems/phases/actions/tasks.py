"""Tasks: a skill alone, a skill that another may notice, and skill against skill (P-CHECK, P-VS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.model.combatant import Action
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.phases.actions.turns import Turn
from tracker.systems.phases.checks.chances import Check, Side, winner
from tracker.systems.phases.checks.fighter import Fighter

TASK, TRY = "task", "try"
STAGES = ("task", "tried", "noticed", "contest", "against", "other-tried")
AGAINST, UNLESS = "against", "unless"
NO_ACTION = -1
"""In the place of an action's number: the task takes no time."""


@dataclass(frozen=True, slots=True)
class Skilled:
    """A fighter's skill for a task, at a level of its own and with a bonus (P-VS-1)."""

    who: str
    skill: str
    level: int = 0
    bonus: int = 0

    def words(self) -> tuple[str, ...]:
        """As words of a command; `read` undoes it."""
        return self.who, self.skill, str(self.level), str(self.bonus)

    @staticmethod
    def read(words: Sequence[str]) -> Skilled:
        """What `words` gave."""
        who, skill, level, bonus = words
        return Skilled(who, skill, int(level), int(bonus))

    @staticmethod
    def all_of(words: Sequence[str]) -> list[Skilled]:
        """The one or two of a command's words, which begin with how they stand to each other."""
        return [Skilled.read(words[at : at + 4]) for at in range(1, len(words), 4)]

    def check(self, encounter: Encounter) -> Check:
        """Its chance in the making: the bonus before the level, as any (P-CHECK-1)."""
        check = Fighter(encounter, self.who).check(self.skill)
        check = replace(check, summands=(*check.summands, (self.bonus, "further bonus")))
        return check.harder(self.level, "the task (P-VS-5)")


def carry_out(turn: Turn, words: Sequence[str], *, takes_a_sub_phase: bool = False) -> None:
    """A task: a skill alone, `against` another's skill, or `unless` another notices; it may take a sub-phase."""
    one, *others = Skilled.all_of(words)
    if any(other.who == one.who for other in others):
        raise Refused(f"{turn.now.name} cannot roll against itself; choose somebody else.")
    check = one.check(turn.draft.encounter)
    if check.impossible:
        raise Refused(f"{turn.now.name} has no chance at level {check.level} (house rule past_the_end).")
    number = turn.start(Action(0, TRY, label=f"try {one.skill}")).id if takes_a_sub_phase else NO_ACTION
    other = [word for other in others for word in other.words()]
    stage = "contest" if words[0] == AGAINST else "task"
    turn.draft.push(stage, one=list(one.words()), other=other, action=number)


def resume(draft: StepBuilder, task: Task) -> None:
    """Go on with a stage of a task."""
    data: Mapping[str, Any] = task.data
    kept = {key: data[key] for key in ("one", "other", "action")}
    one, other = Skilled.read(kept["one"]), Skilled.read(kept["other"]) if kept["other"] else None

    def roll(who: Skilled, stage: str, **more: Any) -> None:
        draft.roll(who.check(draft.encounter).roll(who.who, TASK, who.skill), Task(stage, {**kept, **more}))

    if task.stage in ("task", "contest"):
        roll(one, "tried" if task.stage == "task" else "against")
    elif other is not None and task.stage == "tried" and not data["success"]:
        draft.push("noticed", **kept)
        text = f"{draft[one.who].name} failed at {one.skill}: does {draft[other.who].name} roll {other.skill}?"
        draft.ask(Ask.CHOOSE, other.who, "noticing", text, ("yes", "no"), about=one.who)
    elif other is not None and task.stage == "noticed" and data["answer"] == "yes":
        roll(other, "other-tried")
    elif other is not None and task.stage == "against" and "mine" not in data:
        roll(other, "against", mine=[data["success"], data["total"]])
    elif other is not None and task.stage == "against" and not _decided(draft, one, other, data):
        draft.note("Equal skills and equal rolls: both roll again (P-VS-4)")
        draft.push("contest", **kept)
    elif kept["action"] != NO_ACTION:
        Turn(draft, one.who).finish(kept["action"])


def _decided(draft: StepBuilder, one: Skilled, other: Skilled, data: Mapping[str, Any]) -> bool:
    """Who wins of two who have both rolled, told; whether anybody does (P-VS)."""
    success, total = data["mine"]
    own = Side.of(one.check(draft.encounter), success, total)
    rival = Side.of(other.check(draft.encounter), data["success"], data["total"])
    won = winner(own, rival, Fighter(draft.encounter, one.who).rules)
    if won:
        name = draft[one.who if won > 0 else other.who].name
        how = "both succeeded" if own.success and rival.success else "both failed"
        why = f"{how}, skill {own.skill} against {rival.skill}" if own.success == rival.success else "the other failed"
        draft.note(f"{name} wins, {one.skill} against {other.skill}: {why} (P-VS)", one.who)
    return bool(won)
