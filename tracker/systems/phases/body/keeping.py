"""Keeping: what outlasts a fight of phases, and what phases of rest bring back, however many (P-DMG-8, PQ 25)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from tracker.clock.recovery import Recovery
from tracker.encounter.combatant import Condition
from tracker.encounter.state import Encounter
from tracker.rules.keeping import Kept
from tracker.systems.phases.body import conditions
from tracker.systems.phases.body.conditions import DEAD, DYING, UNCONSCIOUS
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.sheets.sheet import sheet_of
from tracker.systems.phases.timing import fire
from tracker.systems.phases.timing.phases import PHASE_SECONDS


def rests(rules: Options) -> Mapping[str, tuple[Recovery, ...]]:
    """Shock comes back to every location at the end of each phase of rest; hit factors are by hand (PQ 25)."""
    points = rules.house_rules.shock_recovery
    if not points:
        return {}
    return {"rest": tuple(Recovery(place.key, points, PHASE_SECONDS) for place in tables().location)}


def lasts(key: str) -> bool:
    """Whatever a wound has done outlasts the fight."""
    return key in (UNCONSCIOUS, DYING, DEAD) or key in {conditions.useless(place) for place in tables().location}


def restless(keys: Collection[str]) -> str:
    """The dying and the dead do not recover by themselves."""
    return next((f"{key}, which is seen to by hand" for key in (DEAD, DYING) if key in keys), "")


def outlived(condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
    """Awake with half of the shock factors back where it was struck; a limb of use with any (P-DMG 6 and 8)."""
    if condition.key == UNCONSCIOUS:
        vital = [place.key for place in tables().location if not place.limb]
        return points.get(condition.of, 0) >= ceil(full.get(condition.of, 0) / 2) and all(points[key] for key in vital)
    return condition.key.startswith("useless") and points.get(condition.of, 0) > 0


def rounds_kept(encounter: Encounter, who: str) -> tuple[Kept, ...]:
    """What is left in each ranged weapon."""
    kept: list[Kept] = []
    for weapon in sheet_of(encounter, who).of_use("ranged"):
        left = fire.rounds(encounter, who, weapon)
        if weapon.rounds:
            keys = ("weapon", weapon.name, "left")
            kept.append(Kept(keys, left, f"{weapon.name} rounds", usual=left == fire.opening(weapon)))
        else:
            keys = ("weapon", weapon.name, "loaded")
            kept.append(Kept(keys, bool(left), f"{weapon.name} loaded", usual=bool(left)))
    return tuple(kept)
