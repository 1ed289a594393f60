"""Pools: the names of the six, and the group each is shown in."""

from __future__ import annotations

from functools import lru_cache

from tracker.model.combatant import Pool

MIND = "mind"
"""The group of the mental pools, which most fights leave untouched."""
BODY = ("PBD", "MBD")
"""The pools that take a fighter out of the fight when they are spent (H-DMG-10)."""
POOL_WORDS = {
    "PFT": ("physical fatigue", "", "fatigue"),
    "PEX": ("physical exhaustion", "", "exhaustion"),
    "PBD": ("physical body", "", "body"),
    "MFT": ("mental fatigue", MIND, "fatigue"),
    "MEX": ("mental exhaustion", MIND, "exhaustion"),
    "MBD": ("mental body", MIND, "body"),
}
"""What each pool is called, the group it is shown in, and its word there."""


@lru_cache(maxsize=1024)
def full_pool(name: str, full: int) -> Pool:
    """Return the pool of this abbreviation, with `full` points."""
    label, group, short = POOL_WORDS[name]
    return Pool(name, label, full, group, short, fells=name in BODY)
