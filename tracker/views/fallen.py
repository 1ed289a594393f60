"""The fallen: told in one line where there is no room for a lane or a row each."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tracker.model.combatant import Combatant
from tracker.narration.grammar import listed
from tracker.text.cells import Line, Span, clean, cut

LEAST = 2
"""The number of fallen fighters from which one line for all is shorter."""


def fallen(everyone: Sequence[Combatant], kept: Collection[str]) -> tuple[Combatant, ...]:
    """Return the fallen who need no row, where one line for all of them saves room. Else an empty tuple."""
    out = tuple(fighter for fighter in everyone if not fighter.able and fighter.id not in kept)
    return out if len(out) >= LEAST else ()


def lay_fallen(fallen: Sequence[Combatant], cells: int) -> Line:
    """Return the fallen in one line, cut at the end."""
    return (Span(cut(f" {told_of(fallen)}", cells), "dim"),)


def told_of(fallen: Sequence[Combatant]) -> str:
    """Return the fallen in words: `4 down: Gruk, Hild, Wolf 1 and 2 · 1 left: Sela`."""
    by_presence: dict[str, list[str]] = {}
    for fighter in fallen:
        by_presence.setdefault(fighter.presence.value, []).append(clean(fighter.name))
    return " · ".join(f"{len(names)} {presence}: {_names(names)}" for presence, names in by_presence.items())


def _names(names: Sequence[str]) -> str:
    """Return names, those that differ in their number alone together: `Gruk, Kobold 1–8`."""
    by_stem: dict[str, list[str]] = {}
    for name in names:
        stem, _, number = name.rpartition(" ")
        by_stem.setdefault(stem if number.isdecimal() else name, []).append(name)
    return ", ".join(map(listed, by_stem.values()))
