"""Migrations: turn files of an older format into the present one. Each format has one function, which never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tracker.storage.toml.diagnostics import StorageError

FORMAT = 1
HEAD = f'format = {FORMAT}\nkind = "fight"\n\n'
"""The first lines of every fight's file."""

Migration = Callable[[str, dict[str, Any]], dict[str, Any]]
"""A function from the kind of data (`encounter`, `library`, `step`, `state`) and its keys to the next format's keys."""

MIGRATIONS: Mapping[int, Migration] = {}
"""The migrations, each by the format it begins with."""


def checked(number: object, newest: int = FORMAT) -> str:
    """Return why a file of this format cannot be read, as a sentence. Empty when it can."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        return f"format must be a whole number from 1 to {newest}, not {number!r}"
    if number > newest:
        return f"format {number} is newer than this program knows ({newest}); a newer tracker reads it"
    return ""


def migrated(
    what: str,
    data: dict[str, Any],
    number: int,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    newest: int = FORMAT,
) -> dict[str, Any]:
    """Return the keys of a file or block of format `number` in the newest format. Raises StorageError."""
    why = checked(number, newest)
    if why:
        raise StorageError(why)
    for step in range(number, newest):
        data = migrations[step](what, data)
    return data
