"""Initiative: who acts before whom inside a sub-phase, by roll, skill, reflexes and seat (P-INIT 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.model.state import Encounter
from tracker.systems.phases.checks.fighter import FAILED, Fighter


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """What decides the order, the first field before the next; the lower place acts first."""

    failed: float
    """0 where the Initiative roll succeeded, or is likely to; 1 where it failed."""
    skill: float
    reflexes: float
    seat: float

    def ranks(self) -> tuple[float, ...]:
        """As the agenda compares them."""
        return self.failed, self.skill, self.reflexes, self.seat


def _place(encounter: Encounter, who: str, *, failed: bool) -> Place:
    # The higher skill and the higher reflexes act first, so both count downwards.
    sheet = Fighter(encounter, who).sheet
    skill, reflexes = sheet.initiative_skill, sheet.bonus("reflexes")
    return Place(float(failed), -float(skill), -float(reflexes), float(encounter[who].profile.seat))


def order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Who succeeded first; within each group the higher skill, then reflexes, then the sheet (P-INIT 3 and 4, PQ 7)."""
    return _place(encounter, who, failed=bool(encounter[who].mark(FAILED))).ranks()


def likely_order(encounter: Encounter, who: str = "", level: int = 0) -> list[str]:
    """The ids in the order that is likeliest before the rolls, with `who` rolling at `level` (P-INIT-3)."""

    def likely_place(fighter_id: str) -> Place:
        fighter = Fighter(encounter, fighter_id)
        check = fighter.initiative()
        if fighter_id == who:
            check = check.harder(level - fighter.surprise, "as given")
        return _place(encounter, fighter_id, failed=check.percent < 50)

    ids = (combatant.id for combatant in encounter if combatant.able or combatant.id == who)
    return sorted(ids, key=likely_place)
