"""Hidden signs: the visibility of fighters as signs: ◌ hidden from the players, ◐ unnoticed by some others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.encounter.hidden_fighters import seen
from tracker.model.state import Encounter

HIDDEN = "◌"
"""Stands before the name of a fighter the players do not see."""
UNNOTICED = "◐"
"""Stands before the name of a fighter the players see, though some of another side are unaware of it."""
_MOST = 3


@dataclass(frozen=True, slots=True)
class Hiding:
    """How a fighter is hidden, and what is said of it."""

    sign: str
    words: str


NOT = Hiding("", "")


def hiding(encounter: Encounter) -> Mapping[str, Hiding]:
    """By id everybody of whom a fighter of another side is unaware: `◌ hidden`, or `◐ unaware of it: Sela, Odo`."""
    unaware: dict[str, list[str]] = {}
    for other in encounter.combatants:
        for who in other.unaware_of:
            if who in encounter and encounter[who].profile.side != other.profile.side:
                unaware.setdefault(who, []).append(other.name)
    return {
        who: Hiding(UNNOTICED, f"unaware of it: {_named(names)}") if seen(encounter, who) else Hiding(HIDDEN, "hidden")
        for who, names in unaware.items()
    }


def _named(names: Sequence[str]) -> str:
    """The first three names, and how many more there are."""
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return f"{', '.join(names[:_MOST])}{more}"
