"""Timing: what a count is in phases and sub-phases (P-TIME, P-SUB), and how much a weapon fires in them (P-FIRE)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tracker.clock.spans import Counting, TimeUnit
from tracker.encounter.names import plain
from tracker.model.combatant import Combatant
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.sheets import Weapon

LENGTH, MOST_USED = tables().time.sub_phases, tables().time.most_used
UNIT = TimeUnit(
    "sub-phase", "sub-phases", Fraction(1, tables().time.seconds), Counting(LENGTH, ".", 1), aliases=("phase",)
)
"""Counts of 2 s, written phase.sub-phase: 10 is 4.2 (P-TIME-1)."""
PHASE_SECONDS = LENGTH * tables().time.seconds
"""How long a phase is (P-TIME-1)."""


def sub_phase(count: int) -> int:
    """Which of the three a count is: 1, 2 or 3."""
    return count % LENGTH + 1


def phase_end(count: int) -> int:
    """The last count of the phase a count is in."""
    return count - count % LENGTH + LENGTH - 1


def landing(count: int, used: int, sub_phases: int) -> int:
    """The count in which an action ends that takes so many sub-phases 2 or 3, two in a phase (P-SUB-2, PQ 28)."""
    while True:
        if sub_phase(count) == 1:
            used = 0
        elif used < MOST_USED:
            used += 1
            sub_phases -= 1
            if not sub_phases:
                return count
        count += 1


def used_by(declared: int, lands: int) -> int:
    """How many sub-phases of its last phase an action took that was declared then and ends now (P-SUB-2)."""
    first = max(declared, lands - lands % LENGTH)
    return sum(sub_phase(count) > 1 for count in range(first, lands + 1))


def at_once(rof: int) -> int:
    """Shots in one sub-phase: one up to a rate of fire of 2, else all of it (P-FIRE-1, PQ 11)."""
    return 1 if rof <= tables().fire.split_up_to else rof


def limit(rof: int, fired: int, rules: Options) -> int:
    """Shots in this sub-phase when so many were fired in the phase: at most the rate of fire in all (P-FIRE-2)."""
    if rules.house_rules.rof == "sub-phase":
        return at_once(rof)
    return max(0, min(at_once(rof), rof - fired))


class Gun(NamedTuple):
    """A weapon in the fight: what it has fired in this phase, and what is left in it."""

    weapon: Weapon
    owner: Combatant
    rules: Options

    def mark(self, what: str) -> str:
        """The name of its owner's mark for `fired` or `rounds`."""
        return f"{what}.{plain(self.weapon.name)}"

    @property
    def fired(self) -> int:
        """Shots in this phase."""
        return self.owner.mark(self.mark("fired"))

    @property
    def rounds(self) -> int:
        """Rounds left in it; of a weapon whose rounds are not counted, 1 while it is loaded (P-FIRE-4)."""
        return self.owner.mark(self.mark("rounds"), self.weapon.opening)

    def shots(self, *, new_phase: bool = False) -> int:
        """Shots it may fire now, or at the beginning of a `new_phase` (P-FIRE 1, 2 and 4)."""
        if not self.weapon.ranged or not self.rounds:
            return 0
        allowed = limit(self.weapon.rof, 0 if new_phase else self.fired, self.rules)
        return min(allowed, self.rounds) if self.weapon.rounds else allowed

    @property
    def in_phase(self) -> int:
        """Shots that are left of the rate of fire in this phase."""
        return max(0, self.weapon.rof - self.fired)

    @property
    def words(self) -> str:
        """`1 shot now, 2 in this phase, 7 rounds`, or why there is none."""
        if not self.rounds:
            return "not loaded"
        now = self.shots()
        left = f"{now} shot{'' if now == 1 else 's'} now"
        if self.rules.house_rules.rof == "phase":
            left += f", {self.in_phase} in this phase"
        return f"{left}, {self.rounds} of {self.weapon.rounds} rounds" if self.weapon.rounds else left
