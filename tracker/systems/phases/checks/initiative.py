"""Initiative: a skill rolled once, and the order it gives inside every sub-phase (P-INIT)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit.sums import level_told
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks.chances import Check, checked_roll, percent
from tracker.systems.phases.sheets.sheet import sheet_of

INITIATIVE = "initiative"
FAILED = "initiative.failed"
"""The mark of one whose roll failed; it is there as soon as it has rolled."""
SURPRISE = "surprise"
"""The mark of a level given before the fight; without it the sheet's own counts (P-INIT-2, PQ 29)."""


def check(encounter: Encounter, who: str) -> Check:
    """The Initiative skill at level 0; another level only for surprise or ambush (P-INIT 1 and 2)."""
    sheet, book = sheet_of(encounter, who), tables().initiative
    summands = [(book.base, "everybody (P-INIT-1)")]
    summands += [(sheet.bonus(name), f"{name} bonus") for name in book.bonuses]
    summands.append((sheet.initiative, "points bought (P-GROW)"))
    return Check(tuple(summands)).harder(level(encounter, who), "surprise (P-INIT-2)")


def level(encounter: Encounter, who: str) -> int:
    """The level of its Initiative roll."""
    return encounter[who].mark(SURPRISE, sheet_of(encounter, who).surprise)


def surprise(draft: Draft, who: str, level: int) -> None:
    """The level of its Initiative roll, before the fight (P-INIT-2, PQ 29)."""
    if draft.encounter.began and rolled(draft.encounter, who):
        raise Refused(f"{draft[who].name} has rolled Initiative already; undo the beginning, or leave it.")
    words = f"Initiative at level {level_told(level)}"
    draft.emit(ev.MarkChanged(who=who, mark=SURPRISE, value=level, why=words))


def roll(draft: Draft, who: str, rules: Options) -> None:
    """Roll it; goes on in the stage `placed` (P-INIT-2). A game master's waiting level is not for this roll."""
    own = check(draft.encounter, who)
    asked: Roll = checked_roll(who, INITIATIVE, "Initiative", own, rules, data={"fixed_level": True})
    draft.roll(asked, Task("placed", {"who": who}))


def placed(draft: Draft, who: str, success: bool) -> None:
    """The roll stands: before those who failed, or among them (P-INIT-3)."""
    draft.emit(ev.MarkChanged(who=who, mark=FAILED, value=not success))


def rolled(encounter: Encounter, who: str) -> bool:
    """Whether it has rolled in this fight."""
    return FAILED in encounter[who].marks


def order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Who succeeded first; within each group the higher skill, then reflexes, then the sheet (P-INIT 3 and 4, PQ 7)."""
    one, sheet = encounter[who], sheet_of(encounter, who)
    failed, reflexes = one.mark(FAILED), sheet.bonus("reflexes")
    return float(failed), -float(sheet.initiative_skill), -float(reflexes), float(one.profile.seat)


def likely_order(encounter: Encounter, rules: Options, who: str = "", at: int = 0) -> list[str]:
    """Who acts after whom when each roll falls as is likelier, with `who` rolling at the level `at` (P-INIT-3)."""

    def place(one: str) -> tuple[float, ...]:
        own = check(encounter, one)
        if one == who:
            own = own.harder(at - level(encounter, one), "as given")
        return float(percent(own.chance(rules), rules) < 50), *order(encounter, one)[1:]

    return sorted((one.id for one in encounter if one.able or one.id == who), key=place)


def words(encounter: Encounter, who: str) -> str:
    """`made, 55`: how it stands in the order."""
    if not rolled(encounter, who):
        return f"Initiative {sheet_of(encounter, who).initiative_skill}, not rolled yet"
    return (
        f"Initiative {sheet_of(encounter, who).initiative_skill}, {'failed' if encounter[who].mark(FAILED) else 'made'}"
    )
