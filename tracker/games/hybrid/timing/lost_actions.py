"""Lost actions: how a combatant is interrupted, and loses what it has under way (H-DMG 6 and 8)."""

from __future__ import annotations

from tracker.encounter.engine.declarations import end_action, lose_pending
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import weapons
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.timing import dodge_and_drop, held_presets
from tracker.games.toolkit import steps
from tracker.model.combatant import Action
from tracker.model.state import Encounter

LIFECYCLES = (*dodge_and_drop.LIFECYCLES, *held_presets.LIFECYCLES)
"""The lifecycles of what is lost with all else that is pending.

A dodge ends in a fall before a preset is given up, and fights keep their events in this order.
"""


def lose(draft: StepBuilder, who: str, why: str) -> None:
    """End all that `who` has pending, a dodge and a preset too."""
    lose_pending(draft, who, why)
    for lifecycle in LIFECYCLES:
        if lifecycle.lost is not None:
            lifecycle.lost(draft, who, why)


def can_be_spoiled(encounter: Encounter, who: str, action: Action) -> bool:
    """Return whether a blow against `who` lands before its own `action` does, so that a hit may spoil the action."""
    return any(
        other.target == who and other.lands < action.lands
        for combatant in encounter
        if combatant.id != who
        for other in combatant.actions
    )


def drop_weapon(draft: StepBuilder, who: str, key: str, why: str) -> None:
    """Take a weapon out of hand. An action under way with it is lost."""
    steps.mark(draft, who, f"{weapons.DRAWN}{key}", value=False, why=why)
    draft.note(f"{draft[who].name}'s {weapon_of(draft[who], key).name} is out of hand", who)
    for action in draft[who].actions:
        if action.weapon == key and action.lands > draft.encounter.count:
            end_action(draft, who, action, "lost", why)
    draft.push("come back", who=who)  # rolls initiative where nothing is pending any more
