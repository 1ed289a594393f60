"""Initiative: the order of fighters within a sub-phase, by roll, skill, reflexes, seat (P-INIT 3 and 4)."""

from __future__ import annotations

from tracker.games.phases.fighter import FAILED, Fighter
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


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
        check = fighter.initiative()
        if fighter_id == who:
            check = check.harder(level - fighter.surprise, "as given")
        return _place(encounter, fighter_id, failed=check.percent < 50)

    ids = (combatant.id for combatant in encounter if combatant.able or combatant.id == who)
    return sorted(ids, key=likely_place)
