"""Batch plan: the blows that land on one count and the order of their stages. Data without rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Task


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """One stage still to come: its name, and the index of its blow in the batch."""

    name: str
    place: int
    who: str = ""
    """The fighter concerned, if neither the attacker nor the target."""

    def data(self) -> list[Any]:
        """Return the stage as a fight file keeps it: `["attack", 0]`, `["noticing", 0, "gruk"]`."""
        return [self.name, self.place, *([self.who] if self.who else [])]

    @staticmethod
    def read(data: Sequence[Any] | PlannedStage) -> PlannedStage:
        """Return the stage that `data` wrote, or the stage itself."""
        return data if isinstance(data, PlannedStage) else PlannedStage(*data)


# The names are saved with an open question: they are data and stay.

_BEFORE_DICE = ("target", "notice", "defend")
_ROLLS = (
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
_AFTER_DAMAGE = ("own shock", "knockback", "bleeding", "shock", "time")


class Batch:
    """The blows of one count, the stages still to come, and the position among them."""

    def __init__(self, blows: list[Blow], plan: list[PlannedStage]) -> None:
        self.blows = blows
        self.plan = plan
        self.position = 0

    def task(self) -> Task:
        """Return the batch as a task that can be saved and resumed from the present stage."""
        return Task("batch", {"blows": self.blows, "plan": self.plan[self.position :]})

    @staticmethod
    def read(task: Task) -> Batch:
        """Return the batch that a task holds, as objects or as plain data of a file."""
        plan, blows = list(task.data["plan"]), task.data["blows"]
        if plan and not isinstance(plan[0], PlannedStage):  # it comes from a file, or out of a question
            plan = [PlannedStage.read(entry) for entry in plan]
        return Batch([Blow.read(blow) for blow in blows], plan)

    def insert(self, stages: list[PlannedStage]) -> None:
        """Insert stages after the present one."""
        following = self.position + 1
        self.plan[following:following] = stages

    def leave(self, who: str) -> None:
        """Take the blows of `who` out of the batch, because its own defence has delayed or ended them."""
        for blow in self.blows:
            if blow.attacker == who:
                blow.gone = True


@dataclass(frozen=True, slots=True)
class Stage:
    """The arguments of a stage's function: step, rules, batch, blow, and the fighter concerned."""

    draft: StepBuilder
    rules: Rulebook
    batch: Batch
    blow: Blow
    who: str = ""

    def fighter(self, who: str) -> Acting:
        """Return a fighter in this step."""
        return Acting(self.draft, who, self.rules)


def push_batch(draft: StepBuilder, blows: list[Blow]) -> None:
    """Push the batch of these blows with all their stages.

    All blows take effect before any of them shocks, and every initiative comes last: two blows of one count are
    simultaneous, so neither can prevent the other.
    """
    draft.actor = blows[0].attacker
    draft.stack.append(Batch(blows, [*_plan(_asking_order(blows))]).task())


# The stages are the same for every batch whose defenders are asked in the same order.
@lru_cache(maxsize=64)
def _plan(asking_order: tuple[int, ...]) -> tuple[PlannedStage, ...]:
    """Return all stages of a batch. `asking_order` are the indices of its blows, as their defenders are asked."""
    places = range(len(asking_order))
    plan = [PlannedStage(name, place) for place in asking_order for name in _BEFORE_DICE]
    plan += [PlannedStage(name, place) for place in places for name in _ROLLS]
    for name in ("land", "apply", "own harm", "grip"):
        plan += [PlannedStage(name, place) for place in places]
    plan += [PlannedStage(name, place) for place in places for name in _AFTER_DAMAGE]
    plan += [PlannedStage("initiative", place) for place in places]
    return tuple(plan)


def _asking_order(blows: list[Blow]) -> tuple[int, ...]:
    """Return the indices of the blows in the order in which their defenders are asked.

    Defenders with a blow of their own come first, in the order of these blows. Then come the others.
    """
    attackers = [blow.attacker for blow in blows]

    def order(index: int) -> tuple[int, int]:
        """Return the place of a blow: blows on attackers first, in the order of those attackers."""
        target = blows[index].target
        return (attackers.index(target) if target in attackers else len(blows), index)

    return tuple(sorted(range(len(blows)), key=order)) if len(blows) > 1 else (0,)
