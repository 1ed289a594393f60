"""The sheet: the keys of a combatant in a file, its figures as the rules read them, and how an entry becomes these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from tracker.encounter.names import free_id, plain
from tracker.model.combatant import Pool
from tracker.model.validation_errors import Fault, Faults
from tracker.system_api.sheets import CombatantSheet
from tracker.systems.kit.models import Name, Number, Strict, Text, entry_as
from tracker.systems.kit.names import check_once, named, unused_skills
from tracker.systems.kit.sheets import reader
from tracker.systems.prism.book.house import HouseRules, Options
from tracker.text.suggestions import hint_or_list

Attribute = Annotated[int, Field(ge=0, le=200)]
Points = Annotated[int, Field(ge=0, le=10_000)]


class Skill(Strict):
    """A skill: its base target number is value × attribute + bonus (S-TN-1)."""

    name: Name
    value: Annotated[int, Field(ge=0, le=100)] = 0
    attribute: Name
    kind: Literal["physical", "mental"] = "physical"
    bonus: Annotated[int, Field(ge=-100, le=200)] = 0


class Weapon(Strict):
    """A weapon, or whatever else is held: what it does (S-DMG-1), and whether it fits to deflect with (S-DEFLECT-1)."""

    name: Name
    skill: Text = ""
    modifier: Annotated[Number, Field(ge=0, le=100)] = 1
    harm: Literal["vitality", "trauma"] = "vitality"
    use: Literal["melee", "thrown", "firearm"] = "melee"
    deflects: bool = False
    threshold: Annotated[int, Field(ge=0, le=1000)] | None = None
    capacity: Points | None = None
    bonus: Annotated[int, Field(ge=-100, le=200)] = 0


class Armour(Strict):
    """A piece of armour: where it covers (nothing said: everywhere), AT, AC full and left (S-ARM-1)."""

    name: Name
    covers: Annotated[list[Name], Field(max_length=20)] = []
    threshold: Annotated[int, Field(ge=0, le=1000)] = 0
    capacity: Points = 0
    left: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None


class Pools(Strict):
    """Points of the four pools."""

    Energy: Points | None = None
    Stamina: Points | None = None
    Vitality: Points | None = None
    Trauma: Points | None = None


class Entry(Strict):
    """Keys of a combatant of Prism."""

    attributes: Annotated[dict[Name, Attribute], Field(max_length=40)] = {}
    pools: Pools = Pools()
    now: Pools = Pools()
    dodge: Name = "Dodge"
    dodges: list[Literal["melee", "thrown", "firearms"]] | None = None
    skill: Annotated[list[Skill], Field(max_length=60)] = []
    weapon: Annotated[list[Weapon], Field(max_length=20)] = []
    armour: Annotated[list[Armour], Field(max_length=10)] = []


ENERGY, STAMINA, VITALITY, TRAUMA = "EN", "ST", "VI", "TR"
KEYS = {"Energy": ENERGY, "Stamina": STAMINA, "Vitality": VITALITY, "Trauma": TRAUMA}
NAMED = ("Initiative", "Speed", "Threshold", "PhysicalPotential", "MentalPotential")
"""Attributes the rules use by name."""
AVERAGE, FULL = 10, 20
"""An attribute and a pool that nothing is said of, so that a bare name can be played (SQ 25)."""
LAYERS = "armour"
"""The group of the pools that are capacities of armour."""
LEAST = -10_000
"""The fewest points of armour."""
BRAWL = Skill(name="Brawl", value=4, attribute="Strength")
FISTS = Weapon(name="fists", skill="Brawl")


class Piece(NamedTuple):
    """A piece of armour, or an object to deflect with, whose capacity is the pool `pool`."""

    name: str
    pool: str
    covers: frozenset[str]
    threshold: int
    capacity: int
    left: int

    def at(self, location: str) -> bool:
        """Whether it covers a part of the body; without any part it covers all (S-ARM-1)."""
        return not self.covers or location.casefold() in self.covers

    @property
    def mark(self) -> str:
        """The mark that holds its threshold as it is now."""
        return f"AT {self.pool}"


class Sheet(NamedTuple):
    """What never changes of a combatant."""

    options: Options
    """What the fight it is in is played by."""
    attributes: Mapping[str, int]
    skills: tuple[Skill, ...]
    weapons: tuple[Weapon, ...]
    armour: tuple[Piece, ...]
    """Outermost first (S-ARM-6)."""
    objects: Mapping[str, Piece]
    """By weapon: its own armour, when it has some."""
    dodge: str
    dodges: frozenset[str]
    """What it may dodge: as given, else by Speed (S-DODGE-3)."""

    def attribute(self, name: str) -> int:
        """An attribute; average when nothing is said of it."""
        return self.attributes.get(name, AVERAGE)

    def skill(self, name: str) -> Skill | None:
        """The skill of this name."""
        return named(self.skills, name)

    def weapon(self, name: str = "") -> Weapon | None:
        """The weapon of this name; the first one for no name."""
        return named(self.weapons, name) if name else next(iter(self.weapons), None)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Everything with a capacity of its own."""
        return (*self.armour, *self.objects.values())


def read_sheet(entry: Mapping[str, Any], options: Options) -> CombatantSheet[Sheet]:
    """An entry as the rules read it; raises ValueError for what the models cannot see."""
    own = entry_as(Entry, entry)
    house, taken = options.house_rules, [name.casefold() for name in KEYS.values()]
    skills, weapons = _skilled(own)
    armour = tuple(_piece(one, taken, at) for at, one in enumerate(own.armour))
    fitting = [one for one in weapons if house.objects and one.deflects]
    held = [
        Armour(name=one.name, threshold=one.threshold or 0, capacity=one.capacity) for one in fitting if one.capacity
    ]
    objects = {one.name: _piece(one, taken) for one in held}
    limits = {"melee": 0, "thrown": house.thrown_from, "firearms": house.firearms_from}
    by_speed = [kind for kind, least in limits.items() if own.attributes.get("Speed", AVERAGE) >= least]
    dodges = frozenset(by_speed if own.dodges is None else own.dodges)
    sheet = Sheet(options, dict(own.attributes), skills, weapons, armour, objects, own.dodge, dodges)
    pools, now = _pools(own, house)
    pools += [Pool(piece.pool, f"{piece.name} AC", piece.capacity, LAYERS, least=LEAST) for piece in sheet.pieces]
    return CombatantSheet(sheet, tuple(pools), (*now, *(piece.left for piece in sheet.pieces)))


def _pools(own: Entry, house: HouseRules) -> tuple[list[Pool], list[int]]:
    pools, now = [], []
    for key, name in KEYS.items():
        full, left = getattr(own.pools, key), getattr(own.now, key)
        if house.one_pool and name == ENERGY:
            if (full, left) != (None, None):
                where = ("pools" if full is not None else "now", key)
                text = "Energy is given, but with one_pool energy is paid from Stamina; leave it out"
                raise Faults([(where, text)])
            continue
        full = FULL if full is None else full
        if left is not None and left > full:
            raise Faults([(("now", key), f"now.{key} {left} is more than the {full} points of {key} there are")])
        pools.append(Pool(name, key.casefold(), full))
        now.append(full if left is None else left)
    return pools, now


def _skilled(own: Entry) -> tuple[tuple[Skill, ...], tuple[Weapon, ...]]:
    """Skills and weapons: fists where there are none; refuses what does not fit together."""
    skills, weapons = tuple(own.skill), tuple(own.weapon)
    if not skills and not weapons:
        return (BRAWL,), (FISTS,)
    check_once(skills, "skill")
    check_once(weapons, "weapon")
    known, names = [*own.attributes, *NAMED], [skill.name for skill in skills]
    cased = [name.casefold() for name in names]
    faults: list[Fault] = []
    for at, skill in enumerate(skills):
        if own.attributes and skill.attribute not in known:
            text = f'skill "{skill.name}" goes by {skill.attribute}, which is not among the attributes'
            faults.append(Fault(("skill", at, "attribute"), text + hint_or_list(skill.attribute, known)))
    for at, weapon in enumerate(weapons):
        if weapon.skill.casefold() not in cased:
            by = f'skill "{weapon.skill}", which is not among the skills'
            text = f'weapon "{weapon.name}" goes by {by if weapon.skill else "no skill, and needs one of them"}'
            faults.append(Fault(("weapon", at, "skill"), text + hint_or_list(weapon.skill, names)))
        if weapon.threshold is not None and not weapon.capacity:
            text = f'weapon "{weapon.name}" has a threshold but no capacity; give both or neither'
            faults.append(Fault(("weapon", at, "threshold"), text))
    if faults:
        raise Faults(faults)
    return skills, weapons or ((FISTS,) if "brawl" in cased else ())


def _piece(own: Armour, taken: list[str], at: int = 0) -> Piece:
    """A piece with a pool of its own name that no other has; remembered in `taken`."""
    left = own.capacity if own.left is None else own.left
    if left > own.capacity:
        text = f'armour "{own.name}": left {left} is more than its capacity {own.capacity}'
        raise Faults([(("armour", at, "left"), text)])
    taken.append(free_id(own.name, taken))
    covers = frozenset(one.casefold() for one in own.covers)
    return Piece(own.name, taken[-1], covers, own.threshold, own.capacity, left)


def unused_names(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Fault]:
    """Attributes, skills and covered locations that nothing goes by, and a dodge by a skill that is not there."""
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
    for at, armour in enumerate(entry.get("armour", ())):
        for part, place in enumerate(armour.get("covers", ())):
            if places and place.casefold() not in {one.casefold() for one in places}:
                text = f'"{place}" is none of the locations of this encounter'
                yield Fault(("armour", at, "covers", part), text, place, places)


sheet_of = reader(Sheet)
"""The sheet of a combatant."""
