"""Choice keys: the letter or digit of each choice of a list, each its own. Fighters keep the keys of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tracker.game_api.target_keys import BESIDE_SEATS, SEAT_KEYS, row_keys, seat_key
from tracker.game_api.values import Choice
from tracker.model.state import Encounter

EVERYWHERE = "uyx"
"""Letters that no choice may have: undo, redo and explain work during every question."""


def letters(labels: Sequence[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a key for each label: its first free letter, else a digit, else none.

    No key is one of those `taken`, or one that works during every question.
    """
    used = {*EVERYWHERE, *taken}
    keys: list[str] = []
    for label in labels:
        free = [
            character
            for character in (*label.casefold(), *"123456789")
            if character.isalnum() and character not in used
        ]
        keys.append(free[0] if free else "")
        used.add(keys[-1])
    return tuple(keys)


def keyed(choices: Sequence[Choice], taken: Iterable[str] = ()) -> tuple[Choice, ...]:
    """Return the same choices, each with a key from its label."""
    keys = letters([choice.label for choice in choices], taken)
    return tuple(replace(choice, key=key) for key, choice in zip(keys, choices, strict=True))


def _by_row(encounter: Encounter, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices, where a fighter's has the key of its seat with the key of its row on the screen instead."""
    keys = row_keys(encounter)
    return [
        replace(choice, key=keys[choice.whom])
        if choice.whom in encounter and choice.key == seat_key(encounter.seats[choice.whom]) != keys[choice.whom]
        else choice
        for choice in choices
    ]


def distinct_keys(
    encounter: Encounter,
    choices: tuple[Choice, ...],
    options: tuple[Choice, ...] = (),
    absent: tuple[Choice, ...] = (),
) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Return choices and options, each with a key of its own as long as keys last. The caller numbers the rest.

    A fighter keeps its key. Another choice with the same key gets a free letter of its label, else any free key, the
    keys of fighters' rows last. No choice gets a key of the `absent` ones.
    """
    offered = _by_row(encounter, (*options, *choices))
    owner: dict[str, int] = {}  # by key the place of the choice that keeps it, choices of fighters first
    for place in sorted(range(len(offered)), key=lambda place: not offered[place].whom):
        owner.setdefault(offered[place].key, place)
    taken = {*owner, *(choice.key for choice in absent)}
    free = [key for key in (*SEAT_KEYS, *BESIDE_SEATS) if key not in taken]
    # New keys are for those whose key another choice keeps, then for choices that had none.
    lost = [place for place, choice in enumerate(offered) if choice.key and owner[choice.key] != place]
    rows = frozenset(row_keys(encounter).values())
    for place in (*lost, *(place for place in range(len(options), len(offered)) if not offered[place].key)):
        had_one = bool(offered[place].key)
        best = (*offered[place].label.casefold(), *sorted(free, key=rows.__contains__)) if had_one else free
        key = next((sign for sign in best if sign in free), "")
        offered[place] = replace(offered[place], key=key)
        free = [other for other in free if other != key]
    return tuple(offered[len(options) :]), tuple(offered[: len(options)])
