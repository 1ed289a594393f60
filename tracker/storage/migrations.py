"""Migrations: how files of an older format become the present one. One function a number, never changed later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tracker.storage.toml.diagnostics import StorageError

FORMAT = 1
"""The format this program writes."""

Migration = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Takes what it is (`encounter`, `library`, `step`, `state`) and its keys, and gives the keys of the next format."""

MIGRATIONS: Mapping[int, Migration] = {}
"""Format → how to make the next one of it."""


def checked(number: object, newest: int = FORMAT) -> str:
    """Why a file of this format cannot be read, as a sentence; empty when it can."""
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
    """The keys of a file or block of format `number`, brought to the newest; raises StorageError."""
    why = checked(number, newest)
    if why:
        raise StorageError(why)
    for step in range(number, newest):
        data = migrations[step](what, data)
    return data
