"""Validation errors: all that one rule of a game finds wrong in a part of a file, each at its place."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from typing import NamedTuple

from tracker.text.suggestions import hint

Place = tuple[str | int, ...]
"""The keys and list places that lead to the mistake, from the part that is being judged."""


class Fault(NamedTuple):
    """One thing that is wrong, and the sentence about it."""

    place: Place
    text: str
    word: str = ""
    """The unknown word, of which the nearest `offered` one is suggested."""
    offered: tuple[str, ...] = ()


class Faults(ValueError):
    """Raised by a validator of a rule system's models."""

    def __init__(self, faults: Iterable[Fault | tuple[Place, str]]) -> None:
        self.faults = tuple(Fault(*fault) for fault in faults)
        super().__init__("; ".join(fault.text for fault in self.faults[:3]))


def only_known(names: Iterable[str], known: Container[str], what: str, there: Iterable[str], by_key: bool) -> None:
    """Refuse every name that is not known, as `X is not a pool: there are …`. Raises Faults.

    Here `what` is `not a pool`, and `there` are the names offered. The names are the keys of the part judged, or with
    `by_key` false the entries of a list.
    """
    strange = [(name if by_key else place, name) for place, name in enumerate(names) if name not in known]
    if strange:
        offered = tuple(there)
        sentence = f"is {what}: there are {', '.join(offered)}"
        raise Faults(Fault((place,), f"{name[:60]} {sentence}", name, offered) for place, name in strange)


def not_among(word: str, names: Collection[str], what: str) -> str:
    """Return `which is not among the skills; did you mean "Long Sword"?` for a word that is none of these names."""
    return f"which is not among the {what}{hint(word, names)}"
