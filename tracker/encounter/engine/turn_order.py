"""Turn order: who may be in it, and the agenda in the order in which it comes due.

Ties on one count are broken by the rules' tie order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from math import inf

from tracker.clock.agenda import Due
from tracker.game_api.rules import Rules
from tracker.model.state import Encounter, Rank

PLACE = "place"
"""The mark of a fighter put in order by hand: the count at which that holds, and its place there."""


def place_by_hand(count: int, place: int) -> str:
    """Return the mark of a place among the fighters who may declare at a count."""
    return f"{count}:{place}"


def _by_hand(encounter: Encounter, due: Due) -> float:
    """Return the place that a fighter has by hand at the count of its declaration. Without one, a place behind all."""
    count, _, place = str(encounter[due.who].marks.get(PLACE, "")).partition(":")
    return float(place) if count == str(due.count) else inf


def may_have_turns(encounter: Encounter, who: str) -> bool:
    """Return whether a fighter may be in the order: it is in the fight, and neither down, gone nor surrendered."""
    return encounter[who].able


def in_order(encounter: Encounter) -> list[str]:
    """Return the fighters who may be in the order, in seat order: a game begins a fight or a round with these."""
    return [fighter.id for fighter in encounter if may_have_turns(encounter, fighter.id)]


def in_turn(encounter: Encounter, rules: Rules) -> Iterator[Due]:
    """Return the pending entries, soonest first. Entries on one count come in the order in which they are asked."""
    for (_, rank), group in groupby(encounter.agenda, key=lambda due: (due.count, due.rank)):
        tied = list(group)
        yield from put_in_turn(encounter, rules, tied) if rank == Rank.DECLARATION else tied


def put_in_turn(encounter: Encounter, rules: Rules, tied: Iterable[Due]) -> list[Due]:
    """Return the declarations of one count in the order in which they are asked for.

    A group of one count is together, at the place of the first member that its roll has placed.
    """
    many = list(tied)
    if len(many) < 2:
        return many  # the rules need not be asked; several panes look at each key
    places = {
        due.who: (_by_hand(encounter, due), *rules.turns.tie_order(encounter, due.who), due.serial) for due in many
    }
    firsts = _first_of_groups(encounter, places)
    if not firsts:
        return sorted(many, key=lambda due: places[due.who])
    return sorted(many, key=lambda due: (firsts.get(encounter[due.who].group, places[due.who]), places[due.who]))


def _first_of_groups(encounter: Encounter, places: Mapping[str, tuple[float, ...]]) -> dict[str, tuple[float, ...]]:
    """Return, by group of one count, the place of the first member placed by a roll, else of its first member."""
    firsts: dict[str, tuple[float, ...]] = {}
    for group in encounter.groups:
        if group.one_count:
            members = [who for who in places if encounter[who].group == group.name]
            first = next(
                (who for who in group.placed if who in members), min(members, key=places.__getitem__, default="")
            )
            if first:
                firsts[group.name] = places[first]
    return firsts
