"""Rate of fire: how many shots a weapon has in a sub-phase and in a whole phase, and what is loaded (P-FIRE)."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter import events as ev
from tracker.encounter.draft import Draft
from tracker.encounter.names import plain
from tracker.encounter.state import Encounter
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.sheets.sheet import Weapon, sheet_of


def at_once(rof: int) -> int:
    """Shots in one sub-phase: one up to a rate of fire of 2, else all of it (P-FIRE-1, PQ 11)."""
    return 1 if rof <= tables().fire.split_up_to else rof


def limit(rof: int, fired: int, rules: Options) -> int:
    """Shots in this sub-phase when so many were fired in the phase: at most the rate of fire in all (P-FIRE-2)."""
    if rules.house_rules.rof == "sub-phase":
        return at_once(rof)
    return max(0, min(at_once(rof), rof - fired))


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon of somebody's as it stands in the fight: what it has fired in this phase, and what is left in it."""

    encounter: Encounter
    who: str
    weapon: Weapon
    rules: Options

    @property
    def fired(self) -> int:
        """Shots in this phase."""
        return self.encounter[self.who].mark(_mark("fired", self.weapon))

    @property
    def rounds(self) -> int:
        """Rounds left in it; of a weapon whose rounds are not counted, 1 while it is loaded (P-FIRE-4)."""
        return self.encounter[self.who].mark(_mark("rounds", self.weapon), self.weapon.opening)

    def shots(self, fresh: bool = False) -> int:
        """Shots it may fire now; with `fresh` at the beginning of a new phase (P-FIRE 1, 2 and 4)."""
        if not self.weapon.ranged:
            return 0
        allowed = limit(self.weapon.rof, 0 if fresh else self.fired, self.rules)
        return min(allowed, self.rounds) if self.weapon.rounds else allowed if self.rounds else 0

    @property
    def in_phase(self) -> int:
        """Shots that are left of the rate of fire in this phase."""
        return max(0, self.weapon.rof - self.fired)

    @property
    def to_load(self) -> bool:
        """Whether loading it would bring anything."""
        return self.weapon.ranged and self.rounds < self.weapon.full

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


def guns(encounter: Encounter, who: str, rules: Options) -> list[Gun]:
    """Everything somebody can fire, loaded or not."""
    return [Gun(encounter, who, weapon, rules) for weapon in sheet_of(encounter, who).of_use("ranged")]


def ready(encounter: Encounter, who: str, rules: Options, fresh: bool = False) -> bool:
    """Whether there is a loaded ranged weapon with fire left: who is asked in sub-phase 1 (P-SUB)."""
    return any(gun.shots(fresh) for gun in guns(encounter, who, rules))


def spend(draft: Draft, gun: Gun) -> None:
    """One shot is fired."""
    draft.emit(ev.MarkChanged(who=gun.who, mark=_mark("fired", gun.weapon), value=gun.fired + 1))
    if gun.weapon.rounds:
        draft.emit(ev.MarkChanged(who=gun.who, mark=_mark("rounds", gun.weapon), value=gun.rounds - 1))


def load(draft: Draft, who: str, weapon: Weapon) -> None:
    """It is full again (P-FIRE-4, PQ 12)."""
    words = f"{weapon.name} is loaded" + (f", {weapon.full} rounds" if weapon.rounds > 1 else "")
    draft.emit(ev.MarkChanged(who=who, mark=_mark("rounds", weapon), value=weapon.full, why=words))


def over(draft: Draft, who: str, rules: Options) -> None:
    """A phase is over: the rate of fire begins anew (P-FIRE-2)."""
    for gun in guns(draft.encounter, who, rules):
        if gun.fired:
            draft.emit(ev.MarkChanged(who=who, mark=_mark("fired", gun.weapon), value=0))


def _mark(what: str, weapon: Weapon) -> str:
    return f"{what}.{plain(weapon.name)}"
