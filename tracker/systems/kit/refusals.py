"""Refusals: why something cannot be done as things stand, out of the rows of a game's `refusals.toml`."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.systems.kit.files import read
from tracker.systems.kit.tables import Table


class Row(Table):
    """What is refused (`verbs`) while a fact holds, or `not ` that fact, and the sentence that says so."""

    verbs: tuple[str, ...]
    when: str
    why: str


class Refusals(Table):
    """All rows, in the order in which they are asked; a word of `groups` among the verbs stands for several."""

    groups: Mapping[str, tuple[str, ...]] = {}
    refusal: tuple[Row, ...]

    def why_not(self, asked: str, facts: Mapping[str, object], **words: object) -> str:
        """The sentence of the first row of the verb `asked` whose fact holds, its gaps filled; empty when none does."""
        names = {asked, *(group for group, verbs in self.groups.items() if asked in verbs)}
        rows = (row for row in self.refusal if names.intersection(row.verbs))
        return next((row.why for row in rows if _holds(row.when, facts)), "").format_map(words)


def _holds(when: str, facts: Mapping[str, object]) -> bool:
    """A fact nobody speaks of neither holds nor fails to."""
    fact = when.removeprefix("not ")
    return fact in facts and bool(facts[fact]) is not when.startswith("not ")


def read_refusals(package: str) -> Refusals:
    """The rows of `refusals.toml` in `package`; raises ValueError for what does not fit."""
    return Refusals.model_validate(read(package, "refusals.toml"))
