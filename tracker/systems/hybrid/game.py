"""Hybrid as a system: the models of its files, its library, and how its rules are bound to an encounter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any

import tomli
from pydantic import BaseModel

from tracker.model.validation_errors import Fault
from tracker.system_api.sheets import Calculator
from tracker.systems.hybrid.book.book import book
from tracker.systems.hybrid.book.house_rules import BEFORE, Options
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.reports import calculators, chance_calculator, json_records
from tracker.systems.hybrid.rules import bound
from tracker.systems.hybrid.sheets import schema
from tracker.systems.kit import defaults
from tracker.systems.kit.models import options_as
from tracker.systems.kit.rules import Rules


class Game(defaults.System):
    """The system `hybrid`."""

    name = "hybrid"
    options: type[BaseModel] = Options
    combatant: type[BaseModel] = schema.CombatantEntry
    parts: Mapping[str, type[BaseModel]] = {"weapon": schema.Weapon, "armour": schema.Armour}

    figures: Mapping[str, tuple[str, ...]] = {"weapon": ("speed", "damage"), "armour": ("stops",)}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return a creature, weapon or armour with its figures, for `tracker library`."""
        return json_records.library_record(kind, entry, book())

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the creatures, weapons and armour that come with the program."""
        return _library()

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules under validated options."""
        return bound(Rulebook.of(options))

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return remarks on ranks above the edition's highest, and on unused skill pools.

        Rules: H-SKILL 1 and 6, rulings 87 and 93.
        """
        edition = document.get("edition", "current")
        most = book(edition).skills.most_rank
        return _pools_unread(document, edition) + tuple(
            f"{entry['name']}'s {skill['name']} has rank {skill['rank']}: edition {edition} goes up to {most}, "
            f"so it counts as {most} (H-SKILL-1)"
            for entry in document.get("combatant", ())
            for skill in entry.get("skill", ())
            if skill.get("rank", 0) > most
        )

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Yield the skills that no rule uses, and a filter that is not among the skills."""
        return schema.unused_names(entry, options)

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the changed house rules written out, so that a later release cannot change them."""
        house = options_as(Options, options).house_rules.model_dump(include=set(BEFORE))
        house["skill_pools"] = Rulebook.of(options).skill_pools
        return {**options, "house_rules": {**options.get("house_rules", {}), **house}}

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the old defaults for house rules that an older fight does not state."""
        house = options.get("house_rules", {})
        return {**options, "house_rules": {**BEFORE, **house}} if isinstance(house, dict) else options

    def chance(
        self,
        stat: Fraction | float,
        rank: int | None,
        df: int,
        roll: int | None,
        options: dict[str, Any],
        more: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return what `tracker chance` prints."""
        return chance_calculator.chance(stat, rank, df, roll, options, more)

    def template(self) -> str:
        """Return the text of an encounter to fill in."""
        return files("tracker.systems.hybrid").joinpath("encounter.toml").read_text(encoding="utf-8")

    def calculators(self) -> Sequence[Calculator]:
        """Return the calculators: a chance, as `tracker chance` prints it, and an exchange of blows."""
        return (calculators.CHANCE, calculators.EXCHANGE)


def _pools_unread(document: Mapping[str, Any], edition: str) -> tuple[str, ...]:
    """Return a remark on each skill with a pool, where pools are not in force (ruling 93)."""
    house = document.get("house_rules")
    as_printed = book(edition).skills.pool.in_force
    pools_rule = house.get("skill_pools", as_printed) if isinstance(house, dict) else as_printed
    if pools_rule:
        return ()
    # A resolved encounter states the rule in any case, so that the edition's own value says nothing about the file.
    why = f"edition {edition} has no skill pools" if pools_rule == as_printed else "skill_pools is false"
    return tuple(
        f"{entry['name']}'s {skill['name']} has pool {skill['pool']}, which nobody reads here: {why}; "
        f"`skill_pools = true` in [house_rules] has them count (H-SKILL-6)"
        for entry in document.get("combatant", ())
        for skill in entry.get("skill", ())
        if skill.get("pool")
    )


@lru_cache(maxsize=1)
def _library() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Read the library that comes with the program, once."""
    entries_by_kind: dict[str, list[Mapping[str, Any]]] = {"creature": [], "weapon": [], "armour": []}
    for file in sorted(files("tracker.systems.hybrid.library").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            for kind, entries in tomli.loads(file.read_text(encoding="utf-8")).items():
                entries_by_kind[kind] += entries
    return entries_by_kind


HYBRID = Game()
