"""Target keys: which key stands for which fighter, in menus and in typed lines for several targets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType

from tracker.model.state import Encounter

SEAT_KEYS = "123456789abdefghijklmopqrtvwz"
"""The keys of the first seats, one each. C, n, s, u, x and y have other uses where a target is asked for."""
BESIDE_SEATS = "cns"
"""The keys of choices beside a target. U, x and y mean the same everywhere."""


def seat_key(seat: int) -> str:
    """Return the key of the fighter in this seat: 1 to 9, then letters. Empty beyond."""
    return SEAT_KEYS[seat] if seat < len(SEAT_KEYS) else ""


def key_order(encounter: Encounter) -> tuple[str, ...]:
    """Return all fighters in the order of their keys: by seat, but the others of a group behind all first ones.

    So a folded group takes one key and those behind it keep theirs, whether it is folded or not.
    """
    return tuple(row_keys(encounter))


def row_keys(encounter: Encounter) -> Mapping[str, str]:
    """Return the key of each fighter by its id: 1 to 9, then letters. Empty beyond the last key."""
    ids, groups = (tuple([part(fighter) for fighter in encounter.combatants]) for part in (_ID, _GROUP))
    return _row_keys(ids, groups)


_ID, _GROUP = attrgetter("profile.id"), attrgetter("group")


# Cached, since every pane asks at every drawing, and between two events the answer is the same. The key is what the
# answer depends on, ids and groups: the encounter itself is another value after every event. Eight: the fight on the
# screen, an earlier moment that is looked at, and what each of them was a step ago.
@lru_cache(maxsize=8)
def _row_keys(ids: tuple[str, ...], groups: tuple[str, ...]) -> Mapping[str, str]:
    """Return a key for each id: first the fighters who are alone or the first of a group, then the other members."""
    met: set[str] = set()
    rows: list[str] = []
    others: list[str] = []
    for who, group in zip(ids, groups, strict=True):
        (others if group and group in met else rows).append(who)
        met.add(group)
    return MappingProxyType({who: seat_key(place) for place, who in enumerate((*rows, *others))})


def keyed_by(encounter: Encounter, key: str) -> str:
    """Return the id of the fighter with this key. Empty if none has it."""
    place, order = SEAT_KEYS.find(key) if len(key) == 1 else -1, key_order(encounter)
    return order[place] if 0 <= place < len(order) else ""
