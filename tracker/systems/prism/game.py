"""The game prism: the models of its files, its rules and its calculators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.systems.kit.game import Game
from tracker.systems.prism.book.house_rules import BEFORE, Options
from tracker.systems.prism.calculators import CALCULATORS
from tracker.systems.prism.rules import bound
from tracker.systems.prism.sheets.sheet import Armour, Entry, Weapon, unused_names


class Prism(Game):
    """The system `prism`."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return a remark on each full piece of armour with an AT above its AC, which counts as the AC.

        Rules: S-ARM-3, SQ 36.
        """
        return tuple(
            f"{entry['name']}'s {piece['name']} has AT {piece['threshold']} above its AC {piece['capacity']}, "
            f"so its AT counts as {piece['capacity']} (S-ARM-3)"
            for entry in document.get("combatant", ())
            for piece in entry.get("armour", ())
            if piece.get("threshold", 0) > piece.get("capacity", 0) and "left" not in piece
        )


PRISM = Prism(
    "prism",
    __package__,
    Options,
    Entry,
    bound,
    CALCULATORS,
    parts={"weapon": Weapon, "armour": Armour},
    figures={"weapon": ("skill", "modifier"), "armour": ("threshold", "capacity")},
    before=BEFORE,
    unused=unused_names,
)
