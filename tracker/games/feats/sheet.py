"""The sheet: the models of combatants of feats in files, and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Annotated, Any, Literal

from tracker.game_api.lazy_model import Field
from tracker.game_api.sheets import CombatantSheet
from tracker.game_api.validated import entry_as
from tracker.games.feats import formulas
from tracker.games.feats.book.d6 import Sixes, read_sixes
from tracker.games.feats.book.house_rules import AS_RULED, HouseRules, Options
from tracker.games.feats.book.tables import BOOK
from tracker.games.toolkit.exact_numbers import exact, plain
from tracker.games.toolkit.models import Name, Number, Strict
from tracker.games.toolkit.names import check_once, unused_skills
from tracker.games.toolkit.sheets import points_left, reader
from tracker.model.combatant import Pool
from tracker.model.lazy_dataclass import dataclass
from tracker.model.validation_errors import Fault, Faults

HP, FP = "HP", "FP"
Stat = Annotated[int, Field(ge=1, le=1000)]
Pounds = Annotated[Number, Field(ge=0, le=1_000_000)]
Defence = Annotated[int, Field(ge=0, le=30)] | None
PARRY = "parry"
DEFENCES = ("dodge", PARRY, "block")
"""The defences against a slam or a throw. Each is a key of a combatant."""
Piece = Literal["", "shield", "helmet", "torso", "other"]
Trait = Literal["amphibious", "aquatic", "four legs", "wings", "no air needed"]


class Stats(Strict):
    """The attributes. A missing one follows from another (†)."""

    ST: Stat = 10
    """Strength."""
    DX: Stat = 10
    """Dexterity."""
    IQ: Stat = 10
    """Intelligence."""
    HT: Stat = 10
    """Health."""
    Will: Stat | None = None
    """Will. As IQ where this key is not there."""
    Per: Stat | None = None
    """Perception. As IQ where this key is not there."""
    HP: Stat | None = None
    """Hit points. As ST where this key is not there."""
    FP: Stat | None = None
    """Fatigue points. As HT where this key is not there."""


class Skill(Strict):
    """A skill and its number."""

    name: Name
    """The name."""
    value: Annotated[int, Field(ge=1, le=40)]
    """The number to roll at or under."""


class Thing(Strict):
    """A thing that can be lifted, thrown or shed. `bonus` is a shield's."""

    name: Name
    """The name."""
    weight: Pounds
    """Its weight in pounds."""
    palm: bool = False
    """True if it fits the palm."""
    fragile: bool = False
    """True if it takes the damage that it does when thrown."""
    held: bool = False
    """True if it is in hand at the start."""
    piece: Piece = ""
    """The kind of gear, for shedding it in the water."""
    bonus: Annotated[int, Field(ge=0, le=10)] = 0
    """The bonus of a shield to the damage of a shield rush."""


class Entry(Strict):
    """Keys of a combatant. `pools` are the points before the fight, where they are not full."""

    stats: Stats = Stats()
    """The attributes."""
    basic_speed: Annotated[Number, Field(ge=0, le=100, multiple_of=0.25)] | None = None
    """Basic Speed, in quarters."""
    basic_move: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Basic Move, in yards a second."""
    enhanced: Annotated[Number, Field(ge=0, le=100)] | None = None
    """Enhanced Move on the ground, the printed level: 2 is four times Move."""
    enhanced_times: Annotated[Number, Field(ge=1, le=100)] | None = None
    """Enhanced Move on the ground as a multiple, in the place of the level."""
    enhanced_air: Annotated[Number, Field(ge=0, le=100)] | None = None
    """Enhanced Move in the air, the printed level."""
    enhanced_air_times: Annotated[Number, Field(ge=1, le=100)] | None = None
    """Enhanced Move in the air as a multiple, in the place of the level."""
    load: Pounds = 0
    """The load, in pounds."""
    encumbrance: Annotated[int, Field(ge=0, le=4)] | None = None
    """The level of encumbrance, 0 to 4, in the place of the load."""
    thrust: Annotated[str, Field(max_length=12)] = ""
    """Dice of thrust for thrown things: "1d-1"."""
    build: Literal["none", "overweight", "fat", "very fat"] = "none"
    """The build. Fat helps in the water."""
    traits: Annotated[list[Trait], Field(max_length=5)] = []
    """The traits: amphibious, aquatic, four legs, wings, no air needed."""
    dodge: Defence = None
    """The number to dodge with. Without it the game master answers."""
    parry: Defence = None
    """The number to parry with. Without it the game master answers."""
    block: Defence = None
    """The number to block with. Without it the game master answers."""
    skill: Annotated[list[Skill], Field(max_length=40)] = []
    """The skills."""
    thing: Annotated[list[Thing], Field(max_length=40)] = []
    """The things carried."""
    pools: dict[str, int] = {}
    """Points left at the start: HP and FP."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A combatant's validated entry and the figures that follow from it. Loads in lb, speeds in yards a second."""

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
    """The top speed on the ground as a multiple of Basic Move. 1 without Enhanced Move (F-RUN-3)."""
    top_in_air: Fraction = formulas.ONE
    house: HouseRules = AS_RULED
    tired: bool = False
    """True if fewer than a third of the fatigue points are left: every Move is halved (F-ENC-3)."""

    def skill(self, name: str) -> int | None:
        """Return the number of a skill. None when the sheet lacks it."""
        return next((value for known, value in self.skills.items() if known.casefold() == name.casefold()), None)

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

    `key` is `enhanced` on the ground, `enhanced_air` in the air. Raises Faults. Rules: F-RUN-3, FQ 29.
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
    """Return an entry as sheet, full pools and points left. Raises Faults for values that do not fit together."""
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
    # An attribute that the sheet leaves out follows from another; one it gives comes last and wins (†).
    follow = {"Will": attributes.IQ, "Per": attributes.IQ, "HP": attributes.ST, "FP": attributes.HT}
    stats = attributes.model_dump() | follow | attributes.model_dump(exclude_none=True)
    defences = model.model_dump(include={*DEFENCES}, exclude_none=True)
    skills = {skill.name: skill.value for skill in model.skill}
    tops = _top(model, "enhanced", house), _top(model, "enhanced_air", house)
    sheet = Sheet(model, stats, speed, move, load, level, thrust, defences, skills, *tops, house)
    pools = (Pool(HP, "hit points", stats[HP], least=-1000), Pool(FP, "fatigue points", stats[FP], fells=False))
    return CombatantSheet(sheet, pools, points_left(model.pools, pools))


def unused_names(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
    """Yield the skills that no rule uses. Any other skill may be a sport to catch by (F-CATCH-1)."""
    return unused_skills(entry, BOOK.no_sports)


sheet_of = reader(Sheet)
