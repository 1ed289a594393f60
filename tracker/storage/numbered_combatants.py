"""Numbered combatants: an entry with a number becomes so many combatants, each with a name of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.encounter.names import plain
from tracker.storage.toml.diagnostics import Diagnostic, Locate
from tracker.storage.toml.models import MOST_COMBATANTS

HEROES, FOES = "heroes", "foes"
"""The sides of those who are given none: with a player, and without."""
Placed = tuple[int, dict[str, Any]]
"""Which [[combatant]] of the file an entry comes from, and the entry."""


def expand_numbers(combatants: list[dict[str, Any]], locate: Locate) -> tuple[list[Placed], list[Diagnostic]]:
    """Every combatant with its place in the file, and what is wrong with their names and numbers."""
    entries: list[Placed] = []
    diagnostics: list[Diagnostic] = []
    taken: dict[str, str] = {}
    if sum(entry.get("number", 1) for entry in combatants) > MOST_COMBATANTS:
        return [], [locate(("combatant",), f"{MOST_COMBATANTS} combatants are the most there can be")]
    single = {plain(entry["name"]) for entry in combatants if "number" not in entry}
    for place, entry in enumerate(combatants):
        base = entry["name"]
        for name in numbered(base, entry["number"], {*taken, *single}) if "number" in entry else [base]:
            if not name.strip():
                diagnostics.append(locate(("combatant", place, "name"), "name is blank; give a readable one"))
                continue
            if plain(name) in taken:
                earlier = taken[plain(name)]
                text = (
                    f'combatant "{name}": "{earlier}" is there already; give another name, or number = 2 to one of them'
                )
                diagnostics.append(locate(("combatant", place, "name"), text))
                continue
            taken[plain(name)] = name
            other_keys = {key: value for key, value in entry.items() if key not in ("from", "number", "side", "name")}
            side = entry.get("side") or (HEROES if entry.get("player") else FOES)
            entries.append((place, {"name": name, "side": side, **other_keys}))
    return entries, diagnostics


def numbered(base: str, number: int, taken: Iterable[str]) -> list[str]:
    """`number` names after the highest that is `taken` (names as they are compared): Goblin 4, Goblin 5."""
    stem = plain(base)
    ends = [name.removeprefix(stem) for name in taken if name.startswith(stem)]
    highest = max((int(end) for end in ends if end.isdecimal() and len(end) < 6), default=0)
    return [f"{base} {highest + ordinal}" for ordinal in range(1, number + 1)]
