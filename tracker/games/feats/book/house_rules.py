"""House rules of feats, and its options: every ruling that a game master may change, with its number (FQ)."""

from __future__ import annotations

from typing import Annotated, Literal

from tracker.game_api.lazy_model import Field
from tracker.games.toolkit.models import House, Strict


class HouseRules(House):
    """`[house_rules]` at the top of an encounter."""

    criticals: bool = True  # FQ 1: the published criticals †; false: 18 fails, no more
    """True if the published criticals count. Otherwise only 18 fails."""
    snow_twice: bool = False  # FQ 7: whether deep snow slows both as terrain and as weather
    """True if deep snow slows both as terrain and as weather."""
    haste_fp: Annotated[int, Field(ge=1, le=100)] = 1  # FQ 9: what haste on a climb costs, once, at its start
    """Fatigue points that haste on a climb costs at its start."""
    climbs: Literal["known", "ask"] = "known"  # FQ 10: the † climbs are offered; `ask`: the GM gives modifier and speed
    """"known" offers the published climbs, "ask" lets the game master give modifier and speed."""
    rest_seconds: Annotated[int, Field(ge=1, le=100_000)] = 600  # FQ 13: how long a fatigue point takes at rest
    """"known" offers the published climbs, "ask" lets the GM give modifier and speed."""
    all_out: Annotated[int, Field(ge=0, le=10)] = 2  # FQ 18: all-out (strong) adds this, or 1 a die if that is more
    """The damage that an all-out slam adds, or 1 a die if that is more."""
    every_second: bool = True  # FQ 19: idle fighters are asked every second; false: only when they want to act
    """True if idle fighters are asked every second."""
    exhausted: Literal["stop", "note"] = "stop"  # FQ 20: at 0 FP a run, climb or load ends; `note`: it is only told
    """"stop" ends a run, climb or load at 0 FP, "note" only tells it."""
    down_at: Annotated[int, Field(ge=-1000, le=1000)] = 0  # FQ 22: hit points at which one is down
    """Hit points at which a fighter is down."""
    jump_move: Literal["basic", "loaded"] = (
        "basic"  # FQ 28: the Move of a jump: the basic one, or as load and fatigue have it
    )
    """The Move of a jump: "basic", or "loaded" with load and fatigue."""
    enhanced: Literal["level", "times"] = (
        "level"  # FQ 29: what `enhanced` on a sheet is: the printed level, or a multiple
    )
    """The meaning of `enhanced` on a sheet: the printed level, or a multiple of Move."""
    halts: bool = True  # FQ 31: whether waiting fighters are asked when a fighter loses consciousness or will be dead
    """True if the clock halts when a fighter loses consciousness or is about to die."""
    knocked_out_lies: bool = True  # FQ 32: whether a fighter knocked out by a slam lies down, too
    """True if a fighter knocked out by a slam lies down, too."""
    unnoticed_wake: bool = False  # FQ 34: whether a halt also asks fighters who do not know of the one in trouble
    """True if a halt also asks fighters who have not noticed the one in trouble."""

    def climb_cost(self, haste: bool, cost: int) -> int:
        """Return a climb's fatigue cost: as the game master set it, in haste double that, at least `haste_fp`.

        Rules: F-CLIMB-3.
        """
        return max(self.haste_fp, 2 * cost) if haste else cost


AS_RULED = HouseRules()
"""The house rules as ruled."""
BEFORE = {"jump_move": "loaded", "enhanced": "times", "halts": False, "knocked_out_lies": False, "unnoticed_wake": True}
"""The old defaults of changed house rules, for fights that do not state those rules."""


class Options(Strict):
    """Keys at the top of an encounter. `gap` is the yards between the first two sides at the beginning of a chase."""

    house_rules: HouseRules = HouseRules()
    gap: Annotated[int, Field(ge=0, le=100_000)] | None = None
    """The lead of the first side in yards, at the beginning of a chase."""
