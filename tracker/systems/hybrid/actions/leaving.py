"""Leaving: what ends when somebody is out of the fight: fallen, surrendered, gone (H-DMG-10)."""

from __future__ import annotations

from tracker.encounter.combatant import Presence
from tracker.encounter.draft import Draft
from tracker.systems.hybrid.actions import meeting
from tracker.systems.hybrid.body import activities
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import closing
from tracker.systems.hybrid.timing import spoiling


def fallen(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who is out: recovery, phases and a bind end; the surrendered still bleed, the others no longer."""
    spoiling.lose(draft, who, "out of the fight")
    spoiling.release(draft, who, "out of the fight")
    closing.part_all(draft, who, "out of the fight")
    activities.stop(draft, rules, who)
    presence = draft[who].presence
    bleeds_on = presence is Presence.SURRENDERED
    kinds = (*spoiling.PHASES, spoiling.RECOVER, *(() if bleeds_on else (spoiling.BLEED,)))
    draft.cancel(who, kinds, presence.value)
    if presence is Presence.DOWN:
        spoiling.prone(draft, who, "down")
    meeting.offer(draft, rules, who)
