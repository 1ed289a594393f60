"""Tasks: a skill alone, a skill that another may notice, and skill against skill (P-CHECK, P-VS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.phases.actions.turns import Turn
from tracker.games.phases.checks.chances import Check, Side, winner
from tracker.games.phases.fighter import Fighter
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

TASK, TRY = "task", "try"
STAGES = ("task", "tried", "noticed", "contest", "against", "other-tried")
AGAINST, UNLESS = "against", "unless"
NO_ACTION = -1
"""The number of the action when the task takes no time."""


@dataclass(frozen=True, slots=True)
class Skilled:
    """A fighter's skill for a task, with a level and a bonus for this task (P-VS-1)."""

    who: str
    skill: str
    level: int = 0
    bonus: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the values as words of a command, which `read` reads."""
        return self.who, self.skill, str(self.level), str(self.bonus)

    @staticmethod
    def read(words: Sequence[str]) -> Skilled:
        """Return the values from the words that `words` writes: fighter, skill, level and bonus."""
        who, skill, level, bonus = words
        return Skilled(who, skill, int(level), int(bonus))

    def check(self, encounter: Encounter) -> Check:
        """Return the check: the bonus is added before the level."""
        check = Fighter(encounter, self.who).check(self.skill)
        check = replace(check, summands=(*check.summands, (self.bonus, "further bonus")))
        return check.harder(self.level, "the task (P-VS-5)")


@dataclass(frozen=True, slots=True)
class Trial:
    """A skill alone, `against` another fighter's, or `unless` another notices with its own."""

    how: str
    actor: Skilled
    other: Skilled | None = None

    @property
    def skills(self) -> tuple[Skilled, ...]:
        return (self.actor,) if self.other is None else (self.actor, self.other)


def task(turn: Turn, trial: Trial) -> None:
    """Roll a skill, which takes no time (P-VS). Raises Refused."""
    _begin(turn, _checked(turn, trial), NO_ACTION)


def attempt(turn: Turn, trial: Trial) -> None:
    """Roll a skill as the action of a sub-phase (P-SUB-1). Raises Refused."""
    trial = _checked(turn, trial)
    _begin(turn, trial, turn.start(Action(0, TRY, label=f"try {trial.actor.skill}")).id)


def _checked(turn: Turn, trial: Trial) -> Trial:
    """Return the trial with the fighter's own skill. Raises Refused for a roll against itself or without a chance."""
    # In a group the line names the skill of the first; each of the others rolls its own.
    trial = replace(trial, actor=replace(trial.actor, who=turn.who))
    if trial.other is not None and trial.other.who == turn.who:
        raise Refused(f"{turn.now.name} cannot roll against itself; choose another fighter.")
    check = trial.actor.check(turn.draft.encounter)
    if check.impossible:
        raise Refused(f"{turn.now.name} has no chance at level {check.level} (house rule past_the_end).")
    return trial


def _begin(turn: Turn, trial: Trial, action: int) -> None:
    """Push the first stage of a task: a contest, or the roll of one fighter. `action` is the id of its action."""
    other = list(trial.other.words()) if trial.other is not None else []
    stage = "contest" if trial.how == AGAINST else "task"
    turn.draft.push(stage, one=list(trial.actor.words()), other=other, action=action)


def resume(draft: StepBuilder, task: Task) -> None:
    """Go on with a stage of a task.

    Alone: `task`, then `tried`. After a failure another may notice: `noticed`, then `other-tried`. Opposed: `contest`,
    then `against` for each side, and again from `contest` while the rolls decide nothing.
    """
    data: Mapping[str, Any] = task.data
    kept = {key: data[key] for key in ("one", "other", "action")}
    actor, other = Skilled.read(kept["one"]), Skilled.read(kept["other"]) if kept["other"] else None

    def roll(who: Skilled, stage: str, **additions: Any) -> None:
        """Roll the check of one side. Then `stage`."""
        draft.roll(who.check(draft.encounter).roll(who.who, TASK, who.skill), Task(stage, {**kept, **additions}))

    if task.stage in ("task", "contest"):
        roll(actor, "tried" if task.stage == "task" else "against")
    elif other is not None and task.stage == "tried" and not data["success"]:
        draft.push("noticed", **kept)
        text = f"{draft[actor.who].name} failed at {actor.skill}: does {draft[other.who].name} roll {other.skill}?"
        draft.ask(Ask.CHOOSE, other.who, "noticing", text, ("yes", "no"), about=actor.who)
    elif other is not None and task.stage == "noticed" and data["answer"] == "yes":
        roll(other, "other-tried")
    elif other is not None and task.stage == "against" and "mine" not in data:
        roll(other, "against", mine=[data["success"], data["total"]])
    elif other is not None and task.stage == "against" and not _decided(draft, actor, other, data):
        draft.note("Equal skills and equal rolls: both roll again (P-VS-4)")
        draft.push("contest", **kept)
    elif kept["action"] != NO_ACTION:
        Turn(draft, actor.who).finish(kept["action"])


def _decided(draft: StepBuilder, actor: Skilled, other: Skilled, data: Mapping[str, Any]) -> bool:
    """Decide a contest after both rolls and note the winner. Return whether there is one (P-VS)."""
    success, total = data["mine"]
    actor_side = Side.of(actor.check(draft.encounter), success, total)
    other_side = Side.of(other.check(draft.encounter), data["success"], data["total"])
    won = winner(actor_side, other_side, Fighter(draft.encounter, actor.who).rules)
    if won:
        name = draft[actor.who if won > 0 else other.who].name
        how = "both succeeded" if actor_side.success and other_side.success else "both failed"
        why = (
            f"{how}, skill {actor_side.skill} against {other_side.skill}"
            if actor_side.success == other_side.success
            else "the other failed"
        )
        draft.note(f"{name} wins, {actor.skill} against {other.skill}: {why} (P-VS)", actor.who)
    return bool(won)
