"""House rules: every ruling a game master may have otherwise, with its key; resolved here and nowhere else."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class HouseRules(BaseModel):
    """The [house_rules] table of an encounter; each default is the ruling."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    open_ended: Literal["always", "once"] = "always"
    """Whether a second natural 100 rolls again too (H-CHECK-4)."""
    equal_succeeds: bool = True
    """Whether a roll equal to the chance succeeds (H-CHECK-5)."""
    critical_failure: Literal["gated", "table", "severity", "additive"] | None = None
    """How bad a bad failure is (H-CHECK-8); absent: as the edition has it."""
    halve_stat_checks: bool = False
    """Whether checks on a bare stat are halved as unranked (H-DMG-11)."""
    initiative_speed: Literal["half", "full"] = "half"
    """How much of the speed comes off initiative (H-INIT-1)."""
    defence_point: int = Field(default=1, ge=0, le=10)
    """How many percent one point of PDF takes off an attack (H-ATK-2)."""
    critical_ignores_armour: bool = False
    """Whether critical damage passes armour by (H-DMG-3)."""
    down_at: int = Field(default=0, ge=0, le=60)
    """The PBD or MBD at which somebody is down (H-DMG-10)."""
    late_dodge: bool = False
    """Whether dodge and drop prone may answer a blow, losing what is pending (H-DEF)."""


class Scene(BaseModel):
    """The [scene] table: what lies on everyone (H-COND)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    light: Literal["50% off", "75% off"] | None = None
    gravity: Literal["50% off", "100% off"] | None = None
    df: int = Field(default=0, ge=-40, le=40)


class Options(BaseModel):
    """What an encounter of Hybrid has at its top besides what every encounter has."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    edition: Literal["current", "1997"] = "current"
    house_rules: HouseRules = Field(default_factory=HouseRules)
    scene: Scene = Field(default_factory=Scene)
