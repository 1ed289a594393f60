"""Joining the fight: a fighter comes in, or returns with its wounds and its shock (H-DMG 7 and 9)."""

from __future__ import annotations

from tracker.games.hybrid.blows import bleeding, shock
from tracker.games.hybrid.body import conditions, scene_changes
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.timing import initiative


def back(fighter: Acting) -> None:
    """Bring a fighter in: its wounds bleed on. If stunned it must recover before it enters the order.

    Rules: H-DMG 7 and 9.
    """
    scene_changes.enter(fighter.draft, fighter.who)
    bleeding.bleed_on(fighter)
    if not conditions.helpless(fighter.now):
        initiative.enter(fighter)
    elif fighter.draft.encounter.agenda.find(fighter.who, conditions.RECOVER) is None:
        shock.roll_recovery(fighter)
