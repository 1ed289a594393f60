"""Rest: the end of a phase, shock that comes back to those who did nothing in it, waking (P-DMG-8, PQ 25)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Combatant, Presence
from tracker.encounter.draft import Draft
from tracker.systems.kit import changes
from tracker.systems.phases.body import wounds
from tracker.systems.phases.body.conditions import DEAD, DEFENDING, RESTING, UNCONSCIOUS
from tracker.systems.phases.body.wounds import HIT, Back
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.timing import fire
from tracker.systems.phases.timing.phases import USED

MOVED = "moved"
"""The mark of metres moved in this phase (P-MOVE, PQ 14)."""


def rested(one: Combatant) -> bool:
    """Whether one has used no sub-phase of this phase and was not hit in it (P-DMG-8)."""
    here = one.presence in (Presence.IN, Presence.DOWN) and one.condition(DEAD) is None
    return here and not one.mark(USED) and not one.mark(HIT) and not one.actions


def phase_over(draft: Draft, rules: Options, back: Back) -> None:
    """The end of a phase for everyone: recovery, waking, and all that is counted by the phase begins anew."""
    for one in draft.encounter:
        if rested(one):
            _recover(draft, one.id, rules, back)
    for one in draft.encounter:
        for mark in (USED, HIT, MOVED):
            if one.marks.get(mark):
                draft.emit(ev.MarkChanged(who=one.id, mark=mark, value=0))
        fire.over(draft, one.id)
        changes.end(draft, one.id, DEFENDING, RESTING)


def _recover(draft: Draft, who: str, rules: Options, back: Back) -> None:
    points = rules.house_rules.shock_recovery
    for place in tables().location:
        changes.give(draft, who, place.key, points, "a phase of rest")
    if draft[who].condition(UNCONSCIOUS) is not None or any(c.key.startswith("useless") for c in draft[who].conditions):
        wounds.follow(draft, who, rules, back)
