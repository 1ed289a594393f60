"""A sheet and a library entry as plain data, for `tracker sheet` and `tracker library`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from tracker.games.hybrid.actions import experience
from tracker.games.hybrid.blows.attack_chance import strike_chance
from tracker.games.hybrid.body import parry_and_block, skill_use
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.sheet import schema
from tracker.games.hybrid.sheet.derived_stats import stats_of
from tracker.games.hybrid.sheet.sheet import Skill, sheet_of
from tracker.model.state import Encounter

_SHOWN_WHOLE = ("PBD", "PFT", "PEX", "ACC", "PCA", "PDF", "PSE", "PSPD")
_SHOWN_WHOLE_MENTAL = ("MBD", "MFT", "MEX", "FCS", "MCA", "MDF", "GAW", "MSPD")


def _number(value: Fraction, places: int = 0) -> int | float:
    """Return a stat rounded half up to `places` decimals, as an integer where it is whole."""
    if not places or value.denominator == 1:
        return half_up(value) if not places else int(value)
    return round(float(Fraction(half_up(value * 10**places), 10**places)), places)


def record(encounter: Encounter, rules: Rulebook, who: str) -> dict[str, Any]:
    """Return one sheet as plain data: stats and derived by abbreviation, skills, weapons, armour."""
    combatant = encounter[who]
    sheet = sheet_of(combatant)
    derived: dict[str, int | float] = {
        name: _number(sheet.stats[name]) for name in (*_SHOWN_WHOLE, *_SHOWN_WHOLE_MENTAL)
    }
    derived |= {name: _number(sheet.stats[name], 1) for name in ("PMV", "MMV")}
    weapons: list[dict[str, Any]] = []
    for weapon in sheet.weapons:
        row: dict[str, Any] = {"name": weapon.name, "strike": strike_chance(combatant, weapon, rules).percent}
        if weapon.use in ("melee", "thrown"):
            row["parry"] = parry_and_block.parry_chance(combatant, weapon, None, rules).percent
            row["block"] = parry_and_block.block_chance(combatant, weapon, rules).percent
        row |= {
            "speed": weapon.speed,
            "counts": skill_use.of_weapon(combatant, weapon, rules).counts(),
        }
        text = weapon.damage.text
        row |= {"damage": int(text) if text.isdecimal() else text, "type": weapon.type}
        row |= {"hands": weapon.entry.hands, "mass": weapon.entry.mass}
        weapons.append(row)
    return {
        "name": combatant.name,
        "id": who,
        "side": combatant.profile.side,
        "stats": {name: _number(sheet.stats[name], 2) for name in schema.PRIMARY},
        "derived": derived,
        "skills": [_skill(rules, sheet, skill) for skill in sheet.skills],
        "weapons": weapons,
        "armour": [_armour(piece.name, piece.stops, piece.covers) for piece in sheet.armour],
    }


def library_record(kind: str, entry: Mapping[str, Any], book: Book) -> dict[str, Any]:
    """Return a creature, weapon or armour of the library as plain data.

    A figure that the library leaves to the combatant is None.
    """
    match kind:
        case "weapon":
            figures = {key: entry.get(key) for key in ("name", "speed", "damage", "type")}
            return {**figures, "length": float(entry.get("length", 0)), "use": entry.get("use", "melee")}
        case "armour":
            return _armour(entry["name"], entry.get("stops", {}), entry.get("covers", schema.PLACES))
        case _:
            stats = stats_of(entry.get("stats", {}), entry.get("derived", {}), entry.get("racial", 1.0), book)
            pools = {name: _number(stats[name]) for name in ("PFT", "PBD")}
            skills = {skill["name"]: skill.get("rank", 0) for skill in entry.get("skill", ())}
            carries = [part["name"] for kind in ("weapon", "armour") for part in entry.get(kind, ())]
            return {"name": entry["name"], "side": entry.get("side", ""), **pools, "skills": skills, "carries": carries}


def _armour(name: str, stops: Mapping[str, int], covers: Collection[str]) -> dict[str, Any]:
    """Return one armour: the points it stops by type of damage, and its locations in table order (H-DMG-3)."""
    return {"name": name, "stops": dict(stops), "covers": [place for place in schema.PLACES if place in covers]}


def _skill(rules: Rulebook, sheet: Any, skill: Skill) -> dict[str, Any]:
    """Return one skill with its chance, rank speed, base cost and the price of the next rank (H-SKILL 7 and 9).

    The chance of a support skill is that of the skill it supports, at its task.
    """
    row: dict[str, Any] = {"name": skill.name, "rank": skill.rank, "df": skill.df or 0, "kind": skill.kind}
    supported = sheet.skill(skill.of) if skill.kind == "support" else None
    row["chance"] = skills.chance(sheet, supported or skill, rules, ("PCA",), skill.task if supported else "").percent
    row["speed"] = skills.rank_speed(sheet, skill, rules)
    if skill.cost is not None:
        row["cost"] = skill.cost
    price = experience.next_rank_cost(skill, rules.book)
    if price is not None:
        row["next_rank"] = price
    return row
