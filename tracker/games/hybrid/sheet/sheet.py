"""The sheet: stats, skills, weapons and armour of one combatant, frozen, with everything derived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tracker.dice.notation import Notation, read
from tracker.encounter.names import plain, slug
from tracker.game_api.sheets import CombatantSheet, Outfit
from tracker.game_api.validated import entry_as
from tracker.games.hybrid.book.book import Book, book
from tracker.games.hybrid.book.combat_tables import Technique
from tracker.games.hybrid.book.general_tables import Fist
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.sheet import schema
from tracker.games.hybrid.sheet.derived_stats import stats_of
from tracker.games.hybrid.sheet.pools import full_pool
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.validation_errors import Faults


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill as the rules use it. `df` is None when the sheet gives none (H-SKILL-8, ruling 35)."""

    name: str
    basis: tuple[str, ...]
    rank: int
    kind: str
    of: str = ""
    task: str = ""
    df: int | None = None
    cost: int | None = None
    pool: str = ""
    origin: str = ""
    """The name of the related skill used in its place. Empty for the skill itself."""
    capped: bool = False
    """True if the sheet gives a rank above the edition's highest, which has no further price (ruling 99)."""

    @property
    def own(self) -> bool:
        """True if it is used alone. Supports and filters only modify other skills."""
        return self.kind in ("specific", "general")


# Cached: it is asked for every weapon of every sheet.
@lru_cache(maxsize=1)
def _unarmed_names() -> frozenset[str]:
    return frozenset(plain(name) for name in book().close.unarmed)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon or technique. `key` names it in lines, speed in counts, length in metres."""

    entry: schema.Weapon
    """The entry in the file: a rule reads further keys from here. The fields that every blow reads are below."""
    key: str
    name: str
    skill: Skill | None
    speed: int
    damage: Notation
    type: str
    length: float
    drawn: bool
    use: str
    shock: bool
    unfamiliar: bool
    """True if its bearer must first grow familiar with it."""
    verb: str = ""
    """The effect of a technique of close combat. Empty for a weapon."""
    df: int = 0
    """A technique's own DF."""

    @staticmethod
    def of(entry: schema.Weapon, skill: Skill | None, key: str = "", verb: str = "", df: int = 0) -> Weapon:
        """Return the weapon of an entry, used with a skill. Its key is made of its name where none is given."""
        return Weapon(
            entry, key or slug(entry.name), entry.name, skill, entry.speed, read(str(entry.damage)), entry.type,
            entry.length, entry.drawn, entry.use, entry.shock, entry.unfamiliar, verb, df,
        )  # fmt: skip

    @property
    def unarmed(self) -> bool:
        """True for a part of the body, which cannot be disarmed."""
        return bool(self.verb) or plain(self.name) in _unarmed_names()

    @property
    def is_grip(self) -> bool:
        """True for a technique that only takes or improves a hold and does no harm."""
        return self.verb in ("grapple", "hold")

    @property
    def column(self) -> str:
        """The kind of the action that uses it: `physical` or `mental`."""
        return "mental" if self.use in ("mental", "focus") else "physical"

    @property
    def basis(self) -> tuple[str, ...]:
        """Return the stats its attacks are based on: those of its skill, else by its use (H-ATK-1)."""
        if self.skill is not None and self.skill.basis:
            return self.skill.basis
        return (book().attack.basis[self.use],)


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour: the locations it covers, and the points it stops by type of damage."""

    name: str
    covers: frozenset[str]
    stops: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one combatant that a fight does not change. Stats are exact fractions."""

    stats: Mapping[str, Fraction]
    skills: tuple[Skill, ...]
    weapons: tuple[Weapon, ...]
    armour: tuple[Armour, ...]
    alertness: tuple[str, ...] = ()
    techniques: tuple[Weapon, ...] = ()
    """The techniques of close combat, which need no weapon."""
    intent: str = "physical"
    fist: Weapon | None = None
    """The bare fist, for a combatant with nothing else in hand. None when it is among the weapons."""
    filter: str | None = None
    """The filter skill in force. Empty for no filter skill, None for that of the scene in the file (ruling 85)."""

    def basis(self, names: tuple[str, ...]) -> Fraction:
        """Return the mean of one to three stats (H-CHECK-1)."""
        if len(names) == 1:
            return self.stats[names[0]]
        return sum((self.stats[name] for name in names), Fraction(0)) / len(names)

    def weapon(self, key: str) -> Weapon | None:
        """Return the weapon or technique with this key, the first of two. Else None."""
        for weapons in (self.weapons, self.techniques):
            for weapon in weapons:
                if weapon.key == key:
                    return weapon
        return self.fist if self.fist is not None and self.fist.key == key else None

    @property
    def all_weapons(self) -> tuple[Weapon, ...]:
        return (*self.weapons, *self.techniques, *((self.fist,) if self.fist is not None else ()))

    def skill(self, name: str) -> Skill | None:
        """Return the skill of this name, upper or lower case. Else None."""
        return next((skill for skill in self.skills if plain(skill.name) == plain(name)), None)

    def supports(self, skill: Skill, task: str) -> tuple[Skill, ...]:
        """Return the support skills of `skill` that apply to `task` (H-SKILL-2)."""
        return tuple(
            support
            for support in self.skills
            if support.kind == "support"
            and plain(support.of) == plain(skill.name)
            and plain(support.task) == plain(task)
        )

    def stopped(self, place: str, kind: str) -> int:
        """Return the points that all armour at a location stops of a type of damage (H-DMG-3)."""
        return sum(piece.stops.get(kind, piece.stops.get("all", 0)) for piece in self.armour if place in piece.covers)


FILTER = "filter"
"""The mark with the filter skill that a combatant put on in the fight. Empty after taking it off."""
SCENE_FILTER = "scene.filter"
"""The mark with the filter skill of the scene, if the fight has changed it."""


def sheet_of(combatant: Combatant) -> Sheet:
    """Return a combatant's sheet, with the filter skill in force now."""
    sheet = combatant.profile.sheet
    assert isinstance(sheet, Sheet)
    marks = combatant.marks
    if sheet.filter is None and FILTER not in marks and SCENE_FILTER not in marks:
        return sheet  # nearly always
    filter_name = combatant.marks.get(FILTER, sheet.filter or "") or combatant.marks.get(SCENE_FILTER)
    filter_in_force = None if filter_name is None else str(filter_name)
    return sheet if filter_in_force == sheet.filter else replace(sheet, filter=filter_in_force)


def read_sheet(entry: Mapping[str, Any], book: Book) -> CombatantSheet[Sheet]:
    """Return a validated entry as a sheet, its full pools (rounded half up) and its opening points.

    Raise Faults for a pool above its full points.
    """
    model = entry_as(schema.CombatantEntry, entry)
    stats = stats_of(model.stats, model.derived, model.racial, book)
    skills = tuple(_skill(skill, book) for skill in model.skill)
    # Reversed, so that of two skills with the same name the first one stays.
    by_name = {plain(skill.name): skill for skill in reversed(skills)}
    fist = _fist(by_name, book)
    weapons = _weapons(model, skills, book) or (fist,)
    armour = tuple(Armour(piece.name, frozenset(piece.covers), dict(piece.stops)) for piece in model.armour)
    sheet = Sheet(
        stats,
        skills,
        weapons,
        armour,
        tuple(model.alertness),
        _techniques(by_name, book),
        model.intent,
        None if any(weapon.key == fist.key for weapon in weapons) else fist,
        model.filter,
    )
    full = tuple(full_pool(name, half_up(stats[name])) for name in schema.POOLS)
    too_high = [pool for pool in full if model.pools.get(pool.name, 0) > pool.full]
    if too_high:
        raise Faults(
            (("pools", pool.name), f"pools: {pool.name} is at most {pool.full} here, not {model.pools[pool.name]}")
            for pool in too_high
        )
    opening = tuple(min(model.pools.get(pool.name, pool.full), pool.full) for pool in full)
    return CombatantSheet(sheet, full, opening)


def _skill(skill: schema.Skill, book: Book) -> Skill:
    """Return a skill of a file as the rules use it. Its DF and cost follow from its traits where not given."""
    typical: Mapping[str, str] = next((row.parts for row in book.skills.typical if row.name == skill.like), {})
    traits = {"discipline": skill.discipline, "assistance": skill.assistance, "tools": skill.tools}
    names_by_kind = {**typical, **{kind: name for kind, name in traits.items() if name is not None}}
    parts = [book.skills.part(kind, name) for kind, name in names_by_kind.items()]
    df = skill.df if skill.df is not None else sum(part.df for part in parts) if parts else None
    cost = sum(part.cost for part in parts) if parts else None
    rank = min(skill.rank, book.skills.most_rank)
    return Skill(
        skill.name, tuple(skill.basis), rank, skill.kind, skill.of or "", skill.helps_at, df, cost, skill.pool or "",
        capped=skill.rank > book.skills.most_rank,
    )  # fmt: skip


def related(skill: Skill, relation: str, book: Book) -> Skill:
    """Return a skill used for a related purpose, at a share of its rank, rounded down (H-SKILL-4, ruling 38)."""
    part, whole = book.skills.related[relation]
    name = f"{skill.name} ({relation})"
    return replace(skill, name=name, rank=skill.rank * part // whole, origin=skill.name)


def _first_of(skills: Mapping[str, Skill], names: tuple[str, ...]) -> Skill | None:
    """Return the first of these skills that a combatant has, looked up by plain name. None without one."""
    return next((skill for name in names if (skill := skills.get(plain(name))) is not None), None)


def _techniques(skills: Mapping[str, Skill], book: Book) -> tuple[Weapon, ...]:
    """Return the techniques of close combat, each with the most specific skill the combatant has for it."""
    at_large = _first_of(skills, book.close.skills)
    return tuple(_technique(row, _first_of(skills, (row.name, row.verb)) or at_large) for row in book.close.technique)


# Cached: every sheet has all techniques, and pydantic checks each again.
@lru_cache(maxsize=512)
def _technique(row: Technique, skill: Skill | None) -> Weapon:
    """Return a technique with the skill it uses, cached: most combatants have no skill for it."""
    entry = schema.Weapon(name=row.name, speed=row.speed, damage=row.damage)
    return Weapon.of(entry, skill, verb=row.verb, df=row.df)


def _weapons(model: schema.CombatantEntry, skills: tuple[Skill, ...], book: Book) -> tuple[Weapon, ...]:
    """Return the weapons of an entry, each with a key of its own and the skill its `skill` or its name names."""
    by_name = {plain(skill.name): skill for skill in skills}
    weapons: list[Weapon] = []
    for entry in model.weapon:
        key = slug(entry.name)
        while any(weapon.key == key for weapon in weapons):
            key += "-2"
        skill = by_name.get(plain(entry.skill or entry.name))
        used = related(skill, entry.relation, book) if skill and entry.relation else skill
        weapons.append(Weapon.of(entry, used, key))
    return tuple(weapons)


def _fist(skills: Mapping[str, Skill], book: Book) -> Weapon:
    """Return the bare fist, with the fighter's skill of it, else of close combat, else none."""
    skill = _first_of(skills, (book.actions.fist.name, *book.close.skills))
    return Weapon.of(_fist_entry(book.actions.fist), skill)


# Cached: every sheet has the fist, which pydantic would check again.
@lru_cache(maxsize=2)
def _fist_entry(fist: Fist) -> schema.Weapon:
    return schema.Weapon.model_validate(
        {"name": fist.name, "speed": fist.speed, "damage": fist.damage, "type": fist.type}
    )


def armoured(fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
    """Return the fighter in the piece of `pieces` that covers most places. Worn pieces that are weaker come off.

    None where a place would then stop less of a type of damage, or no place would stop more.
    """
    sheet = fighter.profile.sheet
    assert isinstance(sheet, Sheet)
    if not pieces:
        return None
    widest = max(pieces, key=lambda piece: (len(piece["covers"]), piece["stops"].get("all", 0)))
    new = Armour(widest["name"], frozenset(widest["covers"]), dict(widest["stops"]))
    worn = (*(old for old in sheet.armour if not _weaker(old, new)), new)
    improved = replace(sheet, armour=worn)
    places = {place for piece in (*sheet.armour, new) for place in piece.covers}
    kinds = {kind for piece in (*sheet.armour, new) for kind in piece.stops}
    gains = [improved.stopped(place, kind) - sheet.stopped(place, kind) for place in places for kind in kinds]
    if min(gains) < 0 or not any(gains):
        return None
    return Outfit(new.name, replace(fighter, profile=replace(fighter.profile, sheet=improved)))


def _weaker(old: Armour, new: Armour) -> bool:
    """Return whether the `old` piece covers no place that the `new` one leaves bare, and stops no more of any type."""
    kinds = {*old.stops, *new.stops}
    stops_less = all(
        old.stops.get(kind, old.stops.get("all", 0)) <= new.stops.get(kind, new.stops.get("all", 0)) for kind in kinds
    )
    return old.covers <= new.covers and stops_less
