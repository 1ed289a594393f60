"""Carry-over: what outlasts a fight, and what phases of rest bring back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from tracker.clock.recovery import Recovery
from tracker.model.combatant import Condition
from tracker.model.state import Encounter
from tracker.system_api.carry_over import Kept
from tracker.systems.kit import defaults
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks.fighter import Fighter
from tracker.systems.phases.timing import PHASE_SECONDS
from tracker.systems.phases.wounds import DEAD, DYING, OUT, UNCONSCIOUS, is_useless


class CarryOver(defaults.CarryOver[Options]):
    """What outlasts a fight of phases, and what phases of rest bring back, however many."""

    __slots__ = ()

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Shock comes back to every location at the end of each phase of rest; hit factors are by hand (PQ 25)."""
        points = self.options.house_rules.shock_recovery
        places = tuple(Recovery(place.key, points, PHASE_SECONDS) for place in tables().location)
        return {"rest": places} if points else {}

    def condition_lasts(self, condition: Condition) -> bool:
        """Whatever a wound has done outlasts the fight."""
        return condition.key in OUT or is_useless(condition)

    def rest_refusal(self, conditions: Collection[str]) -> str:
        """The dying and the dead do not recover by themselves."""
        return next((f"{key}, which is seen to by hand" for key in (DEAD, DYING) if key in conditions), "")

    def is_healed(self, condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
        """Awake with half of the shock factors back where it was struck; a limb of use with any (P-DMG 6 and 8)."""
        back = points.get(condition.of, 0)
        if condition.key == UNCONSCIOUS:
            vital = [place.key for place in tables().location if not place.limb]
            return back >= ceil(full.get(condition.of, 0) / 2) and all(points[key] for key in vital)
        return is_useless(condition) and back > 0

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """What is left in each ranged weapon: rounds where they are counted, else whether it is loaded (P-FIRE-4)."""
        kept: list[Kept] = []
        for gun in Fighter(encounter, who).guns:
            name = gun.weapon.name
            if gun.weapon.rounds:
                usual = gun.rounds == gun.weapon.opening
                kept.append(Kept(("weapon", name, "left"), gun.rounds, f"{name} rounds", usual=usual))
            else:
                loaded = bool(gun.rounds)
                kept.append(Kept(("weapon", name, "loaded"), loaded, f"{name} loaded", usual=loaded))
        return tuple(kept)
