"""The sheet: the models of a combatant's entry, its figures for the rules, and how an entry becomes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from tracker.encounter.names import free_id, plain
from tracker.game_api.lazy_model import Field
from tracker.game_api.sheets import CombatantSheet, Outfit
from tracker.game_api.validated import entry_as
from tracker.games.prism.book.house_rules import HouseRules, Options
from tracker.games.toolkit.models import Name, Number, Strict, Text
from tracker.games.toolkit.names import check_once, named, unused_skills
from tracker.games.toolkit.sheets import reader
from tracker.model.combatant import Combatant, Pool
from tracker.model.validation_errors import Fault, Faults
from tracker.text.suggestions import hint_or_list

Attribute = Annotated[int, Field(ge=0, le=200)]
Points = Annotated[int, Field(ge=0, le=10_000)]


class Skill(Strict):
    """A skill: its base target number is value × attribute + bonus."""

    name: Name
    """The name."""
    value: Annotated[int, Field(ge=0, le=100)] = 0
    """The value, which is multiplied by its attribute."""
    attribute: Name
    """The attribute that it is multiplied by."""
    kind: Literal["physical", "mental"] = "physical"
    """The Potential by which it improves."""
    bonus: Annotated[int, Field(ge=-100, le=200)] = 0
    """The bonus to its target number."""


class Weapon(Strict):
    """A weapon or another object in hand: its damage, and whether it can deflect."""

    name: Name
    """The name."""
    skill: Text = ""
    """The skill that it is used with."""
    modifier: Annotated[Number, Field(ge=0, le=100)] = 1
    """The factor of the tens digit of a hit."""
    harm: Literal["vitality", "trauma"] = "vitality"
    """The pool that it harms beyond stamina."""
    use: Literal["melee", "thrown", "firearm"] = "melee"
    """The use, which decides who may dodge it."""
    deflects: bool = False
    """True if blows can be deflected with it."""
    threshold: Annotated[int, Field(ge=0, le=1000)] | None = None
    """With the house rule `objects`: the armour threshold."""
    capacity: Points | None = None
    """With the house rule `objects`: the armour capacity."""
    bonus: Annotated[int, Field(ge=-100, le=200)] = 0
    """The bonus to the target number."""


class Armour(Strict):
    """A piece of armour: the parts it covers (none: all), AT, full AC and AC left (S-ARM-1)."""

    name: Name
    """The name."""
    covers: Annotated[list[Name], Field(max_length=20)] = []
    """The parts covered. Without any, all of them."""
    threshold: Annotated[int, Field(ge=0, le=1000)] = 0
    """The armour threshold (AT): the most that it takes off a hit."""
    capacity: Points = 0
    """The full armour capacity (AC): all that it can take."""
    left: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None
    """The capacity that is left at the start."""


class Pools(Strict):
    """Points of the four pools."""

    Energy: Points | None = None
    """Points that are burnt by choice."""
    Stamina: Points | None = None
    """Points that the first of each wound comes off."""
    Vitality: Points | None = None
    """Points that stunning weapons harm. At 0 unconscious."""
    Trauma: Points | None = None
    """Points that deadly weapons harm. At 0 dying."""


class Entry(Strict):
    """Keys of a combatant of Prism."""

    attributes: Annotated[dict[Name, Attribute], Field(max_length=40)] = {}
    """Whole numbers. Rules use Initiative, Speed, Threshold, PhysicalPotential and MentalPotential by name."""
    pools: Pools = Pools()
    """Full points."""
    now: Pools = Pools()
    """Points left at the start."""
    dodge: Name = "Dodge"
    """The skill that it dodges with."""
    dodges: list[Literal["melee", "thrown", "firearms"]] | None = None
    """The kinds of weapon that it may dodge, where that is not by its Speed."""
    skill: Annotated[list[Skill], Field(max_length=60)] = []
    """The skills."""
    weapon: Annotated[list[Weapon], Field(max_length=20)] = []
    """The weapons."""
    armour: Annotated[list[Armour], Field(max_length=10)] = []
    """The armour worn, the outermost piece first."""


ENERGY, STAMINA, VITALITY, TRAUMA = "EN", "ST", "VI", "TR"
KEYS = {"Energy": ENERGY, "Stamina": STAMINA, "Vitality": VITALITY, "Trauma": TRAUMA}
NAMED = ("Initiative", "Speed", "Threshold", "PhysicalPotential", "MentalPotential")
"""Attributes the rules use by name."""
AVERAGE, FULL = 10, 20
"""The values of a missing attribute and a missing pool, so that an entry with only a name can be played (SQ 25)."""
LAYERS = "armour"
LEAST = -10_000
"""The least points of an armour's pool."""
BRAWL = Skill(name="Brawl", value=4, attribute="Strength")
FISTS = Weapon(name="fists", skill="Brawl")


class Piece(NamedTuple):
    """A piece of armour, or an object to deflect with. Its capacity is the pool `pool`."""

    name: str
    pool: str
    covers: frozenset[str]
    threshold: int
    capacity: int
    left: int

    def at(self, location: str) -> bool:
        """Return whether the piece covers a part of the body. Without named parts it covers all (S-ARM-1)."""
        return not self.covers or location.casefold() in self.covers

    @property
    def mark(self) -> str:
        """The mark that holds the piece's present threshold."""
        return f"AT {self.pool}"


class Sheet(NamedTuple):
    """The figures of a combatant that never change in a fight."""

    options: Options
    attributes: Mapping[str, int]
    skills: tuple[Skill, ...]
    weapons: tuple[Weapon, ...]
    armour: tuple[Piece, ...]
    """The armour, outermost first (S-ARM-6)."""
    objects: Mapping[str, Piece]
    """The objects that wear when they deflect, by the weapon's name."""
    dodge: str
    dodges: frozenset[str]
    """The kinds of weapon the fighter may dodge: as given, else by Speed (S-DODGE-3)."""

    def attribute(self, name: str) -> int:
        """Return an attribute. A missing one is average."""
        return self.attributes.get(name, AVERAGE)

    def skill(self, name: str) -> Skill | None:
        """Return the skill with this name, or None."""
        return named(self.skills, name)

    def weapon(self, name: str = "") -> Weapon | None:
        """Return the weapon with this name, or None. The first one for no name."""
        return named(self.weapons, name) if name else next(iter(self.weapons), None)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (*self.armour, *self.objects.values())


def read_sheet(entry: Mapping[str, Any], options: Options) -> CombatantSheet[Sheet]:
    """Return an entry as sheet, full pools and points left. Raises ValueError for values that do not fit together."""
    fields = entry_as(Entry, entry)
    house, taken = options.house_rules, [name.casefold() for name in KEYS.values()]
    skills, weapons = _skills_and_weapons(fields)
    armour = tuple(_piece(item, taken, index) for index, item in enumerate(fields.armour))
    fitting = [item for item in weapons if house.objects and item.deflects]
    wearing_objects = [
        Armour(name=item.name, threshold=item.threshold or 0, capacity=item.capacity)
        for item in fitting
        if item.capacity
    ]
    objects = {item.name: _piece(item, taken) for item in wearing_objects}
    sheet = Sheet(
        options, dict(fields.attributes), skills, weapons, armour, objects, fields.dodge, _dodges(fields, house)
    )
    pools, now = _pools(fields, house)
    pools += [
        Pool(piece.pool, f"{piece.name} AC", piece.capacity, LAYERS, least=LEAST, fells=False) for piece in sheet.pieces
    ]
    return CombatantSheet(sheet, tuple(pools), (*now, *(piece.left for piece in sheet.pieces)))


def _dodges(fields: Entry, house: HouseRules) -> frozenset[str]:
    """Return the kinds of weapon a fighter may dodge: as its entry says, else those for which it has the Speed.

    Rules: S-DODGE-3. Without the skill it dodges by energy alone (`Fighter.dodge`).
    """
    if fields.dodges is not None:
        return frozenset(fields.dodges)
    speeds = {"melee": 0, "thrown": house.thrown_from, "firearms": house.firearms_from}
    return frozenset(kind for kind, least in speeds.items() if fields.attributes.get("Speed", AVERAGE) >= least)


def armoured(fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
    """Return the fighter in the piece with the most capacity, outermost. None where it wears something on its places.

    Rules: S-ARM-1, S-ARM-6.
    """
    sheet = fighter.profile.sheet
    assert isinstance(sheet, Sheet)
    offered = [Armour.model_validate(piece) for piece in pieces]
    best = max(offered, key=lambda armour: (armour.capacity, armour.threshold), default=None)
    if best is None:
        return None
    new = _piece(best, [*(name.casefold() for name in KEYS.values()), *(piece.pool for piece in sheet.pieces)])
    if any(not worn.covers or not new.covers or worn.covers & new.covers for worn in sheet.armour):
        return None
    pool = Pool(new.pool, f"{new.name} AC", new.capacity, LAYERS, least=LEAST, fells=False)
    profile = replace(
        fighter.profile, sheet=sheet._replace(armour=(new, *sheet.armour)), pools=(*fighter.profile.pools, pool)
    )
    return Outfit(new.name, replace(fighter, profile=profile, pools=(*fighter.pools, new.left)))


def pools_once_listed(pools: Sequence[Pool]) -> tuple[str, ...]:
    """Return the names of pools in the order in which older checkpoints list them: the common pools, then armour."""
    there = {pool.name for pool in pools}
    everybodys = tuple(name for name in ("EN", "ST", "VI", "TR") if name in there)
    return everybodys + tuple(pool.name for pool in pools if pool.group == LAYERS)


def _pools(fields: Entry, house: HouseRules) -> tuple[list[Pool], list[int]]:
    """Return the pools and their points left. Raises Faults for points that do not fit."""
    pools, now = [], []
    for key, name in KEYS.items():
        full, points_left = getattr(fields.pools, key), getattr(fields.now, key)
        if house.one_pool and name == ENERGY:
            if (full, points_left) != (None, None):
                where = ("pools" if full is not None else "now", key)
                text = "Energy is given, but with one_pool energy is paid from Stamina; leave it out"
                raise Faults([(where, text)])
            continue
        full = FULL if full is None else full
        if points_left is not None and points_left > full:
            raise Faults([(("now", key), f"now.{key} {points_left} is more than the {full} points of {key} there are")])
        fells = name == TRAUMA or (name == VITALITY and house.vitality_zero == "unconscious")
        pools.append(Pool(name, key.casefold(), full, fells=fells))
        now.append(full if points_left is None else points_left)
    return pools, now


def _skills_and_weapons(fields: Entry) -> tuple[tuple[Skill, ...], tuple[Weapon, ...]]:
    """Return skills and weapons, with fists where the entry has none. Raises Faults for what does not fit together."""
    skills, weapons = tuple(fields.skill), tuple(fields.weapon)
    if not skills and not weapons:
        return (BRAWL,), (FISTS,)
    check_once(skills, "skill")
    check_once(weapons, "weapon")
    known, names = [*fields.attributes, *NAMED], [skill.name for skill in skills]
    cased = [name.casefold() for name in names]
    faults: list[Fault] = []
    for index, skill in enumerate(skills):
        if fields.attributes and skill.attribute not in known:
            text = f'skill "{skill.name}" goes by {skill.attribute}, which is not among the attributes'
            faults.append(Fault(("skill", index, "attribute"), text + hint_or_list(skill.attribute, known)))
    for index, weapon in enumerate(weapons):
        if weapon.skill.casefold() not in cased:
            by = f'skill "{weapon.skill}", which is not among the skills'
            text = f'weapon "{weapon.name}" goes by {by if weapon.skill else "no skill, and needs one of them"}'
            faults.append(Fault(("weapon", index, "skill"), text + hint_or_list(weapon.skill, names)))
        if weapon.threshold is not None and not weapon.capacity:
            text = f'weapon "{weapon.name}" has a threshold but no capacity; give both or neither'
            faults.append(Fault(("weapon", index, "threshold"), text))
    if faults:
        raise Faults(faults)
    return skills, weapons or ((FISTS,) if "brawl" in cased else ())


def _piece(armour: Armour, taken: list[str], index: int = 0) -> Piece:
    """Return a piece of armour with a pool name that is free, which is added to `taken`. Raises Faults."""
    capacity_left = armour.capacity if armour.left is None else armour.left
    if capacity_left > armour.capacity:
        text = f'armour "{armour.name}": left {capacity_left} is more than its capacity {armour.capacity}'
        raise Faults([(("armour", index, "left"), text)])
    taken.append(free_id(armour.name, taken))
    covers = frozenset(part.casefold() for part in armour.covers)
    return Piece(armour.name, taken[-1], covers, armour.threshold, armour.capacity, capacity_left)


def unused_names(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield faults for attributes, skills and covered parts that no rule uses, and for a dodge by a missing skill."""
    attributes, skills = entry.get("attributes", {}), entry.get("skill", ())
    used = tuple(dict.fromkeys([*NAMED, *(skill["attribute"] for skill in skills if "attribute" in skill)]))
    absent = tuple(name for name in used if name not in attributes)
    for name in attributes:
        if name not in used:
            yield Fault(("attributes", name), f'no rule and no skill goes by the attribute "{name}"', name, absent)
    names = tuple(skill["name"] for skill in skills)
    dodge = entry.get("dodge", "Dodge")
    if "dodge" in entry and plain(dodge) not in map(plain, names):
        yield Fault(("dodge",), f'it dodges with "{dodge}", which is not among its skills', dodge, names)
    elif "dodge" not in entry:
        yield from unused_skills(entry, [dodge])
    places = tuple(options.get("locations", ()))
    for index, armour in enumerate(entry.get("armour", ())):
        for part, place in enumerate(armour.get("covers", ())):
            if places and place.casefold() not in {known.casefold() for known in places}:
                text = f'"{place}" is none of the locations of this encounter'
                yield Fault(("armour", index, "covers", part), text, place, places)


sheet_of = reader(Sheet)
