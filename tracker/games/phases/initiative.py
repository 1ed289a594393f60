"""Initiative: the roll and its level before the fight, and the order of fighters within a sub-phase (P-INIT)."""

from __future__ import annotations

from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks.chances import Check
from tracker.games.phases.fighter import Acting, Fighter
from tracker.games.toolkit.sums import level_told
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

INITIATIVE = "initiative"
FAILED = "initiative.failed"
"""The mark that is true if the Initiative roll failed. Absent before the roll."""
SURPRISE = "surprise"
"""The mark with the level of Initiative set before the fight. Without it the sheet's level counts (P-INIT-2, PQ 29)."""


def level_of(fighter: Fighter) -> int:
    """Return the level of the Initiative roll: 0, except for surprise or ambush (P-INIT-2)."""
    return fighter.now.mark(SURPRISE, fighter.sheet.surprise)


def set_level(fighter: Acting, level: int) -> None:
    """Set the level of the Initiative roll before the fight (P-INIT-2, PQ 29). Raises Refused after the roll."""
    if fighter.draft.encounter.began and FAILED in fighter.now.marks:
        raise Refused(f"{fighter.now.name} has already rolled Initiative. u: undo the beginning")
    fighter.mark(SURPRISE, level, f"Initiative at level {level_told(level)}")


def initiative_check(fighter: Fighter) -> Check:
    """Return the check of Initiative (P-INIT-1)."""
    book = tables().initiative
    summands = [(book.base, "everybody (P-INIT-1)")]
    summands += [(fighter.sheet.bonus(name), f"{name} bonus") for name in book.bonuses]
    summands.append((fighter.sheet.initiative, "points bought (P-GROW)"))
    return Check(tuple(summands), rules=fighter.rules).harder(level_of(fighter), "surprise (P-INIT-2)")


def roll(fighter: Acting) -> None:
    """Roll Initiative, and go on at the stage `placed` (P-INIT-2)."""
    # A level the game master has typed for the next roll is not meant for Initiative: its level is fixed.
    check = initiative_check(fighter.fighter)
    throw = check.roll(fighter.who, INITIATIVE, "Initiative", fixed_level=True)
    fighter.draft.roll(throw, Task("placed", {"who": fighter.who}))


def in_words(fighter: Fighter) -> str:
    """Return the Initiative in words: `Initiative 55, made`."""
    outcome = "not rolled yet"
    if FAILED in fighter.now.marks:
        outcome = "failed" if fighter.now.marks[FAILED] else "made"
    return f"Initiative {fighter.sheet.initiative_skill}, {outcome}"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The sort key of a fighter, field by field. The lowest acts first."""

    failed: float
    """0 if the Initiative roll succeeded, or is likely to. 1 if it failed."""
    skill: float
    reflexes: float
    seat: float

    def ranks(self) -> tuple[float, ...]:
        """Return the fields as the agenda compares them."""
        return self.failed, self.skill, self.reflexes, self.seat


def _place(encounter: Encounter, who: str, *, failed: bool) -> Place:
    """Return a fighter's sort key. Higher skill and higher reflexes sort lower."""
    # The higher skill and the higher reflexes act first, so both count downwards.
    sheet = Fighter(encounter, who).sheet
    skill, reflexes = sheet.initiative_skill, sheet.bonus("reflexes")
    return Place(float(failed), -float(skill), -float(reflexes), float(encounter[who].profile.seat))


def order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Return a fighter's sort key: successful rolls first, then skill, reflexes and seat (P-INIT 3 and 4, PQ 7)."""
    return _place(encounter, who, failed=bool(encounter[who].mark(FAILED))).ranks()


def likely_order(encounter: Encounter, who: str = "", level: int = 0) -> list[str]:
    """Return the ids in the most likely order before the rolls (P-INIT-3).

    `who` is taken to roll at `level`, in steps of which negative ones are harder, whatever its surprise.
    """

    def likely_place(fighter_id: str) -> Place:
        """Return the sort key of a fighter whose roll comes out as it most likely does."""
        fighter = Fighter(encounter, fighter_id)
        check = initiative_check(fighter)
        if fighter_id == who:
            check = check.harder(level - level_of(fighter), "as given")
        return _place(encounter, fighter_id, failed=check.percent < 50)

    ids = (combatant.id for combatant in encounter if combatant.able or combatant.id == who)
    return sorted(ids, key=likely_place)
