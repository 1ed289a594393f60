"""Hidden signs: the visibility of fighters as signs: ◌ hidden from the players, ◐ unnoticed by some others."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.encounter.hidden_fighters import seen
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.text.names import first_of

HIDDEN = "◌"
"""The sign before the name of a fighter whom the players do not see."""
UNNOTICED = "◐"
"""The sign before the name of a fighter whom the players see, but another side does not."""
_MOST = 3


@dataclass(frozen=True, slots=True)
class Hiding:
    """The words for a hidden fighter."""

    sign: str
    words: str


NOT = Hiding("", "")


def hiding(encounter: Encounter) -> Mapping[str, Hiding]:
    """Return by id those of whom a fighter of another side is unaware: `◌ hidden`, or `◐ unaware of it: Sela, Odo`."""
    unaware: dict[str, list[str]] = {}
    for other in encounter.combatants:
        for who in other.unaware_of:
            if who in encounter and encounter[who].profile.side != other.profile.side:
                unaware.setdefault(who, []).append(other.name)
    signs: dict[str, Hiding] = {}
    for who, names in unaware.items():
        unnoticed = Hiding(UNNOTICED, f"unaware of it: {first_of(names, _MOST)}")
        signs[who] = unnoticed if seen(encounter, who) else Hiding(HIDDEN, "hidden")
    return signs
