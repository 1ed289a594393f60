"""Presence: a fighter comes in or returns with its wounds, goes down, surrenders or leaves (H-DMG-9)."""

from __future__ import annotations

from tracker.games.hybrid.actions import social_checks
from tracker.games.hybrid.blows import bleeding, shock
from tracker.games.hybrid.body import activities, conditions, grips, posture, scene_changes
from tracker.games.hybrid.body.condition_lifecycle import OUT
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.timing import dodge_and_drop, held_presets, initiative, lost_actions, weapon_binds

LIFECYCLES = (
    *weapon_binds.LIFECYCLES,
    *closing_in.LIFECYCLES,
    *grips.LIFECYCLES,
    *activities.LIFECYCLES,
    *held_presets.LIFECYCLES,
    *dodge_and_drop.LIFECYCLES,
    *bleeding.LIFECYCLES,
    *shock.LIFECYCLES,
    *posture.LIFECYCLES,
)
"""The lifecycles of all conditions, as their modules declare them.

The events of a fighter who leaves come in this order: binds and closeness end before stances and wounds.
"""


def fallen(fighter: Acting) -> None:
    """Take a fighter out: it loses its pending actions, then each condition ends as its module declares."""
    lost_actions.lose(fighter.draft, fighter.who, OUT)
    for lifecycle in LIFECYCLES:
        if lifecycle.left is not None:
            lifecycle.left(fighter)
    social_checks.note_losing_side(fighter)


def back(fighter: Acting) -> None:
    """Bring a fighter in: its wounds bleed on. If stunned it must recover before it enters the order.

    Rules: H-DMG-9.
    """
    scene_changes.enter(fighter.draft, fighter.who)
    bleeding.bleed_on(fighter)
    if not conditions.helpless(fighter.now):
        initiative.enter(fighter)
    elif fighter.draft.encounter.agenda.find(fighter.who, conditions.RECOVER) is None:
        shock.roll_recovery(fighter)
