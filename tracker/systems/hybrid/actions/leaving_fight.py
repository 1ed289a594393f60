"""Departures: what ends when somebody is out of the fight: fallen, surrendered, gone (H-DMG-10)."""

from __future__ import annotations

from tracker.encounter.engine.step import Draft
from tracker.systems.hybrid.actions import social_checks
from tracker.systems.hybrid.blows import bleeding, shock
from tracker.systems.hybrid.body import activities, grips, posture
from tracker.systems.hybrid.body.condition_lifecycle import OUT
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import closing_in
from tracker.systems.hybrid.timing import dodge_and_drop, held_presets, lost_actions, weapon_binds

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
"""Every condition on which something hangs, as its own room declares it; who leaves goes through them in this order."""


def fallen(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who is out: what is pending is lost, and of each condition becomes what its own room has declared."""
    lost_actions.lose(draft, who, OUT)
    for lasting in LIFECYCLES:
        if lasting.left is not None:
            lasting.left(draft, rules, who)
    social_checks.offer(draft, rules, who)
