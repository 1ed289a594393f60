"""Which known word somebody may have meant: one engine for files, lines and options."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.text.suggestions import distance, hint, hint_or_list, mistyped, nearest

TRACKER = Path(__file__).parents[2] / "tracker"


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [("skil", "skill", 1), ("sklil", "skill", 1), ("sklils", "skill", 2), ("form", "from", 1), ("", "abc", 3)],
)
def test_a_letter_added_dropped_changed_or_swapped_is_one(one: str, other: str, letters: int) -> None:
    assert distance(one, other) == distance(other, one) == letters


def test_the_nearest_word_is_the_one_with_the_fewest_letters_off_then_that_of_the_earlier_group() -> None:
    assert nearest("skilll", ["kill", "skill", "skin"]) == "skill"
    assert nearest("skil", ["skill"], ["skin"]) == "skill" and nearest("skil", ["skin"], ["skill"]) == "skin"
    assert nearest("form", ["forms", "from"]) == "from"
    assert nearest("Long Swrod", ["Short Sword", "Long Sword"]) == "Long Sword"
    assert nearest("experience", ["exp"]) == "exp", "a beginning is meant as well"
    assert nearest("sword", ["bow", "axe"]) == "" and nearest("x" * 61, ["x" * 61]) == ""


def test_a_hint_names_the_word_or_all_there_are() -> None:
    assert hint("skil", ["skill"]) == '; did you mean "skill"?' and hint("bow", ["skill"]) == ""
    assert hint_or_list("bow", ["skill", "stats"]) == "; there are skill, stats"
    assert hint_or_list("bow", []) == "; there are none"


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("Initative", "Initiative", "Initiative"),
        ("Sped", "Speed", "Speed"),
        ("Fist", "Fists", "Fists"),
        ("initiative", "Initiative", "Initiative"),
        ("Initiative", "Initiative", ""),
        ("Initve", "Initiative", ""),
        ("Axe", "Bow", ""),
        ("Will", "Wits", ""),
        ("Team 2", "Team 1", ""),
        ("Side B", "Side A", ""),
    ],
)
def test_a_word_is_mistyped_where_it_is_one_or_two_letters_off(word: str, known: str, meant: str) -> None:
    assert mistyped(word, [known]) == meant


def test_there_is_one_engine() -> None:
    assert [
        path.name for path in TRACKER.rglob("*.py") if "get_close_matches" in path.read_text(encoding="utf-8")
    ] == []
