"""The game prism: the models of its files, its rules and its calculators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tracker.clock.spans import TimeUnit
from tracker.game_api.game import Game
from tracker.games.prism import rules
from tracker.games.prism.book.house_rules import BEFORE, Options
from tracker.games.prism.calculators import calculators
from tracker.games.prism.carry_over import CarryOver
from tracker.games.prism.sheet import Armour, Entry, Weapon, unused_names
from tracker.model.validation_errors import Fault


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

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        return unused_names(entry, options)


PRISM = Prism(
    name="prism",
    package=__package__,
    options=Options,
    combatant=Entry,
    parts={"weapon": Weapon, "armour": Armour},
    figures={"weapon": ("skill", "modifier"), "armour": ("threshold", "capacity")},
    unit=TimeUnit("tick", "ticks", Fraction(1)),
    abilities=rules.ABILITIES,
    turns=rules.Turns,
    resolution=rules.Resolution,
    dice=rules.Dice,
    choices=rules.Choices,
    display=rules.Display,
    sheets=rules.Sheets,
    carry_over=CarryOver,
    reckoned=calculators,
    before=BEFORE,
)
