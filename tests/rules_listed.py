"""The rules that each page has to list: the sections of hybrid's book, and the pages of the other games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import BaseModel

from tracker.games.feats import sheet as feats
from tracker.games.feats.book import house_rules as feats_house
from tracker.games.feats.verbs import VERBS as FEATS_VERBS
from tracker.games.phases import sheet as phases
from tracker.games.phases.book import house_rules as phases_house
from tracker.games.phases.verbs import VERBS as PHASES_VERBS
from tracker.games.prism import sheet as prism
from tracker.games.prism.book import house_rules as prism_house
from tracker.games.prism.verbs import VERBS as PRISM_VERBS

BOOK = {
    "TIME": 1,
    "STAT": 0,
    "CHECK": 11,
    "SKILL": 10,
    "PERC": 4,
    "INIT": 7,
    "ACT": 6,
    "COND": 0,
    "NRG": 5,
    "MOVE": 0,
    "ATK": 8,
    "DMG": 11,
    "DEF": 10,
    "NPC": 0,
}
"""The sections of the rules and how many numbered rules each has; 0: it stands as one."""
ROW_OF_ITS_OWN = ("DEF",)
"""Sections that are a rule besides their numbers."""
RULES = [
    rule
    for name, many in BOOK.items()
    for rule in (
        *([f"H-{name}"] if name in ROW_OF_ITS_OWN or not many else []),
        *(f"H-{name}-{n}" for n in range(1, many + 1)),
    )
]
"""The ids of all rules of hybrid."""
_OTHERS = r"^\| (\d+|–) \| [^|]* \| (?:`(\w+)`|–) \|([^|]*)\|([^|]*)\|$"
_DEFAULTS = r"^\| (\d+) \| (?:`(\w+)`|–) \|([^|]*)\|()[^|]*\|$"


class Page(NamedTuple):
    """What a game's page must hold: how many numbered rules a section has (0: it stands as one), how many rulings."""

    prefix: str
    sections: Mapping[str, int]
    rulings: int
    house: type[BaseModel]
    models: tuple[type[BaseModel], ...]
    verbs: tuple[str, ...]
    besides: tuple[str, ...] = ()
    """Sections that are a rule besides their numbers, by a table of their own."""
    ruling: str = _OTHERS
    """How a ruling's row reads: number, key, default, other values."""

    @property
    def rules(self) -> list[str]:
        """The ids of all its rules."""
        numbered = [f"{self.prefix}-{name}-{n}" for name, many in self.sections.items() for n in range(1, many + 1)]
        return [
            *numbered,
            *(f"{self.prefix}-{name}" for name, many in self.sections.items() if not many),
            *self.besides,
        ]


PAGES = {
    "phases": Page(
        "P",
        {"CHECK": 5, "VS": 5, "INIT": 4, "TIME": 2, "SUB": 2, "FIRE": 4, "MOVE": 0, "HIT": 2, "DMG": 8, "GROW": 0},
        34,
        phases_house.HouseRules,
        (phases_house.Options, phases_house.Scene, phases.Entry, phases.Skill, phases.Weapon),
        PHASES_VERBS.names,
        ("P-SUB",),
    ),
    "prism": Page(
        "S",
        {"DICE": 1, "TN": 4, "OPP": 4, "QUAL": 3, "CHAIN": 5, "TURN": 3, "REACT": 0, "DODGE": 4, "DEFLECT": 4,
         "ABSORB": 0, "DMG": 6, "ARM": 6, "GROW": 1},
        40,
        prism_house.HouseRules,
        (prism_house.Options, prism_house.Scene, prism.Entry, prism.Pools, prism.Skill, prism.Weapon, prism.Armour),
        PRISM_VERBS.names,
        ("S-TURN",),
    ),
    "feats": Page(
        "F",
        {"ROLL": 2, "ENC": 3, "LIFT": 5, "DRAG": 2, "GRAB": 3, "DIG": 0, "HIKE": 4, "RUN": 6, "FLY": 0, "CLIMB": 4,
         "JUMP": 3, "BREATH": 2, "AIR": 4, "SWIM": 5, "SAVE": 0, "THROW": 6, "CATCH": 2, "SLAM": 6},
        34,
        feats_house.HouseRules,
        (feats_house.Options, feats.Entry, feats.Thing),
        FEATS_VERBS.names,
        ruling=_DEFAULTS,
    ),
}  # fmt: skip
