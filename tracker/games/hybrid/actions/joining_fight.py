"""Joining the fight: a fighter comes in, or returns with its wounds and its shock (H-DMG 7 and 9)."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows import bleeding, shock
from tracker.games.hybrid.body import conditions, scene_changes
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.timing import initiative


def back(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """Bring a fighter in: its wounds bleed on. If stunned it must recover before it enters the order.

    Rules: H-DMG 7 and 9.
    """
    scene_changes.enter(draft, who)
    bleeding.bleed_on(draft, rules, who)
    if not conditions.helpless(draft[who]):
        initiative.enter(Acting(draft, who, rules))
    elif draft.encounter.agenda.find(who, conditions.RECOVER) is None:
        shock.roll_recovery(Acting(draft, who, rules))
