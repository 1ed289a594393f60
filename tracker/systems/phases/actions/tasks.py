"""Tasks: a skill by itself, a lone one with somebody who may notice, and skill against skill (P-CHECK, P-VS)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.encounter.combatant import Action
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.phases.actions import course
from tracker.systems.phases.actions.attacks import side
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.checks import contests
from tracker.systems.phases.checks.chances import Check, checked_roll, skill_check

TASK, TRY = "task", "try"
STAGES = ("task", "tried", "noticed", "contest", "against", "other-tried")
AGAINST, UNLESS = "against", "unless"


@dataclass(frozen=True, slots=True)
class Skilled:
    """Somebody's own skill for a task, at a level of its own and with a bonus (P-VS-1)."""

    who: str
    skill: str
    level: int = 0
    bonus: int = 0

    def words(self) -> tuple[str, ...]:
        """As words of a command; `read` undoes it."""
        return self.who, self.skill, str(self.level), str(self.bonus)

    @staticmethod
    def read(words: tuple[str, ...] | list[str]) -> Skilled:
        """What `words` gave."""
        who, skill, level, bonus = words
        return Skilled(who, skill, int(level), int(bonus))

    def check(self, encounter: Encounter, rules: Options) -> Check:
        """Its chance in the making: the bonus before the level, as any (P-CHECK-1)."""
        check = skill_check(encounter, self.who, self.skill, rules)
        check = replace(check, summands=(*check.summands, (self.bonus, "further bonus")))
        return check.harder(self.level, "the task (P-VS-5)")


def carry_out(draft: Draft, one: Skilled, how: str, other: Skilled | None, takes: bool, rules: Options) -> None:
    """A task: by itself, `against` another's skill, or `unless` another notices; with `takes` one's 2-second action."""
    if other is not None and other.who == one.who:
        raise Refused(f"{draft[one.who].name} cannot be pitted against itself; name somebody else.")
    check = one.check(draft.encounter, rules)
    if check.impossible(rules):
        raise Refused(f"{draft[one.who].name} has no chance at level {check.level} (house rule past_the_end).")
    number = -1
    if takes:
        number = course.start(draft, one.who, Action(0, TRY, label=f"try {one.skill}")).id
    data = {"one": list(one.words()), "other": list(other.words()) if other else [], "action": number}
    draft.push("contest" if how == AGAINST else "task", **data)


def resume(draft: Draft, task: Task, rules: Options) -> None:
    """Go on with a stage of a task."""
    data = dict(task.data)
    kept = {key: data[key] for key in ("one", "other", "action")}
    one = Skilled.read(data["one"])
    match task.stage:
        case "task" | "contest":
            after = "tried" if task.stage == "task" else "against"
            _roll(draft, one, Task(after, kept), rules)
        case "tried":
            if data["success"] or not kept["other"]:
                _over(draft, kept, rules)
                return
            other = Skilled.read(kept["other"])
            draft.push("noticed", **kept)
            text = f"{draft[one.who].name} failed at {one.skill}: does {draft[other.who].name} roll {other.skill}?"
            draft.ask(Ask.CHOOSE, other.who, "noticing", text, ("yes", "no"), about=one.who)
        case "noticed":
            if data["answer"] == "yes":
                _roll(draft, Skilled.read(kept["other"]), Task("other-tried", kept), rules)
            else:
                _over(draft, kept, rules)
        case "other-tried":
            _over(draft, kept, rules)
        case _ if "mine" not in data:
            mine = [data["success"], data["total"]]
            _roll(draft, Skilled.read(kept["other"]), Task("against", {**kept, "mine": mine}), rules)
        case _:
            _decided(draft, kept, data["mine"], (data["success"], data["total"]), rules)


def _roll(draft: Draft, one: Skilled, then: Task, rules: Options) -> None:
    draft.roll(checked_roll(one.who, TASK, one.skill, one.check(draft.encounter, rules), rules), then)


def _decided(
    draft: Draft, kept: dict[str, list[str]], mine: list[int], theirs: tuple[bool, int], rules: Options
) -> None:
    one, other = Skilled.read(kept["one"]), Skilled.read(kept["other"])
    own = side(bool(mine[0]), mine[1], one.check(draft.encounter, rules))
    rival = side(theirs[0], theirs[1], other.check(draft.encounter, rules))
    won = contests.winner(own, rival, rules)
    if won == 0:
        draft.note("Equal skills and equal rolls: both roll again (P-VS-4)")
        draft.push("contest", **kept)
        return
    name = draft[one.who if won > 0 else other.who].name
    how = "both succeeded" if own.success and rival.success else "both failed"
    why = f"{how}, skill {own.skill} against {rival.skill}" if own.success == rival.success else "the other failed"
    draft.note(f"{name} wins, {one.skill} against {other.skill}: {why} (P-VS)", one.who)
    _over(draft, kept, rules)


def _over(draft: Draft, kept: dict[str, list[str]], rules: Options) -> None:
    number = int(str(kept["action"]))
    if number >= 0:
        course.finish(draft, Skilled.read(kept["one"]).who, number, rules)
