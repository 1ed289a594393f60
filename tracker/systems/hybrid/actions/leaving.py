"""Leaving: what ends when somebody is out of the fight: fallen, surrendered, gone (H-DMG-10)."""

from __future__ import annotations

from tracker.encounter.combatant import Presence
from tracker.encounter.draft import Draft
from tracker.systems.hybrid.actions import meeting
from tracker.systems.hybrid.blows import aftermath
from tracker.systems.hybrid.body import activities, grips
from tracker.systems.hybrid.body.lasting import OUT
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import closing
from tracker.systems.hybrid.timing import presets, spoiling

LASTING = (
    *spoiling.LASTING,
    *closing.LASTING,
    *grips.LASTING,
    *activities.LASTING,
    *presets.LASTING,
    *aftermath.LASTING,
)
"""Every condition on which something hangs, as its own room declares it; who leaves goes through them in this order."""


def fallen(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who is out: what is pending is lost, conditions end as declared; only the surrendered still bleed."""
    spoiling.lose(draft, who, OUT)
    for lasting in LASTING:
        if lasting.left is not None:
            lasting.left(draft, rules, who)
    presence = draft[who].presence
    bleeds_on = presence is Presence.SURRENDERED
    kinds = (*spoiling.PHASES, spoiling.RECOVER, *(() if bleeds_on else (spoiling.BLEED,)))
    draft.cancel(who, kinds, presence.value)
    if presence is Presence.DOWN:
        spoiling.prone(draft, who, "down")
    meeting.offer(draft, rules, who)
