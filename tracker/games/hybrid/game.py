"""The game hybrid: the models of its files, its library, and the classes of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

import tomli

from tracker.clock.spans import TimeUnit
from tracker.game_api.game import Game
from tracker.game_api.values import Abilities
from tracker.games.hybrid import calculators, json_records, rules
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.house_rules import BEFORE, Options
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.sheet import schema
from tracker.model.validation_errors import Fault


class Hybrid(Game):
    """The system `hybrid`. Its parts are bound to the rulebook: edition, house rules and scene of the encounter."""

    def read_options(self, options: Mapping[str, Any]) -> Rulebook:
        return Rulebook.of(options)

    def unit_under(self, read: Rulebook) -> TimeUnit:
        """Return tenths of a second, which 1997 calls pulses (H-TIME-1)."""
        return read.unit

    def abilities_under(self, read: Rulebook) -> Abilities:
        return rules.abilities(read)

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        return json_records.library_record(kind, entry, book())

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        return _library()

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
        return schema.unused_names(entry, options)

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the rule of skill pools, too, which the edition decides."""
        stated = super().stated(options)
        return {**stated, "house_rules": {**stated["house_rules"], "skill_pools": Rulebook.of(options).skill_pools}}


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


# Cached: several files, needed whenever a file of this game is read.
@lru_cache(maxsize=1)
def _library() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the library that comes with the program, read once."""
    entries_by_kind: dict[str, list[Mapping[str, Any]]] = {"creature": [], "weapon": [], "armour": []}
    for file in sorted(files("tracker.games.hybrid.library").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            for kind, entries in tomli.loads(file.read_text(encoding="utf-8")).items():
                entries_by_kind[kind] += entries
    return entries_by_kind


HYBRID = Hybrid(
    name="hybrid",
    package=__package__,
    options=Options,
    combatant=schema.CombatantEntry,
    parts={"weapon": schema.Weapon, "armour": schema.Armour},
    figures={"weapon": ("speed", "damage"), "armour": ("stops",)},
    turns=rules.Turns,
    resolution=rules.Resolution,
    dice=rules.Dice,
    choices=rules.Choices,
    display=rules.Display,
    sheets=rules.Sheets,
    carry_over=rules.CarryOver,
    reckoned=calculators.calculators,
    before=BEFORE,
)
