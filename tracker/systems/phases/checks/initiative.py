"""Initiative: a skill rolled once, and the order it gives inside every sub-phase (P-INIT)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit.sums import level_told
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks.chances import Check
from tracker.systems.phases.checks.fighter import Fighter

INITIATIVE = "initiative"
FAILED = "initiative.failed"
"""The mark of one whose roll failed; it is there as soon as it has rolled."""
SURPRISE = "surprise"
"""The mark of a level given before the fight; without it the sheet's own counts (P-INIT-2, PQ 29)."""


def check(one: Fighter) -> Check:
    """The Initiative skill at level 0; another level only for surprise or ambush (P-INIT 1 and 2)."""
    book = tables().initiative
    summands = [(book.base, "everybody (P-INIT-1)")]
    summands += [(one.sheet.bonus(name), f"{name} bonus") for name in book.bonuses]
    summands.append((one.sheet.initiative, "points bought (P-GROW)"))
    return Check(tuple(summands), rules=one.rules).harder(level(one), "surprise (P-INIT-2)")


def level(one: Fighter) -> int:
    """The level of its Initiative roll."""
    return one.now.mark(SURPRISE, one.sheet.surprise)


def surprise(draft: Draft, who: str, level: int) -> None:
    """The level of its Initiative roll, before the fight (P-INIT-2, PQ 29)."""
    if draft.encounter.began and FAILED in draft[who].marks:
        raise Refused(f"{draft[who].name} has rolled Initiative already; undo the beginning, or leave it.")
    words = f"Initiative at level {level_told(level)}"
    draft.emit(ev.MarkChanged(who=who, mark=SURPRISE, value=level, why=words))


def roll(draft: Draft, who: str) -> None:
    """Roll it; goes on in the stage `placed` (P-INIT-2). A game master's waiting level is not for this roll."""
    one = Fighter(draft.encounter, who)
    asked = check(one).roll(who, INITIATIVE, "Initiative", fixed_level=True)
    draft.roll(asked, Task("placed", {"who": who}))


def order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Who succeeded first; within each group the higher skill, then reflexes, then the sheet (P-INIT 3 and 4, PQ 7)."""
    one, sheet = encounter[who], Fighter(encounter, who).sheet
    return tuple(map(float, (one.mark(FAILED), -sheet.initiative_skill, -sheet.bonus("reflexes"), one.profile.seat)))


def likely_order(encounter: Encounter, who: str = "", at: int = 0) -> list[str]:
    """Who acts after whom when each roll falls as is likelier, with `who` rolling at the level `at` (P-INIT-3)."""

    def place(name: str) -> tuple[float, ...]:
        one = Fighter(encounter, name)
        own = check(one).harder(at - level(one), "as given") if name == who else check(one)
        return float(own.percent < 50), *order(encounter, name)[1:]

    return sorted((one.id for one in encounter if one.able or one.id == who), key=place)


def words(one: Fighter) -> str:
    """`made, 55`: how it stands in the order."""
    outcome = "not rolled yet" if FAILED not in one.now.marks else "failed" if one.now.mark(FAILED) else "made"
    return f"Initiative {one.sheet.initiative_skill}, {outcome}"
