"""Timing: counts as phases and sub-phases (P-TIME, P-SUB), and how much a weapon fires in them (P-FIRE)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tracker.clock.spans import Counting, TimeUnit
from tracker.encounter.names import plain
from tracker.games.phases.book.house_rules import Options
from tracker.games.phases.book.tables import tables
from tracker.games.phases.sheet import Weapon
from tracker.model.combatant import Combatant

LENGTH, MOST_USED = tables().time.sub_phases, tables().time.most_used
UNIT = TimeUnit(
    "sub-phase", "sub-phases", Fraction(1, tables().time.seconds), Counting(LENGTH, ".", 1), aliases=("phase",)
)
"""Counts of 2 s, written phase.sub-phase: 10 is 4.2 (P-TIME-1)."""
PHASE_SECONDS = LENGTH * tables().time.seconds
"""Seconds of a phase (P-TIME-1)."""


def sub_phase(count: int) -> int:
    """Return the sub-phase of a count: 1, 2 or 3."""
    return count % LENGTH + 1


def phase_end(count: int) -> int:
    """Return the last count of the phase that `count` is in."""
    return count - count % LENGTH + LENGTH - 1


def landing(count: int, used: int, sub_phases: int) -> int:
    """Return the count on which an action of `sub_phases` ends that is declared at `count`.

    It uses sub-phases 2 and 3 of each phase. The fighter has already `used` that many of the present phase.
    Rules: P-SUB-2, PQ 28.
    """
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
    """Return how many sub-phases of its last phase an action has used, from the counts of its declaration and its end.

    Rules: P-SUB-2.
    """
    first = max(declared, lands - lands % LENGTH)
    return sum(sub_phase(count) > 1 for count in range(first, lands + 1))


def at_once(rof: int) -> int:
    """Return the shots in one sub-phase: one up to a rate of fire of 2, else all of it (P-FIRE-1, PQ 11)."""
    return 1 if rof <= tables().fire.split_up_to else rof


def limit(rof: int, fired: int, rules: Options) -> int:
    """Return the shots left in this sub-phase after `fired` shots in the phase (P-FIRE-2)."""
    if rules.house_rules.rof == "sub-phase":
        return at_once(rof)
    return max(0, min(at_once(rof), rof - fired))


class Gun(NamedTuple):
    """A ranged weapon in the fight, with its shots and rounds."""

    weapon: Weapon
    owner: Combatant
    rules: Options

    def mark(self, what: str) -> str:
        """Return the name of the fighter's mark for `fired` or `rounds` of this weapon."""
        return f"{what}.{plain(self.weapon.name)}"

    @property
    def fired(self) -> int:
        return self.owner.mark(self.mark("fired"))

    @property
    def rounds(self) -> int:
        """Rounds left. 1 for a loaded weapon whose rounds are not counted (P-FIRE-4)."""
        return self.owner.mark(self.mark("rounds"), self.weapon.opening)

    def shots(self, *, new_phase: bool = False) -> int:
        """Return the shots possible now, or at the beginning of a `new_phase` (P-FIRE 1, 2 and 4)."""
        if not self.weapon.ranged or not self.rounds:
            return 0
        allowed = limit(self.weapon.rof, 0 if new_phase else self.fired, self.rules)
        return min(allowed, self.rounds) if self.weapon.rounds else allowed

    @property
    def in_phase(self) -> int:
        """Shots left of the rate of fire in this phase."""
        return max(0, self.weapon.rof - self.fired)

    @property
    def words(self) -> str:
        """Shots and rounds in words: `1 shot now, 2 in this phase, 7 of 8 rounds`, or `not loaded`."""
        if not self.rounds:
            return "not loaded"
        now = self.shots()
        text = f"{now} shot{'' if now == 1 else 's'} now"
        if self.rules.house_rules.rof == "phase":
            text += f", {self.in_phase} in this phase"
        return f"{text}, {self.rounds} of {self.weapon.rounds} rounds" if self.weapon.rounds else text
