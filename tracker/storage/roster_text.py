"""Roster text: the combatants of an encounter in words: `3 heroes, 6 bandits, a wolf, 2 archers`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracker.text.characters import shown
from tracker.text.names import with_article

_IRREGULAR = {"man": "men", "woman": "women", "child": "children", "mouse": "mice", "foot": "feet"}
_VES = ("wolf", "thief", "elf", "dwarf", "half", "wife", "calf")
_MANY = ("men", "people", "folk", "undead", "children")
"""The endings of names that are plural already, besides s."""


def roster(written: Sequence[Mapping[str, Any]], seated: Iterable[tuple[int, Mapping[str, Any]]]) -> str:
    """Return the combatants in words: those with a name of their own by side, all others by kind and number.

    `seated` pairs each with its index in `written`. An entry has a name of its own unless it has a `number` or takes
    its name from the library.
    """
    sides: dict[str, list[str]] = {}
    kinds: dict[str, int] = {}
    for place, entry in seated:
        as_written = written[place]
        if "number" in as_written:
            kind = str(entry["name"]).rpartition(" ")[0].lower()
            kinds[kind] = kinds.get(kind, 0) + 1
        elif "name" not in as_written:
            kind = str(entry["name"]).lower()
            kinds[kind] = kinds.get(kind, 0) + 1
        else:
            sides.setdefault(str(entry["side"]), []).append(str(entry["name"]))
    phrases = [_of_side(side, names) for side, names in sides.items()]
    phrases += [f"{number} {plural(kind)}" if number > 1 else with_article(kind) for kind, number in kinds.items()]
    return ", ".join(map(shown, phrases))


def _of_side(side: str, names: Sequence[str]) -> str:
    """Return the named combatants of a side: a single one by name, several by number and side."""
    if len(names) == 1:
        return names[0]
    several = side.endswith("s") or side.endswith(_MANY)
    return f"{len(names)} {side}" if several else f"{len(names)} of the side {side}"


def plural(kind: str) -> str:
    """Return the English plural of a kind of creature: `goblin archers`, `wolves`, `guardsmen`."""
    before, _, last = kind.rpartition(" ")
    before += " " if before else ""
    for singular, plural_form in _IRREGULAR.items():
        if last.endswith(singular) and (singular != "man" or last != "human"):
            return f"{before}{last.removesuffix(singular)}{plural_form}"
    if last.endswith(_VES):
        return f"{before}{last.removesuffix('e').removesuffix('f')}ves"
    if last.endswith(("s", "x", "z", "ch", "sh")):
        return f"{before}{last}es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{before}{last[:-1]}ies"
    return f"{before}{last}s"
