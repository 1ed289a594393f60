"""House rules of phases, and its options: every ruling that a game master may change, with its key and number (PQ)."""

from __future__ import annotations

from typing import Annotated, Literal

from tracker.game_api.lazy_model import Field
from tracker.games.toolkit.models import House, Strict

Level = Annotated[int, Field(ge=-4, le=4)]


class Called(Strict):
    """The level of aiming at a location (P-DMG-5, PQ 22). The book prints only the arm."""

    head: Level = -3
    """The level of a shot at the head."""
    chest: Level = -1
    """The level of a shot at the chest."""
    vitals: Level = -2
    """The level of a shot at the vitals."""
    arm: Level = -2
    """The level of a shot at an arm."""
    leg: Level = -1
    """The level of a shot at a leg."""


class HouseRules(House):
    """The [house_rules] table of an encounter. Each default is the ruling."""

    past_the_end: Literal["stop", "impossible"] = "stop"
    """Below the lowest level of the table: count as the lowest, or have no chance (P-CHECK-2, PQ 2)."""
    always_fails_from: int = Field(default=101, ge=96, le=101)
    """The roll from which on every check fails. 101: no roll does (P-CHECK-5, PQ 4)."""
    contest_by: Literal["skill", "stat"] = "skill"
    """The tie-break when both succeed or both fail: the skill, or the stat bonus first (P-VS-3, PQ 5)."""
    initiative: Literal["fight", "phase"] = "fight"
    """The number of rolls for Initiative: one in the fight, or one in each phase (P-INIT-2, PQ 8)."""
    rof: Literal["phase", "sub-phase"] = "phase"
    """The unit of a rate of fire (P-FIRE-2, PQ 10)."""
    movement: Literal["sub-phase", "phase"] = "sub-phase"
    """The unit of a movement rate (P-MOVE, PQ 14)."""
    defend: bool = True
    """True if a fighter may defend against blows (P-HIT-2, PQ 19)."""
    failed_blow: Literal["misses", "contest"] = "misses"
    """Says if a failed blow at a defender misses, or is decided as any contest (P-HIT-2, PQ 33)."""
    contest_both: Literal["skill", "roll", "defender"] = "skill"
    """The winner when a blow and its defence both succeed: the higher skill, the one with more to spare, or the
    defender. Rules: P-HIT-2, PQ 34."""
    lethal: Literal["both", "half"] = "both"
    """The injury of a lethal hit: all of it, or half rounded up (P-DMG-2, PQ 20)."""
    locations: Literal["table", "ask"] = "table"
    """The way to find the location of an unaimed hit (P-DMG-4, PQ 21)."""
    called: Called = Called()
    """The levels of aimed shots, by location."""
    thresholds: bool = True
    """Says if an empty pool has its effect, or is only noted in the log (P-DMG-6, PQ 23)."""
    shock_recovery: int = Field(default=1, ge=0, le=20)
    """Shock factors that each location regains in a phase of rest (P-DMG-8, PQ 25)."""


BEFORE = {"failed_blow": "contest"}
"""The old defaults of changed house rules, for fights that do not state those rules."""


class Scene(Strict):
    """The [scene] table: a level on everyone's rolls, for darkness or smoke (P-CHECK-3)."""

    level: Level = 0
    """A level on the rolls of all fighters: dark, smoke."""


class Options(Strict):
    """Keys at the top of an encounter of phases."""

    house_rules: HouseRules = HouseRules()
    scene: Scene = Scene()


RULED = Options()
"""The options with every house rule as ruled."""
