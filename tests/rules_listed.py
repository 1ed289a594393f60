"""The rules that the page of each game has to list, and what the pages of the others hold besides."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel

from tests.rules.books import book_of
from tracker.games.feats import sheet as feats
from tracker.games.feats.book import house_rules as feats_house
from tracker.games.feats.verbs import VERBS as FEATS_VERBS
from tracker.games.phases import sheet as phases
from tracker.games.phases.book import house_rules as phases_house
from tracker.games.phases.verbs import VERBS as PHASES_VERBS
from tracker.games.prism import sheet as prism
from tracker.games.prism.book import house_rules as prism_house
from tracker.games.prism.verbs import VERBS as PRISM_VERBS

_OTHERS = r"^\| (\d+|–) \| [^|]* \| (?:`(\w+)`|–) \|([^|]*)\|([^|]*)\|$"
_DEFAULTS = r"^\| (\d+) \| (?:`(\w+)`|–) \|([^|]*)\|()[^|]*\|$"


RULES_OF_THEIR_OWN = {"H-DEF", "P-SUB", "S-TURN"}
"""Sections that are a rule besides their numbers."""


def rules_of(game: str) -> list[str]:
    """The ids that the page of a game has a row for: all in its book, but the headings of numbered rules."""
    ids = [rule.id for rule in book_of(game).rules]
    headings = {id.rpartition("-")[0] for id in ids if id[-1].isdigit()} - RULES_OF_THEIR_OWN
    return [id for id in ids if id not in headings]


class Page(NamedTuple):
    """What a game's page and the pages of files and lines must hold."""

    house: type[BaseModel]
    models: tuple[type[BaseModel], ...]
    verbs: tuple[str, ...]
    ruling: str = _OTHERS
    """How a ruling's row reads: number, key, default, other values."""


PAGES = {
    "phases": Page(
        phases_house.HouseRules,
        (phases_house.Options, phases_house.Scene, phases.Entry, phases.Skill, phases.Weapon),
        PHASES_VERBS.names,
    ),
    "prism": Page(
        prism_house.HouseRules,
        (prism_house.Options, prism_house.Scene, prism.Entry, prism.Pools, prism.Skill, prism.Weapon, prism.Armour),
        PRISM_VERBS.names,
    ),
    "feats": Page(
        feats_house.HouseRules,
        (feats_house.Options, feats.Entry, feats.Thing),
        FEATS_VERBS.names,
        ruling=_DEFAULTS,
    ),
}  # fmt: skip
