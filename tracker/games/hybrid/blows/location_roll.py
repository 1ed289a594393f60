"""The location roll: where a blow lands, and which part of an aimed limb it hits (H-ATK-4)."""

from __future__ import annotations

from typing import Any

from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.checks import hit_location
from tracker.model.questions import Roll


def want_location(stage: Stage) -> Roll | None:
    """Return the roll for the location, unless the blow was aimed (`called`). Not open-ended (ruling 36)."""
    blow = stage.blow
    weapon = weapon_of(stage.draft[blow.attacker], blow.weapon)
    if not blow.strikes or weapon.use == "mental" or weapon.is_grip:
        return None
    if blow.called:
        blow.location = hit_location.body_part(blow.called)
        return None
    return Roll(blow.attacker, "location", f"where {blow.label} lands", "d100")


def take_location(stage: Stage, rolled: Any) -> None:
    """Store the location, with left or right for paired parts (H-ATK-4)."""
    blow = stage.blow
    blow.location, blow.side = hit_location.of_roll(rolled["total"], stage.rules.book)


def want_limb(stage: Stage) -> Roll | None:
    """Return the roll for the part of an aimed limb (ruling 44). Else None."""
    blow = stage.blow
    if not blow.strikes or blow.called not in ("arm", "leg"):
        return None
    return Roll(blow.attacker, "location", f"which part of the {blow.called}", "d100")


def take_limb(stage: Stage, rolled: Any) -> None:
    """Store the part of the limb. Its side is as aimed, else left for an even roll and right for an odd one."""
    blow = stage.blow
    blow.location = hit_location.of_limb(blow.called, rolled["total"], stage.rules.book)
    blow.side = blow.side or hit_location.SIDES[0 if rolled["total"] % 2 else 1]
