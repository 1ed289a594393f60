"""House rules: every ruling a game master may have otherwise, with its key and number (PQ)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tracker.systems.kit.models import House, Strict

Level = Annotated[int, Field(ge=-4, le=4)]
"""A level of difficulty as files and sheets have it."""


class Called(Strict):
    """What aiming at a location costs in levels (P-DMG-5, PQ 22); only the arm is printed."""

    head: Level = -3
    chest: Level = -1
    vitals: Level = -2
    arm: Level = -2
    leg: Level = -1


class HouseRules(House):
    """The [house_rules] table of an encounter; each default is the ruling."""

    past_the_end: Literal["stop", "impossible"] = "stop"
    """Beyond the lowest level: stay at it, or no chance at all (P-CHECK-2, PQ 2)."""
    always_fails_from: int = Field(default=101, ge=96, le=101)
    """The roll from which every check fails; 101: none does (P-CHECK-5, PQ 4)."""
    contest_by: Literal["skill", "stat"] = "skill"
    """What decides when both do the same: the skill, or the stat bonus first (P-VS-3, PQ 5)."""
    initiative: Literal["fight", "phase"] = "fight"
    """How often Initiative is rolled (P-INIT-2, PQ 8)."""
    rof: Literal["phase", "sub-phase"] = "phase"
    """What a rate of fire is per (P-FIRE-2, PQ 10)."""
    movement: Literal["sub-phase", "phase"] = "sub-phase"
    """What a movement rate is per (P-MOVE, PQ 14)."""
    defend: bool = True
    """Whether one may defend against blows (P-HIT-2, PQ 19)."""
    failed_blow: Literal["misses", "contest"] = "misses"
    """Whether a blow that fails at one who defends misses, or is decided as any contest (P-HIT-2, PQ 33)."""
    lethal: Literal["both", "half"] = "both"
    """How much of a lethal hit is injury: all of it, or half rounded up (P-DMG-2, PQ 20)."""
    locations: Literal["table", "ask"] = "table"
    """How an unaimed hit finds its location (P-DMG-4, PQ 21)."""
    called: Called = Called()
    thresholds: bool = True
    """Whether nothing left has its effect, or is only told (P-DMG-6, PQ 23)."""
    shock_recovery: int = Field(default=1, ge=0, le=20)
    """Shock that comes back to each location in a phase of rest (P-DMG-8, PQ 25)."""


BEFORE = {"failed_blow": "contest"}
"""House rules whose default has changed, as they were before: what a fight goes by that does not state them."""


class Scene(Strict):
    """The [scene] table: a level on everybody's rolls, for dark or smoke (P-CHECK-3)."""

    level: Level = 0


class Options(Strict):
    """What an encounter of phases has at its top besides what every encounter has."""

    house_rules: HouseRules = HouseRules()
    scene: Scene = Scene()


RULED = Options()
"""Everything as it is ruled."""
