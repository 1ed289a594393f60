"""Changes to a party file as values: a key, its old value and its new one, person by person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """A key of a person and its values; None: it is not there. `words` tell it, or are empty."""

    person: str
    keys: tuple[str, ...]
    was: Any
    now: Any
    words: str = ""


@dataclass(frozen=True, slots=True)
class PersonChanges:
    """What would be written of one person; `remarks` are sentences on what is not."""

    name: str
    changes: tuple[Change, ...]
    remarks: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All that is told of it in one line."""
        return ", ".join(change.words for change in self.changes if change.words)


def value_of(entry: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """The value at `keys`, plain; None when there is none. Into a list leads the name of its entry."""
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
    """The table of a list whose `name` is this one; None when there is none."""
    return next((entry for entry in entries if isinstance(entry, Mapping) and entry.get("name") == name), None)
