"""Departures: what ends when somebody is out of the fight: fallen, surrendered, gone (H-DMG-10)."""

from __future__ import annotations

from tracker.encounter.engine.step import Draft
from tracker.systems.hybrid.actions import meeting
from tracker.systems.hybrid.blows import bleeding, shock
from tracker.systems.hybrid.body import activities, footing, grips
from tracker.systems.hybrid.body.lasting import OUT
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import closing
from tracker.systems.hybrid.timing import binds, losses, manoeuvres, presets

LASTING = (
    *binds.LASTING,
    *closing.LASTING,
    *grips.LASTING,
    *activities.LASTING,
    *presets.LASTING,
    *manoeuvres.LASTING,
    *bleeding.LASTING,
    *shock.LASTING,
    *footing.LASTING,
)
"""Every condition on which something hangs, as its own room declares it; who leaves goes through them in this order."""


def fallen(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who is out: what is pending is lost, and of each condition becomes what its own room has declared."""
    losses.lose(draft, who, OUT)
    for lasting in LASTING:
        if lasting.left is not None:
            lasting.left(draft, rules, who)
    meeting.offer(draft, rules, who)
