"""A game's file of rules: what it must hold, and the sentence for what it may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.books import LETTERS
from tracker.game_api import parts
from tracker.games import registry
from tracker.games.toolkit.rule_files import book_of, read_rule_book

ONE: dict[str, Any] = {"id": "X-ONE", "title": "One", "text": "A.", "source": "us"}


def test_a_game_that_brings_no_rules_has_an_empty_book() -> None:
    assert parts.Display(None).rule_book().rules == ()
    assert read_rule_book("tracker.games.toolkit").rules == ()


def test_what_is_of_another_edition_is_not_in_the_text() -> None:
    document = {"rule": [{**ONE, "editions": {"1997": "B.", "current": "C."}}]}
    assert [book_of(document, edition).rules[0].text for edition in ("", "1997", "current")] == [
        "A.",
        "A.\nB.",
        "A.\nC.",
    ]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"rule": [{**ONE, "id": "one"}]}, "rule.1.id: String should match"),
        ({"rule": [{**ONE, "title": ""}]}, "rule.1.title: String should have at least 1 character"),
        ({"rule": [{key: ONE[key] for key in ("id", "title", "text")}]}, "rule.1.source: Field required"),
        ({"rule": [ONE, {**ONE, "colour": "red"}]}, "rule.2.colour: Extra inputs"),
        ({"rule": [ONE, ONE]}, "X-ONE is there twice"),
        ({"rule": [{**ONE, "see": ["X-TWO"]}]}, "X-ONE leads to X-TWO, which is not there"),
        ({"rule": {"id": "X"}}, "rule: Input should be a valid list"),
    ],
)
def test_a_wrong_file_of_rules_is_refused_in_a_sentence(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        book_of(document)


@pytest.mark.parametrize("game", LETTERS)
def test_the_rules_are_read_once(game: str) -> None:
    rules = registry.find(game).bind({})
    assert rules.display.rule_book() is rules.display.rule_book()
