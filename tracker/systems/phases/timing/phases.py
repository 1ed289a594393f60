"""Phases and sub-phases: what a count is, how many one has used, and when one is asked next (P-TIME, P-SUB)."""

from __future__ import annotations

from fractions import Fraction

from tracker.clock.spans import Counting, TimeUnit
from tracker.encounter import events as ev
from tracker.encounter.declaring import may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.refusals import Refused
from tracker.encounter.state import DECLARE, Encounter, Rank
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.timing import fire

LENGTH = tables().time.sub_phases
UNIT = TimeUnit(
    "sub-phase", "sub-phases", Fraction(1, tables().time.seconds), Counting(LENGTH, ".", 1), aliases=("phase",)
)
"""Counts of 2 s, written phase.sub-phase: 10 is 4.2 (P-TIME-1)."""
PHASE_SECONDS = LENGTH * tables().time.seconds
"""How long a phase is (P-TIME-1)."""
USED = "used"
"""The mark of how many sub-phases one has used in this phase (P-TIME-2)."""
PHASE_END = "phase"
"""What the agenda calls the end of a phase."""


def sub_phase(count: int) -> int:
    """Which of the three a count is: 1, 2 or 3."""
    return count % LENGTH + 1


def phase_end(count: int) -> int:
    """The last count of the phase a count is in."""
    return count - count % LENGTH + LENGTH - 1


def left(encounter: Encounter, who: str) -> int:
    """How many sub-phases one may still use in this phase (P-TIME-2)."""
    return tables().time.most_used - encounter[who].mark(USED)


def entry_from(encounter: Encounter, who: str, count: int, rules: Options) -> int:
    """The first count from `count` on at which one is asked: in sub-phase 1 only with something to fire (P-SUB)."""
    if sub_phase(count) == 1 and not fire.ready(encounter, who, rules, fresh=count > encounter.count):
        return count + 1
    return count


def next_entry(encounter: Encounter, who: str, rules: Options) -> int:
    """When one is asked again after acting or holding now: still in this phase, or in the next (P-TIME-2)."""
    now = encounter.count
    if left(encounter, who) > 0 and sub_phase(now) < LENGTH:
        return now + 1
    return entry_from(encounter, who, phase_end(now) + 1, rules)


def go_on(draft: Draft, who: str, rules: Options) -> None:
    """The next moment of whoever has none."""
    free = draft[who].able and not draft[who].actions
    if free and draft.encounter.agenda.find(who, DECLARE) is None:
        may_declare_at(draft, who, next_entry(draft.encounter, who, rules))


def back(draft: Draft, who: str, rules: Options, at: int | None = None) -> None:
    """Who comes in late or wakes up is asked from the next count on, or from the count `at`."""
    at = draft.encounter.count + 1 if at is None else at
    may_declare_at(draft, who, entry_from(draft.encounter, who, at, rules))


def mark_end(draft: Draft, count: int) -> None:
    """Put the end of the phase of `count` on the agenda."""
    if draft.encounter.agenda.find("", PHASE_END) is None:
        draft.emit(ev.DueAdded(who="", what=PHASE_END, at=phase_end(count), rank=Rank.CLOSING))


def use(draft: Draft, who: str) -> None:
    """A sub-phase of this phase is used (P-TIME-2)."""
    draft.emit(ev.MarkChanged(who=who, mark=USED, value=draft[who].mark(USED) + 1))


def check_free(encounter: Encounter, who: str, shoots: bool) -> None:
    """Refuses what cannot be done in this sub-phase: a third use (P-TIME-2), anything but fire in the first (P-SUB)."""
    name, at = encounter[who].name, UNIT.text(encounter.count)
    if left(encounter, who) <= 0:
        raise Refused(
            f"{name} has used two sub-phases of this phase already (P-TIME-2); `{who} hold` goes on to the next phase."
        )
    if sub_phase(encounter.count) == 1 and not shoots:
        raise Refused(
            f"At {at}, the first sub-phase, {name} can only fire a loaded ranged weapon (P-SUB); "
            f"`{who} hold` waits for the second."
        )


def landing(encounter: Encounter, who: str, sub_phases: int) -> int:
    """The count in which an action ends that takes so many sub-phases 2 or 3, two in a phase (P-SUB-2, PQ 28)."""
    count, used = encounter.count, encounter[who].mark(USED)
    most = tables().time.most_used
    while True:
        if sub_phase(count) == 1:
            used = 0
        elif used < most:
            used += 1
            sub_phases -= 1
            if not sub_phases:
                return count
        count += 1


def used_by(declared: int, lands: int) -> int:
    """How many sub-phases of its last phase an action took that was declared then and ends now (P-SUB-2)."""
    first = max(declared, lands - lands % LENGTH)
    return sum(sub_phase(count) > 1 for count in range(first, lands + 1))
