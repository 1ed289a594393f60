"""Sheets: the models of files of feats (house rules, combatants), and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Annotated, Any, Literal

from pydantic import Field

from tracker.model.combatant import Pool
from tracker.model.validation_errors import Fault, Faults
from tracker.system_api.sheets import CombatantSheet
from tracker.systems.feats import formulas
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.kit.d6 import Sixes, read_sixes
from tracker.systems.kit.exact_numbers import exact, plain
from tracker.systems.kit.models import House, Name, Number, Strict, entry_as
from tracker.systems.kit.names import check_once, unused_skills
from tracker.systems.kit.sheets import points_left, reader

HP, FP = "HP", "FP"
"""The pools."""
Stat = Annotated[int, Field(ge=1, le=1000)]
Pounds = Annotated[Number, Field(ge=0, le=1_000_000)]
Defence = Annotated[int, Field(ge=0, le=30)] | None
Piece = Literal["", "shield", "helmet", "torso", "other"]
Trait = Literal["amphibious", "aquatic", "four legs", "wings", "no air needed"]


class HouseRules(House):
    """`[house_rules]` at the top of an encounter."""

    criticals: bool = True  # FQ 1: the published criticals †; false: 18 fails, no more
    snow_twice: bool = False  # FQ 7: whether deep snow slows both as terrain and as weather
    haste_fp: Annotated[int, Field(ge=1, le=100)] = 1  # FQ 9: what haste on a climb costs, once, at its start
    climbs: Literal["known", "ask"] = "known"  # FQ 10: the † climbs are offered; `ask`: the GM gives modifier and speed
    rest_seconds: Annotated[int, Field(ge=1, le=100_000)] = 600  # FQ 13: how long a fatigue point takes at rest
    all_out: Annotated[int, Field(ge=0, le=10)] = 2  # FQ 18: all-out (strong) adds this, or 1 a die if that is more
    every_second: bool = True  # FQ 19: who is idle is asked every second; false: one who waits only of its own accord
    exhausted: Literal["stop", "note"] = "stop"  # FQ 20: at 0 FP a run, climb or load ends; `note`: it is only told
    down_at: Annotated[int, Field(ge=-1000, le=1000)] = 0  # FQ 22: hit points at which one is down
    jump_move: Literal["basic", "loaded"] = (
        "basic"  # FQ 28: the Move of a jump: the basic one, or as load and fatigue have it
    )
    enhanced: Literal["level", "times"] = (
        "level"  # FQ 29: what `enhanced` on a sheet is: the printed level, or a multiple
    )
    halts: bool = True  # FQ 31: whether those who wait are asked when a fighter loses consciousness or will be dead
    knocked_out_lies: bool = True  # FQ 32: whether a fighter knocked out by a slam lies down, too

    def climb_cost(self, haste: bool, cost: int) -> int:
        """Return a climb's fatigue cost: as the game master set it, in haste double that, at least `haste_fp`.

        Rules: F-CLIMB-3.
        """
        return max(self.haste_fp, 2 * cost) if haste else cost


AS_RULED = HouseRules()
"""The house rules as ruled."""
BEFORE = {"jump_move": "loaded", "enhanced": "times", "halts": False, "knocked_out_lies": False}
"""The old defaults of changed house rules, for fights that do not state those rules."""


class Options(Strict):
    """Keys at the top of an encounter; `gap` is the yards between the first two sides at the beginning of a chase."""

    house_rules: HouseRules = HouseRules()
    gap: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Stats(Strict):
    """The attributes; a missing one follows from another (†)."""

    ST: Stat = 10
    DX: Stat = 10
    IQ: Stat = 10
    HT: Stat = 10
    Will: Stat | None = None
    Per: Stat | None = None
    HP: Stat | None = None
    FP: Stat | None = None


class Skill(Strict):
    """A skill and its number."""

    name: Name
    value: Annotated[int, Field(ge=1, le=40)]


class Thing(Strict):
    """A thing that can be lifted, thrown or shed; `bonus` is a shield's."""

    name: Name
    weight: Pounds
    palm: bool = False
    fragile: bool = False
    held: bool = False
    piece: Piece = ""
    bonus: Annotated[int, Field(ge=0, le=10)] = 0


class Entry(Strict):
    """Keys of a combatant; `pools` are the points before the fight, where they are not full."""

    stats: Stats = Stats()
    basic_speed: Annotated[Number, Field(ge=0, le=100, multiple_of=0.25)] | None = None
    basic_move: Annotated[int, Field(ge=0, le=1000)] | None = None
    enhanced: Annotated[Number, Field(ge=0, le=100)] | None = None
    enhanced_times: Annotated[Number, Field(ge=1, le=100)] | None = None
    enhanced_air: Annotated[Number, Field(ge=0, le=100)] | None = None
    enhanced_air_times: Annotated[Number, Field(ge=1, le=100)] | None = None
    load: Pounds = 0
    encumbrance: Annotated[int, Field(ge=0, le=4)] | None = None
    thrust: Annotated[str, Field(max_length=12)] = ""
    build: Literal["none", "overweight", "fat", "very fat"] = "none"
    traits: Annotated[list[Trait], Field(max_length=5)] = []
    dodge: Defence = None
    parry: Defence = None
    block: Defence = None
    skill: Annotated[list[Skill], Field(max_length=40)] = []
    thing: Annotated[list[Thing], Field(max_length=40)] = []
    pools: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A combatant's validated entry and the figures that follow from it; loads in lb, speeds in yards a second."""

    entry: Entry
    stats: Mapping[str, int]
    basic_speed: Fraction
    basic_move: int
    load: Fraction
    level: int
    thrust: Sixes | None
    defences: Mapping[str, int]
    skills: Mapping[str, int]
    top: Fraction = formulas.ONE
    """The top speed on the ground as a multiple of Basic Move; 1 without Enhanced Move (F-RUN-3)."""
    top_in_air: Fraction = formulas.ONE
    house: HouseRules = AS_RULED
    tired: bool = False
    """Whether fewer than a third of the fatigue points are left: every Move is halved (F-ENC-3)."""

    def skill(self, name: str) -> int | None:
        """Return the number of a skill; None when the sheet lacks it (F-ROLL-2)."""
        return next((value for own, value in self.skills.items() if own.casefold() == name.casefold()), None)

    @property
    def lift(self) -> Fraction:
        """Basic Lift in lb."""
        return formulas.basic_lift(self.stats["ST"])

    @property
    def encumbered(self) -> str:
        """The encumbrance level as a word."""
        return formulas.level_name(self.level)

    @property
    def pace(self) -> Fraction:
        """The present factor of every Move (F-ENC-2, F-ENC-3)."""
        return formulas.factor(self.level) / (2 if self.tired else 1)

    @property
    def move(self) -> Fraction:
        """Ground Move, yards a second (F-RUN-1)."""
        return self.basic_move * self.pace

    @property
    def jumping_move(self) -> Fraction:
        """The Move for jumps: the basic one, whatever the load (F-JUMP-1, FQ 28)."""
        return Fraction(self.basic_move) if self.house.jump_move == "basic" else self.move

    @property
    def air(self) -> Fraction:
        """Air Move, yards a second: twice Basic Speed, rounded down (F-FLY)."""
        return floor(self.basic_speed * 2) * self.pace


def _top(model: Entry, key: str, house: HouseRules) -> Fraction:
    """Return the top speed as a multiple of Move, from the printed level or the multiple.

    Raises Faults. Rules: F-RUN-3, FQ 29.
    """
    level, times = getattr(model, key), getattr(model, f"{key}_times")
    if level is not None and times is not None:
        text = f"{key} and {key}_times are both given; give the level, or the multiple"
        raise Faults([((f"{key}_times",), text)])
    if times is not None:
        return exact(times)
    if level is None:
        return formulas.ONE
    if house.enhanced == "times":
        return max(formulas.ONE, exact(level))
    if level > formulas.MOST_ENHANCED or exact(level * 2).denominator != 1:
        text = (
            f"{key} is the printed level, 0 to {formulas.MOST_ENHANCED} in halves (2 is four times Move), "
            f"not {level:g}; a multiple of Move is {key}_times"
        )
        raise Faults([((key,), text)])
    return formulas.multiple(exact(level))


def read_sheet(entry: Mapping[str, Any], options: Options | None = None) -> CombatantSheet[Sheet]:
    """Return an entry as sheet, full pools and points left; raises Faults for values that do not fit together."""
    model = entry_as(Entry, entry)
    house = AS_RULED if options is None else options.house_rules
    check_once(model.skill, "skill")
    check_once(model.thing, "thing")
    attributes, lift, load = model.stats, formulas.basic_lift(model.stats.ST), exact(model.load)
    most = formulas.limits(lift)["on_the_back"]
    if model.encumbrance is None and load > most:
        text = f"load {plain(load)} lb is more than {plain(most)} lb, 15 times Basic Lift: nobody carries it"
        raise Faults([(("load",), text)])
    level = formulas.level(load, lift) if model.encumbrance is None else model.encumbrance
    speed = Fraction(attributes.HT + attributes.DX, 4) if model.basic_speed is None else exact(model.basic_speed)
    move = floor(speed) if model.basic_move is None else model.basic_move
    try:
        thrust = read_sixes(model.thrust) if model.thrust else None
    except ValueError as error:
        raise Faults([(("thrust",), str(error))]) from error
    # What the sheet leaves out follows from another attribute; what it gives comes last and wins (†).
    follow = {"Will": attributes.IQ, "Per": attributes.IQ, "HP": attributes.ST, "FP": attributes.HT}
    stats = attributes.model_dump() | follow | attributes.model_dump(exclude_none=True)
    defences = model.model_dump(include={"dodge", "parry", "block"}, exclude_none=True)
    skills = {skill.name: skill.value for skill in model.skill}
    tops = _top(model, "enhanced", house), _top(model, "enhanced_air", house)
    sheet = Sheet(model, stats, speed, move, load, level, thrust, defences, skills, *tops, house)
    pools = (Pool(HP, "hit points", stats[HP], least=-1000), Pool(FP, "fatigue points", stats[FP]))
    return CombatantSheet(sheet, pools, points_left(model.pools, pools))


def unused_names(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
    """Yield the skills that no rule uses; any other skill may be a sport to catch by (F-CATCH-1)."""
    return unused_skills(entry, BOOK.no_sports)


sheet_of = reader(Sheet)
"""The sheet of a combatant."""
