"""Numbered combatants: an entry with a number becomes that many combatants, each with its own name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.encounter.names import plain
from tracker.storage.toml.diagnostics import Diagnostic, Locate
from tracker.storage.toml.models import MOST_COMBATANTS

HEROES, FOES = "heroes", "foes"
"""The default sides: of a combatant with a player, and of any other."""
Placed = tuple[int, dict[str, Any]]
"""The index of the [[combatant]] that an entry comes from, and the entry."""


def expand_numbers(combatants: list[dict[str, Any]], locate: Locate) -> tuple[list[Placed], list[Diagnostic]]:
    """Return one entry per fighter, `number = 3` giving three with numbered names, and the mistakes in names.

    Names must differ and be readable. The most combatants there may be are MOST_COMBATANTS.
    """
    entries: list[Placed] = []
    diagnostics: list[Diagnostic] = []
    taken: dict[str, str] = {}
    if sum(entry.get("number", 1) for entry in combatants) > MOST_COMBATANTS:
        return [], [locate(("combatant",), f"{MOST_COMBATANTS} combatants are the most there can be")]
    names_without_number = {plain(entry["name"]) for entry in combatants if "number" not in entry}
    for place, entry in enumerate(combatants):
        base = entry["name"]
        for name in numbered(base, entry["number"], {*taken, *names_without_number}) if "number" in entry else [base]:
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
    """Return `number` names that continue after the highest one `taken`: Goblin 4, Goblin 5.

    `taken` are names as they are compared.
    """
    stem = plain(base)
    endings = [name.removeprefix(stem) for name in taken if name.startswith(stem)]
    highest = max((int(ending) for ending in endings if ending.isdecimal() and len(ending) < 6), default=0)
    return [f"{base} {highest + ordinal}" for ordinal in range(1, number + 1)]
