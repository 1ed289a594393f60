"""The plan of a batch: the blows landing on one count, and their stages in the order of the table; data, no rules."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import Draft
from tracker.model import lazy_dataclass
from tracker.model.questions import Task
from tracker.systems.hybrid.blows.blow import Blow
from tracker.systems.hybrid.book.rulebook import Rulebook

Entry = list[Any]
"""A stage's name, the place of its blow, and perhaps whom it concerns: data, so that it can be saved."""


_ANSWER = ("target", "notice", "defend")


_ROLL = (
    "filter",
    "attack",
    "severity",
    "fumble",
    "cap",
    "answer",
    "heed",
    "location",
    "limb",
    "dice",
    "shield",
    "reckon",
)


_AFTER = ("own shock", "knockback", "bleeding", "shock", "time")


class Batch:
    """The blows, the stages still to come and where we are among them."""

    def __init__(self, blows: list[Blow], plan: list[Entry], at: int = 0) -> None:
        self.blows = blows
        self.plan = plan
        self.at = at

    def task(self) -> Task:
        """As a stage that can be saved and gone on with."""
        return Task("batch", {"blows": self.blows, "plan": self.plan[self.at :]})

    @staticmethod
    def read(task: Task) -> Batch:
        """The batch of a task, as it was handed on or as it was written."""
        return Batch([Blow.read(blow) for blow in task.data["blows"]], list(task.data["plan"]))

    def insert(self, entries: list[Entry]) -> None:
        """Stages that come right after the present one."""
        self.plan[self.at + 1 : self.at + 1] = entries

    def leave(self, who: str) -> None:
        """The blows of `who` leave the batch: delayed or lost by its own answer."""
        for blow in self.blows:
            if blow.attacker == who:
                blow.gone = True


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Stage:
    """One stage of one blow: in which step and under which rules it is carried out, and whom it concerns, if one."""

    draft: Draft
    rules: Rulebook
    batch: Batch
    blow: Blow
    who: str = ""


def resolve(draft: Draft, blows: list[Blow]) -> None:
    """Put the stages of these blows on what is still to do."""
    places = range(len(blows))
    plan: list[Entry] = [[stage, i] for i in _asking_order(blows) for stage in _ANSWER]
    plan += [[stage, i] for i in places for stage in _ROLL]
    plan += [["land", i] for i in places]
    plan += [["apply", i] for i in places]
    plan += [["own harm", i] for i in places]
    plan += [["grip", i] for i in places]
    plan += [[stage, i] for i in places for stage in _AFTER]
    plan += [["initiative", i] for i in places]
    draft.actor = blows[0].attacker
    draft.stack.append(Batch(blows, plan).task())


def _asking_order(blows: list[Blow]) -> list[int]:
    """Defenders who land a blow themselves are asked in the order they declared it, the others after them."""
    attackers = [blow.attacker for blow in blows]

    def order(place: int) -> tuple[int, int]:
        target = blows[place].target
        return (attackers.index(target) if target in attackers else len(blows), place)

    return sorted(range(len(blows)), key=order)
