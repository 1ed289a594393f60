"""Changes to a party file as values: a key, its old value and its new one, person by person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A key of a person with its old and new value. None: the key is missing.

    `words` describe the change, or are empty.
    """

    person: str
    keys: tuple[str, ...]
    was: Any
    now: Any
    words: str = ""


@dataclass(frozen=True, slots=True)
class PersonChanges:
    """The changes to one person's entry. `remarks` are sentences about what is not written."""

    name: str
    changes: tuple[Change, ...]
    remarks: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return ", ".join(change.words for change in self.changes if change.words)


def value_of(entry: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """Return the value at `keys` as plain data, or None. In a list, a key is the name of an entry."""
    value: Any = entry
    for key in keys:
        value = (
            entry_called(value, key)
            if isinstance(value, list)
            else value.get(key)
            if isinstance(value, Mapping)
            else None
        )
    return value


def entry_called(entries: list[Any], name: str) -> Any:
    """Return the table of a list that has this `name`, or None."""
    return next((entry for entry in entries if isinstance(entry, Mapping) and entry.get("name") == name), None)
