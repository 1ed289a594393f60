"""House rules of Hybrid: each ruling that a game master may change, with its key. Defined here and nowhere else."""

from __future__ import annotations

from typing import Annotated, Literal

from tracker.game_api.lazy_model import Field
from tracker.games.hybrid.book.book import book
from tracker.games.toolkit.models import House, Strict


class HouseRules(House):
    """The [house_rules] table of an encounter. Each default is the ruling."""

    open_ended: Literal["always", "once"] = "always"
    """Says if a second natural 100 rolls again too (H-CHECK-4)."""
    equal_succeeds: bool = True
    """True if a roll equal to the chance succeeds (H-CHECK-5)."""
    critical_failure: Literal["gated", "table", "severity", "additive"] | None = None
    """The way to find the severity of a critical failure (H-CHECK-8). None: as in the edition."""
    skill_pools: bool | None = None
    """True if skills of one pool help each other (H-SKILL-6, ruling 93). None: as in the edition."""
    halve_stat_checks: bool = False
    """True if checks on a bare stat are halved as unranked (H-DMG-11)."""
    initiative_speed: Literal["half", "full"] = "half"
    """The share of the speed that comes off initiative (H-INIT-1)."""
    rank_speed: Literal["action", "initiative"] = "action"
    """Says if rank speed shortens the action, or the initiative rolled after one (H-SKILL-7)."""
    florentine: list[Annotated[int, Field(ge=-40, le=0)]] = Field(
        default_factory=lambda: list(book().actions.florentine.same), min_length=2, max_length=2
    )
    """The DFs of two actions of one kind at once, the first and the second (H-ACT-5)."""
    defence_point: int = Field(default=1, ge=0, le=10)
    """The percent that one point of PDF takes off an attack (H-ATK-2)."""
    critical_ignores_armour: bool = False
    """True if critical damage passes armour by (H-DMG-3)."""
    down_at: int = Field(default=0, ge=0, le=60)
    """The PBD or MBD at which a combatant is down (H-DMG-10)."""
    ties: Literal["simultaneous", "speed"] = "simultaneous"
    """Says if actions that land on one count happen together, or the faster fighter's first."""
    fumble: Literal["ask", "self", "note"] = "ask"
    """The consequence of an attack with a negative effect (H-CHECK-8)."""
    late_dodge: bool = False
    """True if dodge and drop prone may answer a blow, losing what is pending (H-DEF 4 and 5)."""
    arrows_parried: Literal["shot", "thrown"] = "shot"
    """Says if an arrow is parried as a projectile or as a thrown weapon (H-DEF-7)."""
    grapple_armed: bool = False
    """True if grapple, throw, overbear and hold are possible with weapons in hand (H-ATK-8)."""
    must_close: bool = True
    """True if a shorter weapon must close before it strikes at a longer one (H-ATK-7, ruling 76)."""
    stat_tasks: Literal["unskilled", "full"] = "unskilled"
    """Says if a task on a bare stat is unskilled: half the chance, two counts later (H-CHECK-3, ruling 88)."""
    answers_rank_speed: bool = True
    """True if rank speed and speed points shorten answers and fast draws too (H-SKILL-7, ruling 90)."""
    wait: Literal["initiative", "free"] = "initiative"
    """Says if a fighter who has waited rolls initiative before it acts, or acts at any count for free (ruling 105)."""
    reading: Literal["fourth", "third", "second"] = "fourth"
    """The reading of the guides that applies. The third brought rulings 89, 91, 92, 94, 96, 98, 100 and 103, the
    fourth 104."""


BEFORE = {
    "skill_pools": False,
    "arrows_parried": "thrown",
    "grapple_armed": True,
    "must_close": False,
    "stat_tasks": "full",
    "answers_rank_speed": False,
    "wait": "free",
    "reading": "second",
}
"""The old defaults of changed house rules, for fights that do not state those rules."""


class Scene(Strict):
    """The [scene] table: light, gravity, filter skill and a DF for everyone (H-COND)."""

    light: Literal["50% off", "75% off"] | None = None
    """The share of the light that is off."""
    gravity: Literal["50% off", "100% off"] | None = None
    """The share of the gravity that is off."""
    filter: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    """The filter skill of this environment. It caps the rank of every other skill (H-SKILL-3)."""
    df: int = Field(default=0, ge=-40, le=40)
    """A difficulty factor on the actions of all fighters."""


class Options(Strict):
    """Keys at the top of an encounter of Hybrid."""

    edition: Literal["current", "1997"] = "current"
    """The tables that are played: of the current players guide, or of that of 1997."""
    perception: Literal["secret", "typed"] = "secret"
    """Says if passive perceptions are rolled in secret, or the players roll theirs (H-PERC-3)."""
    order_fumbles: Literal["ask", "self", "note"] = "ask"
    """The consequence of a fumble by orders, where the house rule asks about other fumbles (ruling 24)."""
    house_rules: HouseRules = Field(default_factory=HouseRules.model_construct)
    scene: Scene = Field(default_factory=Scene.model_construct)
