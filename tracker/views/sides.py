"""Sides: the order, the mark and the role of each side."""

from __future__ import annotations

from functools import lru_cache

from tracker.model.state import Encounter

MARKS = "▲▼■◇○▶◀□△▽"
"""The marks of the sides in order of seats, so that no side is told by colour alone."""


# Cached: it is asked for every row and lane. Eight: the present fight and a few others.
@lru_cache(maxsize=8)
def _order(sides: tuple[str, ...]) -> dict[str, int]:
    return {side: place for place, side in enumerate(dict.fromkeys(sides))}


def side_order(encounter: Encounter) -> dict[str, int]:
    """Return each side's number, in order of first seat."""
    return _order(tuple([combatant.profile.side for combatant in encounter.combatants]))


def side_mark(order: dict[str, int], side: str) -> str:
    """Return the mark of a side."""
    return MARKS[order.get(side, 0) % len(MARKS)]


def side_role(order: dict[str, int], side: str) -> str:
    """Return the role of a side's mark and name: `side-0` to `side-3`, in turn."""
    return f"side-{order.get(side, 0) % 4}"
