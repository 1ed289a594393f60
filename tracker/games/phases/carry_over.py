"""Carry-over: what outlasts a fight, and what rest brings back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from tracker.clock.recovery import Recovery
from tracker.game_api import parts
from tracker.game_api.carry_over import Kept
from tracker.games.phases.book.house_rules import Options
from tracker.games.phases.book.tables import tables
from tracker.games.phases.fighter import Fighter
from tracker.games.phases.harm import DEAD, DYING, OUT, UNCONSCIOUS, is_useless
from tracker.games.phases.timing import PHASE_SECONDS
from tracker.model.combatant import Condition
from tracker.model.state import Encounter


class CarryOver(parts.CarryOver[Options]):
    """The values kept after a fight of Phases, and the recovery by phases of rest."""

    __slots__ = ()

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return the shock of every location, which comes back each phase. Hit factors are by hand (PQ 25)."""
        points = self.options.house_rules.shock_recovery
        places = tuple(Recovery(place.key, points, PHASE_SECONDS) for place in tables().location)
        return {"rest": places} if points else {}

    def condition_lasts(self, condition: Condition) -> bool:
        """Return yes for every effect of a wound."""
        return condition.key in OUT or is_useless(condition)

    def rest_refusal(self, conditions: Collection[str]) -> str:
        return next((f"{key}, which is seen to by hand" for key in (DEAD, DYING) if key in conditions), "")

    def is_healed(self, condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
        """Return whether a condition ends: unconscious at half the shock factors, a useless limb at any.

        Rules: P-DMG 6 and 8.
        """
        points_there = points.get(condition.of, 0)
        if condition.key == UNCONSCIOUS:
            vital = [place.key for place in tables().location if not place.limb]
            return points_there >= ceil(full.get(condition.of, 0) / 2) and all(points[key] for key in vital)
        return is_useless(condition) and points_there > 0

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """Return what is left in each ranged weapon: rounds if they are counted, else whether it is loaded."""
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
