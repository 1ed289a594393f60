"""Queries: what is asked of a fight. Answering one changes nothing (`session.queries`)."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary: the fighters who are left, what each did, took and spent, and the last word of the game."""

    each: bool = False
    """True if each member of a group is also told separately."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes to the game master in the encounter's file."""


@dataclass(frozen=True, slots=True)
class Events:
    """The free events still to come, by number."""


@dataclass(frozen=True, slots=True)
class Why:
    """The sum behind a number of `who`. Without words, behind all its numbers."""

    who: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reckon:
    """The result of a calculator, with the figures of `who` as defaults. An empty `who`: without a fighter's."""

    who: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookUp:
    """The rule with an id, or the one that answers the words. Without words, all titles."""

    words: tuple[str, ...]


Query = Summary | Notes | Events | Why | Reckon | LookUp
