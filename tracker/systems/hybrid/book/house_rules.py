"""House rules: each ruling a game master may change, with its key; resolved here and nowhere else."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tracker.systems.hybrid.book.book import book


class HouseRules(BaseModel):
    """The [house_rules] table of an encounter; each default is the ruling."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    open_ended: Literal["always", "once"] = "always"
    """Whether a second natural 100 rolls again too (H-CHECK-4)."""
    equal_succeeds: bool = True
    """Whether a roll equal to the chance succeeds (H-CHECK-5)."""
    critical_failure: Literal["gated", "table", "severity", "additive"] | None = None
    """How bad a bad failure is (H-CHECK-8); absent: as the edition has it."""
    skill_pools: bool | None = None
    """Whether skills of one pool help each other (H-SKILL-6, ruling 93); absent: as the edition has it."""
    halve_stat_checks: bool = False
    """Whether checks on a bare stat are halved as unranked (H-DMG-11)."""
    initiative_speed: Literal["half", "full"] = "half"
    """How much of the speed comes off initiative (H-INIT-1)."""
    rank_speed: Literal["action", "initiative"] = "action"
    """Whether rank speed shortens the action, or the initiative rolled after one (H-SKILL-7)."""
    florentine: list[Annotated[int, Field(ge=-40, le=0)]] = Field(
        default_factory=lambda: list(book().actions.florentine.same), min_length=2, max_length=2
    )
    """The DFs of two actions of one kind at once, the first and the second (H-ACT-5)."""
    defence_point: int = Field(default=1, ge=0, le=10)
    """How many percent one point of PDF takes off an attack (H-ATK-2)."""
    critical_ignores_armour: bool = False
    """Whether critical damage passes armour by (H-DMG-3)."""
    down_at: int = Field(default=0, ge=0, le=60)
    """The PBD or MBD at which a combatant is down (H-DMG-10)."""
    ties: Literal["simultaneous", "speed"] = "simultaneous"
    """Whether actions landing on one count happen together, or the faster one's first."""
    fumble: Literal["ask", "self", "note"] = "ask"
    """What becomes of an attack whose effect is negative (H-CHECK-8)."""
    late_dodge: bool = False
    """Whether dodge and drop prone may answer a blow, losing what is pending (H-DEF)."""
    arrows_parried: Literal["shot", "thrown"] = "shot"
    """Whether what is shot is parried as a projectile or as something thrown (H-DEF parry)."""
    grapple_armed: bool = False
    """Whether grapple, throw, overbear and hold are for hands with weapons in them too (H-ATK-8)."""
    must_close: bool = True
    """Whether a shorter weapon must close before it strikes at a longer one (H-ATK-7, ruling 76)."""
    stat_tasks: Literal["unskilled", "full"] = "unskilled"
    """Whether a task on a bare stat is the unskilled one, half and two counts later (H-CHECK-3, ruling 88)."""
    answers_rank_speed: bool = True
    """Whether rank speed and speed points shorten answers and fast draws too (H-SKILL-7, ruling 90)."""
    reading: Literal["third", "second"] = "third"
    """Whether what the third reading of the guides found counts (rulings 89, 91, 92, 94, 96, 98, 100 and 103)."""

    def changed(self) -> tuple[str, ...]:
        """The keys that are not as the rulings have them, each with its value as a file would have it."""
        return tuple(f"{name} = {_toml(value)}" for name, value in self.model_dump(exclude_defaults=True).items())

    def everything(self) -> tuple[str, ...]:
        """Every key with its value, as a file would have it."""
        return tuple(f"{name} = {_toml(value)}" for name, value in self.model_dump().items())


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


BEFORE = {
    "skill_pools": False,
    "arrows_parried": "thrown",
    "grapple_armed": True,
    "must_close": False,
    "stat_tasks": "full",
    "answers_rank_speed": False,
    "reading": "second",
}
"""House rules whose default has changed, as they were before: what a fight goes by that does not state them."""


class Scene(BaseModel):
    """The [scene] table: what lies on everyone (H-COND)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    light: Literal["50% off", "75% off"] | None = None
    gravity: Literal["50% off", "100% off"] | None = None
    filter: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    """The filter skill that this environment asks for; it caps the rank of every other skill (H-SKILL-3)."""
    df: int = Field(default=0, ge=-40, le=40)


class Options(BaseModel):
    """What an encounter of Hybrid has at its top besides what every encounter has."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    edition: Literal["current", "1997"] = "current"
    perception: Literal["secret", "typed"] = "secret"
    """Whether passive perceptions fall in secret, or players are asked for theirs (H-PERC-3)."""
    order_fumbles: Literal["ask", "self", "note"] = "ask"
    """What becomes of a fumble of who attacks by orders, where the house rule has fumbles asked about (ruling 24)."""
    house_rules: HouseRules = Field(default_factory=HouseRules.model_construct)
    scene: Scene = Field(default_factory=Scene.model_construct)
