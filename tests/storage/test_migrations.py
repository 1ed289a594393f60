"""Older formats are brought to the newest one function at a time; newer ones are refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tracker.storage.migrations import FORMAT, MIGRATIONS, checked, migrated
from tracker.storage.mistakes import StorageError


def test_there_is_a_function_for_every_older_format() -> None:
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


def test_a_file_goes_through_every_format_in_turn() -> None:
    def to_two(what: str, data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "name": data["title"], "was": [what, 1]}

    def to_three(what: str, data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "was": [*data["was"], 2]}

    data = migrated("encounter", {"title": "Ford"}, 1, {1: to_two, 2: to_three}, newest=3)
    assert data == {"title": "Ford", "name": "Ford", "was": ["encounter", 1, 2]}
    assert migrated("encounter", {"was": []}, 3, {1: to_two, 2: to_three}, newest=3) == {"was": []}


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (99, "format 99 is newer than this program knows (1); a newer tracker reads it"),
        (0, "format must be a whole number from 1 to 1, not 0"),
        (True, "format must be a whole number from 1 to 1, not True"),
        ("1", "format must be a whole number from 1 to 1, not '1'"),
    ],
)
def test_a_format_nobody_knows_is_a_sentence(number: object, sentence: str) -> None:
    assert checked(number) == sentence


def test_a_newer_format_is_never_guessed_at() -> None:
    with pytest.raises(StorageError, match="a newer tracker reads it"):
        migrated("step", {}, 99)
