"""Knockback: a heavy blow throws its target to the ground (H-DMG-6)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import Draft
from tracker.model.questions import Roll
from tracker.systems.hybrid.blows.batch_plan import Stage
from tracker.systems.hybrid.blows.incapacitation import take_out_if_spent
from tracker.systems.hybrid.body import posture
from tracker.systems.hybrid.body.weapons import kind, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import resistance
from tracker.systems.hybrid.timing import lost_actions


def want_knockback(stage: Stage) -> Roll | None:
    """Return the check against falling, after a heavy crushing blow, a shot or an explosion (H-DMG-6); else None."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes:
        return None
    if take_out_if_spent(draft, rules, blow.target) or blow.rolled_with:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    if weapon.use == "mental" or weapon.is_grip:
        return None
    type_ = kind(draft.encounter, blow.attacker, blow.target, weapon)
    if not resistance.knocks_back(draft[blow.target], type_, blow.fatigue, blow.body, rules.book):
        return None
    return resistance.knockback(draft[blow.target], rules)


def take_knockback(stage: Stage, rolled: Any) -> None:
    """Knock the target down when the check failed."""
    if not rolled["success"]:
        knock_down(stage.draft, stage.rules, stage.blow.target)


def knock_down(draft: Draft, rules: Rulebook, who: str) -> None:
    """Put a fighter on the ground; it loses what was pending and rolls initiative again."""
    posture.fall(draft, who, "knocked back (H-DMG-6)")
    lost_actions.lose(draft, who, "knocked down")
