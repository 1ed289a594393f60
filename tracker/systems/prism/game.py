"""The door: what the files of Prism hold, its rules and its calculators."""

from __future__ import annotations

from tracker.systems.kit.game import Game
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.calculators import CALCULATORS
from tracker.systems.prism.rules import bound
from tracker.systems.prism.sheets.sheet import Armour, Entry, Weapon, unused_names

PRISM = Game(
    "prism", __package__, Options, Entry, bound, CALCULATORS,
    parts={"weapon": Weapon, "armour": Armour},
    figures={"weapon": ("skill", "modifier"), "armour": ("threshold", "capacity")},
    unused=unused_names,
)  # fmt: skip
