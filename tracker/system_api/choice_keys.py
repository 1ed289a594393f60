"""Choice keys: the letter or digit of each choice of a list, each its own; fighters keep the keys of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tracker.model.state import Encounter
from tracker.system_api.target_keys import BESIDE_SEATS, SEAT_KEYS, row_keys, seat_key
from tracker.system_api.values import Choice

EVERYWHERE = "uyx"
"""Letters no choice can have: they take back, bring back and explain whatever is asked."""


def letters(labels: Sequence[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """A key for each label: its first letter that is free, else a digit; never one that means the same everywhere."""
    used = {*EVERYWHERE, *taken}
    keys: list[str] = []
    for label in labels:
        free = [sign for sign in (*label.casefold(), *"123456789") if sign.isalnum() and sign not in used]
        keys.append(free[0] if free else "")
        used.add(keys[-1])
    return tuple(keys)


def keyed(choices: Sequence[Choice], taken: Iterable[str] = ()) -> tuple[Choice, ...]:
    """The same choices, each with a key out of its label."""
    keys = letters([one.label for one in choices], taken)
    return tuple(replace(one, key=key) for key, one in zip(keys, choices, strict=True))


def _by_row(encounter: Encounter, choices: Sequence[Choice]) -> list[Choice]:
    """The choices, those of a fighter's seat with the key of its row."""
    keys = row_keys(encounter)
    return [
        replace(one, key=keys[one.whom])
        if one.whom in encounter and one.key == seat_key(encounter.seats[one.whom]) != keys[one.whom]
        else one
        for one in choices
    ]


def distinct_keys(
    encounter: Encounter,
    choices: tuple[Choice, ...],
    options: tuple[Choice, ...] = (),
    absent: tuple[Choice, ...] = (),
) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Choices and options, each with a key of its own as long as there are any: a list is numbered by what takes it.

    A fighter's key is the fighter's; whatever else has the same gets a letter of its words that is free, or any. Keys
    of what is `absent` stay its own.
    """
    offered = _by_row(encounter, (*options, *choices))
    owner: dict[str, int] = {}
    for at in sorted(range(len(offered)), key=lambda at: not offered[at].whom):
        owner.setdefault(offered[at].key, at)
    taken = {*owner, *(one.key for one in absent)}
    free = [key for key in (*SEAT_KEYS, *BESIDE_SEATS) if key not in taken]
    lost = [at for at, one in enumerate(offered) if one.key and owner[one.key] != at]
    for at in (*lost, *(at for at in range(len(options), len(offered)) if not offered[at].key)):
        own = offered[at].label.casefold() if offered[at].key else ""
        key = next((sign for sign in (*own, *free) if sign in free), "")
        offered[at] = replace(offered[at], key=key)
        free = [other for other in free if other != key]
    return tuple(offered[len(options) :]), tuple(offered[: len(options)])
