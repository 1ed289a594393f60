"""Rate of fire: how many shots a weapon has in a sub-phase and in a whole phase, and what is loaded (P-FIRE)."""

from __future__ import annotations

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


def _mark(what: str, weapon: Weapon) -> str:
    return f"{what}.{plain(weapon.name)}"


def fired(encounter: Encounter, who: str, weapon: Weapon) -> int:
    """Shots of this weapon in this phase."""
    return encounter[who].mark(_mark("fired", weapon))


def rounds(encounter: Encounter, who: str, weapon: Weapon) -> int:
    """Rounds left in it; of a weapon whose rounds are not counted, 1 while it is loaded (P-FIRE-4)."""
    return encounter[who].mark(_mark("rounds", weapon), opening(weapon))


def opening(weapon: Weapon) -> int:
    """Rounds in it at the start: those the sheet says are left, else all of them, or none when it is not loaded."""
    if not weapon.loaded:
        return 0
    full = max(1, weapon.rounds)
    return full if weapon.left is None else min(weapon.left, full)


def shots(encounter: Encounter, who: str, weapon: Weapon, rules: Options, fresh: bool = False) -> int:
    """Shots it may fire now; with `fresh` at the beginning of a new phase (P-FIRE 1, 2 and 4)."""
    if not weapon.ranged:
        return 0
    allowed = limit(weapon.rof, 0 if fresh else fired(encounter, who, weapon), rules)
    there = rounds(encounter, who, weapon)
    return min(allowed, there) if weapon.rounds else allowed if there else 0


def in_phase(encounter: Encounter, who: str, weapon: Weapon) -> int:
    """Shots that are left of the rate of fire in this phase."""
    return max(0, weapon.rof - fired(encounter, who, weapon))


def ready(encounter: Encounter, who: str, rules: Options, fresh: bool = False) -> bool:
    """Whether there is a loaded ranged weapon with fire left: who is asked in sub-phase 1 (P-SUB)."""
    return any(shots(encounter, who, weapon, rules, fresh) for weapon in sheet_of(encounter, who).weapons)


def spend(draft: Draft, who: str, weapon: Weapon) -> None:
    """One shot is fired."""
    draft.emit(ev.MarkChanged(who=who, mark=_mark("fired", weapon), value=fired(draft.encounter, who, weapon) + 1))
    if weapon.rounds:
        rest = rounds(draft.encounter, who, weapon) - 1
        draft.emit(ev.MarkChanged(who=who, mark=_mark("rounds", weapon), value=rest))


def load(draft: Draft, who: str, weapon: Weapon) -> None:
    """It is full again (P-FIRE-4, PQ 12)."""
    full = max(1, weapon.rounds)
    words = f"{weapon.name} is loaded" + (f", {full} rounds" if weapon.rounds > 1 else "")
    draft.emit(ev.MarkChanged(who=who, mark=_mark("rounds", weapon), value=full, why=words))


def to_load(encounter: Encounter, who: str, weapon: Weapon) -> bool:
    """Whether loading it would bring anything."""
    return weapon.ranged and rounds(encounter, who, weapon) < max(1, weapon.rounds)


def words(encounter: Encounter, who: str, weapon: Weapon, rules: Options) -> str:
    """`1 shot now, 2 in this phase, 7 rounds`, or why there is none."""
    if not rounds(encounter, who, weapon):
        return "not loaded"
    now = shots(encounter, who, weapon, rules)
    left = f"{now} shot{'' if now == 1 else 's'} now"
    if rules.house_rules.rof == "phase":
        left += f", {in_phase(encounter, who, weapon)} in this phase"
    return f"{left}, {rounds(encounter, who, weapon)} of {weapon.rounds} rounds" if weapon.rounds else left


def over(draft: Draft, who: str) -> None:
    """A phase is over: the rate of fire begins anew (P-FIRE-2)."""
    for weapon in sheet_of(draft.encounter, who).of_use("ranged"):
        if fired(draft.encounter, who, weapon):
            draft.emit(ev.MarkChanged(who=who, mark=_mark("fired", weapon), value=0))
