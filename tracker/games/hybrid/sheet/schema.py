"""The keys of a combatant of Hybrid in a file: strict models, bounded numbers, sensible defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from tracker.dice.notation import NotationError, read
from tracker.encounter.names import plain
from tracker.game_api.lazy_model import Field, field_validator, model_validator
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.sheet import pools
from tracker.games.toolkit.models import Strict
from tracker.games.toolkit.names import unused_skills
from tracker.model.validation_errors import Fault, Faults, Place, not_among, only_known

PRIMARY: tuple[str, ...] = tuple(book().stats.primary)
POOLS = tuple(row.name for row in pools.POOLS)
DERIVED = (
    *(row.name for row in pools.POOLS if row.group != pools.MIND),
    *("PMV", "ACC", "PCA", "PDF", "PSE", "PSPD"),
    *(row.name for row in pools.POOLS if row.group == pools.MIND),
    *("MMV", "FCS", "MCA", "MDF", "GAW", "MSPD"),
)
MENTAL = frozenset(("MST", "MEN", "MAG", "MAW", "PSI", "MMV", "FCS", "MCA", "MDF", "MSPD")) | {
    row.name for row in pools.POOLS if row.group == pools.MIND
}
"""Stats of the mind. GAW is of both, all others are of the body."""
TYPES: tuple[str, ...] = tuple(book().damage.types)
PLACES: tuple[str, ...] = tuple(row.name for row in book().attack.location)

Name = Annotated[str, Field(min_length=1, max_length=60)]
Rank = Annotated[int, Field(ge=0, le=30)]
Factor = Annotated[int, Field(ge=-40, le=40)]
Counts = Annotated[int, Field(ge=1, le=1000)]
Stat = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]
DamageType = Literal["crushing", "cutting", "piercing", "projectile", "laser", "energy", "explosive"]

_COMPARED = 20
"""The most wrong names, and right ones, compared for a suggestion. A file of thousands is still read quickly."""
SUCH_AS = "13, 2d6+3 or 2*PSE"
"""Examples of how to write the damage of a weapon."""


class Skill(Strict):
    """A [[combatant.skill]] (H-SKILL)."""

    name: Name
    """The name."""
    basis: list[Name] = Field(default_factory=list, max_length=3)
    """The one to three stats whose mean counts: "PCA", "PAG/DEX"."""
    rank: Rank = 0
    """The rank."""
    kind: Literal["specific", "general", "support", "filter"] = "specific"
    """The kind: specific, general, a support skill or a filter skill."""
    of: Name | None = None
    """The skill that a support skill helps."""
    task: Name | None = None
    """The task that a support skill helps at: "parry", "attack", "judge"."""
    pool: Name | None = None
    """The skill pool that it belongs to, where house rules have pools."""
    df: Factor | None = None
    """The difficulty factor of the skill."""
    like: Literal[
        "lore", "spoken language", "written language", "unarmed weapon", "primitive weapon", "complex weapon",
        "basic science", "basic engineering", "basic technical",
    ] | None = None  # fmt: skip
    """A typical skill with the same parts: "lore", "unarmed weapon"."""
    discipline: Literal["mental", "art", "science", "engineering", "craft", "technical", "physical"] | None = None
    """Its discipline, for its difficulty factor and base cost."""
    assistance: Literal["none", "single", "multiple"] | None = None
    """The assistance that it needs, for its difficulty factor and base cost."""
    tools: Literal["none", "simple", "complex"] | None = None
    """The tools that it needs, for its difficulty factor and base cost."""

    @field_validator("basis")
    @classmethod
    def _stats(cls, basis: list[str]) -> list[str]:
        """Refuse a basis that is no stat."""
        only_known(basis, (*PRIMARY, *DERIVED), "not a stat", (*PRIMARY, *DERIVED), by_key=False)
        return basis

    @model_validator(mode="after")
    def _support(self) -> Skill:
        """Refuse a support skill that does not name its skill or its task."""
        if self.kind == "support" and self.of is None:
            raise ValueError(f"the support skill {self.name} needs `of`, the skill it supports")
        if self.kind == "support" and self.task is None and ":" not in self.name:
            raise ValueError(f"the support skill {self.name} needs `task`, what it helps at: attack, parry, judge…")
        return self

    @property
    def helps_at(self) -> str:
        """Return the task a support skill helps at. Without `task`, the words after the colon of its name."""
        return self.task or (self.name.rpartition(":")[2].strip() if self.kind == "support" else "")


class Weapon(Strict):
    """A [[combatant.weapon]]. The library may supply what is missing by name (H-ATK, H-DMG-1)."""

    name: Name
    """The name. A weapon of the library needs no more."""
    skill: Name | None = None
    """The skill that it is used with. That of its own name where this key is not there."""
    speed: Counts = 10
    """Counts that an attack with it takes."""
    damage: Annotated[int, Field(ge=0, le=10_000)] | Annotated[str, Field(min_length=1, max_length=80)] = 0
    """Points, dice and stats of damage: "2d6+PSE"."""
    type: DamageType = "crushing"
    """The type of its damage, which armour goes by."""
    length: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0.0
    """Its length in metres, for reach."""
    drawn: bool = True
    """True if it is in hand at the start."""
    hands: Annotated[int, Field(ge=0, le=4)] = 1
    """The number of hands it takes, shown on the sheet."""
    mass: Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)] = 0.0
    """The mass in kilograms, shown on the sheet."""
    use: Literal["melee", "thrown", "missile", "mental", "focus"] = "melee"
    """The use: in melee, thrown, shot, or by the mind."""
    shock: bool = False
    """True if every hit with it needs a check of system shock."""
    relation: Literal["similar", "dissimilar", "stretch"] | None = None
    """The relation of its skill, where that is not the skill itself."""
    unfamiliar: bool = False
    """True if its bearer must grow familiar with it."""

    @field_validator("damage")
    @classmethod
    def _dice(cls, damage: int | str) -> int | str:
        """Refuse damage that is not a notation, or that names an unknown stat."""
        try:
            names = read(str(damage), SUCH_AS).names
        except NotationError as error:
            raise ValueError(str(error)) from error
        for name in names:
            if name not in (*PRIMARY, *DERIVED):
                raise ValueError(f"{name} is not a stat, so it cannot be part of the damage {damage}")
        return damage


class Armour(Strict):
    """A [[combatant.armour]]: where it covers and what it stops by type of damage."""

    name: Name
    """The name. A piece of the library needs no more."""
    covers: list[Name] = Field(default_factory=lambda: list(PLACES), max_length=20)
    """The locations covered. Without any, all of them."""
    stops: dict[str, Annotated[int, Field(ge=0, le=10_000)]] = Field(default_factory=dict)
    """Points that it stops, by type of damage or for `all`."""

    @field_validator("covers")
    @classmethod
    def _places(cls, covers: list[str]) -> list[str]:
        """Refuse a location that the body does not have."""
        only_known(covers, PLACES, "not a location", PLACES, by_key=False)
        return covers

    @field_validator("stops")
    @classmethod
    def _types(cls, stops: dict[str, int]) -> dict[str, int]:
        """Refuse a type of damage that is not known. `all` is any type."""
        only_known(stops, ("all", *TYPES), "not a type of damage", ("all", *TYPES), by_key=True)
        return stops


class CombatantEntry(Strict):
    """The keys that Hybrid adds to a [[combatant]]."""

    stats: dict[str, Annotated[float, Field(ge=1, le=1000, allow_inf_nan=False)]] = Field(default_factory=dict)
    """PST PEN DEX PAG PAW MST MEN MAG PSI MAW. 12 where one is not given."""
    derived: dict[str, Stat] = Field(default_factory=dict)
    """Derived figures that replace their formula: { PSPD = 5 }."""
    pools: dict[str, Annotated[int, Field(ge=0, le=100_000)]] = Field(default_factory=dict)
    """Points left, of a pool that is not full."""
    racial: Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)] = 1.0
    """The racial multiplier of body and movement."""
    skill: list[Skill] = Field(default_factory=list, max_length=200)
    """The skills."""
    weapon: list[Weapon] = Field(default_factory=list, max_length=60)
    """The weapons. Without one, the fists."""
    armour: list[Armour] = Field(default_factory=list, max_length=60)
    """The armour worn."""
    alertness: list[Name] = Field(default_factory=list, max_length=8)
    """The alertness, in words: "drunk", "watching"."""
    intent: Literal["physical", "mental"] = "physical"
    """The kind of the first initiative, physical or mental."""
    filter: Name | None = None
    """The filter skill that this combatant needs, in the place of the scene's."""

    @field_validator("stats")
    @classmethod
    def _primaries(cls, stats: dict[str, float]) -> dict[str, float]:
        only_known(stats, PRIMARY, "not a primary stat", PRIMARY, by_key=True)
        return stats

    @field_validator("derived")
    @classmethod
    def _deriveds(cls, derived: dict[str, float]) -> dict[str, float]:
        only_known(derived, DERIVED, "not a derived stat", DERIVED, by_key=True)
        return derived

    @field_validator("pools")
    @classmethod
    def _pools(cls, pools: dict[str, int]) -> dict[str, int]:
        only_known(pools, POOLS, "not a pool", POOLS, by_key=True)
        return pools

    @field_validator("alertness")
    @classmethod
    def _alertness(cls, words: list[str]) -> list[str]:
        """Refuse a word that is no alertness of the book."""
        known = book().perception.modifiers
        only_known(words, known, "no alertness", known, by_key=False)
        return words

    @model_validator(mode="after")
    def _skills_of_weapons(self) -> CombatantEntry:
        """Refuse a skill given twice, and a support or weapon whose skill is not on the sheet."""
        names = {skill.name.casefold() for skill in self.skill}
        skill_names = [skill.name for skill in self.skill[:_COMPARED]]
        faults: list[tuple[Place, str]] = []
        names_so_far: set[str] = set()
        for index, skill in enumerate(self.skill):
            if skill.name.casefold() in names_so_far:
                faults.append((("skill", index), f"the skill {skill.name} is there twice"))
            names_so_far.add(skill.name.casefold())
            if skill.of is not None and skill.of.casefold() not in names:
                suggestion = not_among(skill.of, skill_names if len(faults) < _COMPARED else (), "skills")
                text = f'the skill {skill.name} supports "{skill.of}", {suggestion}'
                faults.append((("skill", index, "of"), text))
        for index, weapon in enumerate(self.weapon):
            if weapon.skill is not None and weapon.skill.casefold() not in names:
                suggestion = not_among(weapon.skill, skill_names if len(faults) < _COMPARED else (), "skills")
                text = f'the weapon {weapon.name} uses the skill "{weapon.skill}", {suggestion}'
                faults.append((("weapon", index, "skill"), text))
        if faults:
            raise Faults(faults)
        return self


USED_SKILLS = ("First Aid",)
"""Skills that rules look up by name, besides those named in the book."""


def unused_names(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the skills that no rule and no weapon uses, and a filter that is not among the skills."""
    rules, skills, weapons = book(), entry.get("skill", ()), entry.get("weapon", ())
    filters = {
        "": str(entry.get("filter") or ""),
        "scene": str(options.get("scene", {}).get("filter") or ""),
    }
    by_rule = [*USED_SKILLS, *rules.perception.skills, *rules.close.skills, *rules.movement.skills]
    by_rule += [rules.defences.dodge.skill, *(row.name for row in rules.close.technique)]
    by_sheet = [*filters.values(), *(weapon.get("skill") or weapon["name"] for weapon in weapons)]
    by_sheet += [skill.get("of", "") for skill in skills]
    used_names = {plain(name) for name in by_sheet if name}
    for fault in unused_skills(entry, by_rule):
        if plain(fault.word) not in used_names:
            yield fault
    own_filter = filters[""]
    if own_filter and plain(own_filter) not in {plain(skill["name"]) for skill in skills}:
        text = f'the filter skill "{own_filter}" is not among its skills'
        yield Fault(("filter",), text, own_filter, tuple(skill["name"] for skill in skills))
