"""House: the rulings that have a key, as validated house rules; the defaults are the rulings themselves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tracker.systems.kit.models import House


class HouseRules(House):
    """`[house_rules]` at the top of an encounter."""

    criticals: bool = True
    """FQ 1: the published criticals †; false: 18 fails, no more."""
    snow_twice: bool = False
    """FQ 7: whether deep snow slows both as terrain and as weather."""
    haste_fp: Annotated[int, Field(ge=1, le=100)] = 1
    """FQ 9: what haste on a climb costs, once, at its start."""
    climbs: Literal["known", "ask"] = "known"
    """FQ 10: the † climbs are offered; `ask`: the game master gives modifier and speed."""
    rest_seconds: Annotated[int, Field(ge=1, le=100_000)] = 600
    """FQ 13: how long a fatigue point takes to come back at rest."""
    all_out: Annotated[int, Field(ge=0, le=10)] = 2
    """FQ 18: what all-out (strong) adds at least; +1 a die if that is more."""
    every_second: bool = True
    """FQ 19: who is idle is asked every second; false: one who waits only when it acts of its own."""
    exhausted: Literal["stop", "note"] = "stop"
    """FQ 20: at 0 FP a run, climb or load ends; `note`: it is only told."""
    down_at: Annotated[int, Field(ge=-1000, le=1000)] = 0
    """FQ 22: hit points at which one is down."""
