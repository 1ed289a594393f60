"""Every rule that the program cites is written down, and every rule that is written down is cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.books import LETTERS, book_of
from tests.rules_listed import RULES_OF_THEIR_OWN
from tests.rules_pages import citing
from tracker.games import registry

SYSTEMS = Path(__file__).parents[2] / "tracker" / "games"
each_game = pytest.mark.parametrize("game", LETTERS)


def cited(game: str) -> set[str]:
    return {rule for rules in citing(game).values() for rule in rules}


def sections(ids: set[str]) -> set[str]:
    return {re.sub(r"-\d+$", "", id) for id in ids}


@each_game
def test_every_rule_that_is_cited_is_written(game: str) -> None:
    assert cited(game) - {rule.id for rule in book_of(game).rules} == set()


@each_game
def test_every_rule_that_is_written_is_cited(game: str) -> None:
    named = cited(game)
    assert {rule.id for rule in book_of(game).rules} - named - sections(named) == set()


def test_both_editions_of_hybrid_have_the_same_rules() -> None:
    current, former = book_of("hybrid"), book_of("hybrid", edition="1997")
    assert [rule.id for rule in current.rules] == [rule.id for rule in former.rules]


@each_game
def test_a_rule_has_a_sentence_words_a_source_and_no_line_break_within_a_paragraph(game: str) -> None:
    for rule in book_of(game).rules:
        assert rule.title[0].isupper() or rule.title[0].isdigit(), rule.id
        assert rule.text.rstrip().endswith((".", "†", ")")), rule.id
        assert rule.words and rule.source, rule.id
        assert len(rule.text) < 1400, f"{rule.id} is longer than a page of 80 columns and 24 lines"
        assert rule.id not in rule.see, rule.id


@each_game
def test_a_rule_points_only_to_house_rules_that_there_are(game: str) -> None:
    known = {line.partition(" =")[0] for line in registry.find(game).bind({}).display.house_rules()}
    assert {key for rule in book_of(game).rules for key in rule.house} - known == set()


@pytest.mark.parametrize("game", ["hybrid", "phases", "prism", "feats"])
def test_every_house_rule_is_named_by_the_rule_that_it_changes(game: str) -> None:
    known = {line.partition(" =")[0] for line in registry.find(game).bind({}).display.house_rules()}
    assert known - {key for rule in book_of(game).rules for key in rule.house} - NO_RULE == set()


NO_RULE = {"reading", "every_second", "down_at", "halts", "unnoticed_wake"}
"""House rules about asking and halting, and about many rules at once."""


@each_game
def test_a_rule_of_several_parts_leads_to_all_of_them(game: str) -> None:
    book = book_of(game)
    for rule in book.rules:
        if rule.id in RULES_OF_THEIR_OWN or rule.id[-1].isdigit():
            continue
        parts = [other.id for other in book.rules if re.fullmatch(rf"{rule.id}-\d+", other.id)]
        assert set(parts[:1]) <= set(rule.see), rule.id


def test_an_edition_has_its_own_figures_only() -> None:
    current, former = book_of("hybrid"), book_of("hybrid", edition="1997")
    assert "Jumping is −4." in current.rule("H-ATK-5").text  # type: ignore[union-attr]
    assert "Jumping is −3." in former.rule("H-ATK-5").text  # type: ignore[union-attr]
    assert "−4" not in former.rule("H-ATK-5").text  # type: ignore[union-attr]


def test_an_id_is_found_in_a_text_whole_and_once() -> None:
    book = book_of("hybrid")
    text = "rolled (H-DEF-10), H-DEF, (H-ATK-1) and again H-DEF-10; not XH-ATK-2, H-ATK-99 or H-ATK-1x"
    assert book.cited(text) == ("H-DEF-10", "H-DEF", "H-ATK-1")


def test_an_id_is_found_in_whatever_case_it_is_typed() -> None:
    rule = book_of("hybrid").rule(" h-def-7 ")
    assert rule is not None and rule.title == "Parry"


@each_game
def test_every_condition_of_a_game_leads_to_a_rule(game: str) -> None:
    book, rules = book_of(game), registry.find(game).bind({})
    for condition in rules.choices.conditions_by_hand():
        assert book.shown_in(f"Hanna: {condition.label} −4, then nothing"), condition.label


@each_game
def test_a_sign_stands_for_one_rule_only(game: str) -> None:
    signs = [sign.casefold() for rule in book_of(game).rules for sign in rule.signs]
    assert len(signs) == len(set(signs))


def test_the_longer_sign_is_taken_and_ids_come_first() -> None:
    book = book_of("hybrid")
    text = "Badly stunned −6 · parry 50 (H-CHECK-1)"
    assert [rule.id for rule in book.shown_in(text)] == ["H-CHECK-1", "H-DMG-8", "H-DEF-7"]
