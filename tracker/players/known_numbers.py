"""Known numbers: what players call fighters of one name, numbered in the order in which they came into sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from tracker.encounter.names import slug
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

Numbers = Mapping[str, int]
"""The players' number for each fighter by id. Once the fight has begun, newcomers do not change it."""


def own_number(fighter: Combatant) -> tuple[str, int]:
    """Return the name without its number, and the number: 0 for a name that the program did not number."""
    stem, _, number = fighter.name.rpartition(" ")
    # The program makes the id from the name it numbered: `goblin-2` of `Goblin 2`. A renamed fighter keeps its old id.
    if (
        not stem
        or not number.isdecimal()
        or number.startswith("0")
        or len(number) > 4
        or fighter.id != slug(fighter.name)
    ):
        return fighter.name, 0
    return stem, int(number)


def shown_name(fighter: Combatant, numbers: Numbers) -> str:
    """Return the players' name of a fighter without an alias."""
    stem, number = own_number(fighter)
    return f"{stem} {numbers[fighter.id]}" if number and fighter.id in numbers else fighter.name


def renumbered(
    before: Encounter, encounter: Encounter, numbers: Numbers, is_seen: Callable[[Encounter, str], bool]
) -> Numbers:
    """Return the numbers after an event: given again until the fight begins, so that no gap shows a hidden one."""
    return numbered(encounter, numbers if before.began else {}, is_seen)


def numbered(encounter: Encounter, numbers: Numbers, is_seen: Callable[[Encounter, str], bool]) -> Numbers:
    """Return the numbers with those of fighters who have come into sight since. The same object if none has.

    `is_seen` says whether players see the fighter with an id.

    A fighter who comes into sight takes the lowest free number, so no gap says how many are hidden. Where the game
    master gave the numbers (`Agent 46` and `Agent 47`, not from 1 on) they stay.
    """
    families: dict[str, list[tuple[int, str]]] = {}
    for fighter in encounter.combatants:
        stem, own_of_fighter = own_number(fighter)
        if own_of_fighter:
            families.setdefault(slug(stem), []).append((own_of_fighter, fighter.id))
    added = dict(numbers)
    for family in families.values():
        family.sort()
        by_program = [own_of_fighter for own_of_fighter, _ in family] == list(range(1, len(family) + 1))
        taken = {added[id] for _, id in family if id in added}
        for own_of_fighter, id in family:
            if id in added or not is_seen(encounter, id):
                continue
            free = next(number for number in count(1) if number not in taken)
            added[id] = free if by_program or own_of_fighter in taken else own_of_fighter
            taken.add(added[id])
    return numbers if len(added) == len(numbers) else added
