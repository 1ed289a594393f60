"""Known names: what the players call those whom the program numbered, by the order in which they came into sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from tracker.encounter.names import slug
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

Numbers = Mapping[str, int]
"""The players' number for each fighter by id. Once the fight has begun, newcomers do not change it."""


def own_number(one: Combatant) -> tuple[str, int]:
    """Return the name without its number, and that. Of one who goes by no number of the program's the name and 0."""
    stem, _, number = one.name.rpartition(" ")
    if not stem or not number.isdecimal() or number.startswith("0") or len(number) > 4 or one.id != slug(one.name):
        return one.name, 0
    return stem, int(number)


def shown_name(one: Combatant, numbers: Numbers) -> str:
    """Return the players' name of a fighter without an alias."""
    stem, own = own_number(one)
    return f"{stem} {numbers[one.id]}" if own and one.id in numbers else one.name


def renumbered(
    before: Encounter, encounter: Encounter, numbers: Numbers, is_seen: Callable[[Encounter, str], bool]
) -> Numbers:
    """Return the numbers after an event: until the fight has begun they are given anew, so that nobody leaves a gap."""
    return numbered(encounter, numbers if before.began else {}, is_seen)


def numbered(encounter: Encounter, numbers: Numbers, is_seen: Callable[[Encounter, str], bool]) -> Numbers:
    """Return the numbers with those added who have come into sight since. The very same where nobody has.

    A fighter who comes into sight takes the lowest free number, so no gap says how many are hidden. Where the game
    master gave the numbers (`Agent 46` and `Agent 47`, not from 1 on) they stay.
    """
    families: dict[str, list[tuple[int, str]]] = {}
    for fighter in encounter.combatants:
        stem, own = own_number(fighter)
        if own:
            families.setdefault(slug(stem), []).append((own, fighter.id))
    added = dict(numbers)
    for family in families.values():
        family.sort()
        by_program = [own for own, _ in family] == list(range(1, len(family) + 1))
        taken = {added[id] for _, id in family if id in added}
        for own, id in family:
            if id in added or not is_seen(encounter, id):
                continue
            free = next(number for number in count(1) if number not in taken)
            added[id] = free if by_program or own in taken else own
            taken.add(added[id])
    return numbers if len(added) == len(numbers) else added
