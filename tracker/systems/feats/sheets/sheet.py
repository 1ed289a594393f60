"""Sheet: the frozen figures of a combatant, read from an entry, and what follows from them alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from tracker.encounter.combatant import Pool
from tracker.encounter.state import Encounter
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules import loads, travel
from tracker.systems.feats.rules.loads import exact
from tracker.systems.feats.rules.throws import Dice, read_dice
from tracker.systems.feats.sheets.entry import Entry, Thing
from tracker.systems.kit.names import check_once, named

HP, FP = "HP", "FP"
"""The pools."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A combatant's figures; loads in lb, speeds in yards a second."""

    st: int
    dx: int
    iq: int
    ht: int
    will: int
    per: int
    hp: int
    fp: int
    basic_speed: Fraction
    basic_move: int
    enhanced: Fraction
    enhanced_air: Fraction
    load: Fraction
    level: int
    thrust: Dice | None
    build: str
    traits: frozenset[str]
    defences: Mapping[str, int]
    skills: Mapping[str, int]
    things: tuple[Thing, ...]

    def skill(self, name: str) -> int | None:
        """The number of a skill; None when the sheet has none of it (F-ROLL-2)."""
        return next((value for own, value in self.skills.items() if own.casefold() == name.casefold()), None)

    def thing(self, name: str) -> Thing | None:
        """A thing by its name."""
        return named(self.things, name)

    @property
    def lift(self) -> Fraction:
        """Basic Lift, lb."""
        return loads.basic_lift(self.st)

    @property
    def encumbered(self) -> str:
        """The level of encumbrance as a word."""
        return BOOK.encumbrance.names[self.level]

    @property
    def swims(self) -> bool:
        """Whether deep water asks it for rolls (F-SWIM-1)."""
        return not self.traits & {"amphibious", "aquatic"}

    def move(self, tired: bool = False) -> Fraction:
        """Ground Move after encumbrance, halved when tired (F-RUN-1, F-ENC-2, F-ENC-3)."""
        return self.basic_move * loads.factor(self.level) / (2 if tired else 1)

    def air(self, tired: bool = False) -> Fraction:
        """Air Move likewise (F-FLY)."""
        return travel.air_move(self.basic_speed) * loads.factor(self.level) / (2 if tired else 1)


def read_sheet(entry: Mapping[str, Any]) -> tuple[Sheet, tuple[Pool, ...], tuple[int, ...]]:
    """An entry as sheet, full pools and points left; raises ValueError for what the model cannot see."""
    own = Entry.model_validate({key: entry[key] for key in Entry.model_fields if key in entry})
    stats = own.stats
    check_once(own.skill, "skill")
    check_once(own.thing, "thing")
    speed = Fraction(stats.HT + stats.DX, 4) if own.basic_speed is None else exact(own.basic_speed)
    lift, load = loads.basic_lift(stats.ST), exact(own.load)
    if own.encumbrance is None and load > lift * BOOK.lift.back:
        most = loads.plain(lift * BOOK.lift.back)
        raise ValueError(f"load {loads.plain(load)} lb is more than {most} lb, 15 times Basic Lift: nobody carries it")
    sheet = Sheet(
        *(stats.ST, stats.DX, stats.IQ, stats.HT),
        *(stats.Will or stats.IQ, stats.Per or stats.IQ, stats.HP or stats.ST, stats.FP or stats.HT),
        basic_speed=speed,
        basic_move=floor(speed) if own.basic_move is None else own.basic_move,
        enhanced=exact(own.enhanced),
        enhanced_air=exact(own.enhanced_air),
        load=load,
        level=loads.level(load, lift) if own.encumbrance is None else own.encumbrance,
        thrust=read_dice(own.thrust) if own.thrust else None,
        build=own.build,
        traits=frozenset(own.traits),
        defences=own.model_dump(include={"dodge", "parry", "block"}, exclude_none=True),
        skills={one.name: one.value for one in own.skill},
        things=tuple(own.thing),
    )
    pools = (Pool(HP, "hit points", sheet.hp, least=-1000), Pool(FP, "fatigue points", sheet.fp))
    left = [pool.full if now is None else now for pool, now in zip(pools, (own.pools.HP, own.pools.FP), strict=True)]
    for pool, now in zip(pools, left, strict=True):
        if now > pool.full:
            raise ValueError(f"{now} {pool.name} left are more than the {pool.full} there are")
    return sheet, pools, tuple(left)


def sheet_of(encounter: Encounter, who: str) -> Sheet:
    """The sheet of a combatant."""
    sheet = encounter[who].profile.sheet
    assert isinstance(sheet, Sheet)
    return sheet


def tired(encounter: Encounter, who: str) -> bool:
    """Whether it is under a third of its fatigue points (F-ENC-3)."""
    return loads.tired(encounter[who].pool(FP), encounter[who].full(FP))
