"""Leaving the fight: what ends when a fighter goes down, surrenders or leaves (H-DMG-10)."""

from __future__ import annotations

from tracker.games.hybrid.actions import social_checks
from tracker.games.hybrid.blows import bleeding, shock
from tracker.games.hybrid.body import activities, grips, posture
from tracker.games.hybrid.body.condition_lifecycle import OUT
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.timing import dodge_and_drop, held_presets, lost_actions, weapon_binds

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
