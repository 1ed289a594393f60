"""The rules are searched in words of the table, and the right one is among the first three."""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.lanes import drawing, sample
from tests.rules.books import LETTERS, book_of
from tests.rules.questions import ALL, missed, mistyped, search
from tracker.game_api.rule_book import Rule, RuleBook
from tracker.views.pages.rule_search import MOST, RuleSearch

TENTH = random.Random(20).sample([asked for name in ALL for asked in ALL[name]], 35)
"""The questions of every day."""


def test_of_a_tenth_of_the_questions_nine_in_ten_have_the_right_rule_in_the_first_three() -> None:
    assert len(missed(TENTH)) <= 3, missed(TENTH)


def test_with_a_slip_of_the_fingers_nearly_nine_in_ten_of_a_tenth_are_answered() -> None:
    assert len(missed(mistyped(TENTH))) <= 5, missed(mistyped(TENTH))


def test_the_right_rules_of_the_questions_are_there() -> None:
    for asked in ALL.values():
        for question in asked:
            assert all(book_of(question["system"]).rule(id) for id in question["right"]), question


@drawing
def test_a_question_is_answered_within_fifty_milliseconds_of_processor() -> None:
    def seconds(game: str, words: str) -> float:
        began = time.process_time()
        search(game).find(words)
        return time.process_time() - began

    for question in sample([*ALL["questions"], *ALL["short_questions"]], 35):
        game, words = question["system"], question["asks"]
        search(game)
        assert any(seconds(game, words) <= 0.05 for _ in range(5)), words


@pytest.mark.parametrize("game", LETTERS)
def test_every_rule_is_found_first_by_its_id_and_soon_by_its_title(game: str) -> None:
    for rule in book_of(game).rules:
        assert search(game).find(rule.id.lower()) == (rule,)
        assert rule in search(game).find(rule.title)[:4], rule.title


def test_the_beginning_of_a_word_finds_it_while_it_is_typed() -> None:
    assert "H-DEF-7" in [rule.id for rule in search("hybrid").find("parr")[:3]]


def test_a_house_rule_finds_the_rule_that_it_changes() -> None:
    assert search("hybrid").find("must_close")[0].id == "H-ATK-7"


@pytest.mark.parametrize(
    "asked",
    ["", "   ", '"', "NEAR(", "a OR", "*", "id:parry", "')--", "\0", "\x1b[31m", "𒀀", "the", "()^-+", "AND NOT"],
)
def test_signs_that_the_index_takes_for_orders_are_words_or_nothing(asked: str) -> None:
    assert len(search("hybrid").find(asked)) <= MOST


BOOK = RuleBook(
    (
        Rule("A-ONE", "Taking cover", "A wall in a sub-phase stops arrows."),
        Rule("A-TWO", "Armour", "It stops arrows, too."),
        Rule("A-SIX", "Arms", "Both are useless."),
    ),
    {"bullet": ("arrows",)},
)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("bullets", ["A-TWO", "A-ONE"]),  # a synonym in another form
        ("armuor", ["A-TWO"]),  # two letters swapped
        ("uselss", ["A-SIX"]),
        ("useeless", ["A-SIX"]),
        ("bulelt", ["A-TWO", "A-ONE"]),  # a mistyped synonym
        ("arrews", []),  # of short words too many differ by a letter
        ("subphase", ["A-ONE"]),  # two words that are written as one
        ("arm", ["A-SIX", "A-TWO"]),  # a whole word before one that only begins so
        ("xrmour", []),  # another first letter is another word
        ("wal", ["A-ONE"]),  # a short word is no slip, but may be the beginning of one
        ("wla", []),
    ],
)
def test_a_word_in_another_form_or_with_a_slip_of_the_fingers_is_the_word_that_was_meant(
    asked: str, first: list[str]
) -> None:
    assert [rule.id for rule in RuleSearch(BOOK).find(asked)] == first


def test_a_rule_that_answers_all_words_comes_before_one_that_has_one_of_them_in_its_title() -> None:
    rules = (
        Rule("A-ONE", "Armour", "It wears off."),
        Rule("A-TWO", "Blows", "A heavy arrow goes on.", words=("armour",)),
        *(Rule(f"B-{letter}", "Other things", "A heavy sword, an arrow.") for letter in "ABCDEF"),
        *(Rule(f"C-{letter}", "Other things", "Nothing.") for letter in "ABCDEF"),
    )
    assert [rule.id for rule in RuleSearch(RuleBook(rules)).find("armour")[:2]] == ["A-ONE", "A-TWO"]
    assert RuleSearch(RuleBook(rules)).find("arrow armour heavy")[0].id == "A-TWO"


def test_a_question_without_end_is_answered() -> None:
    assert search("hybrid").find("parry " * 100_000)[0].id == "H-DEF-7"


def test_accents_and_capitals_make_no_difference() -> None:
    assert search("hybrid").find("PÁRRY")[0].id == search("hybrid").find("parry")[0].id


def test_a_word_of_the_table_means_the_words_of_the_rules() -> None:
    book = RuleBook((Rule("A-ONE", "Taking cover", "x"), Rule("A-TWO", "Falling", "x")), {"duck": ("cover",)})
    assert [rule.id for rule in RuleSearch(book).find("duck")] == ["A-ONE"]


def test_a_synonym_ranks_a_rule_before_one_that_has_only_the_other_words() -> None:
    rules = (Rule("A-ONE", "One", "run"), Rule("A-TWO", "Two", "run and take cover"), Rule("A-SIX", "Six", "x"))
    assert [rule.id for rule in RuleSearch(RuleBook(rules)).find("duck run")] == ["A-ONE", "A-TWO"]
    with_it = RuleSearch(RuleBook(rules, {"duck": ("cover",)}))
    assert [rule.id for rule in with_it.find("duck run")] == ["A-TWO", "A-ONE"]


def test_a_game_without_rules_finds_none() -> None:
    assert RuleSearch(RuleBook()).find("parry") == ()


def without_fts5(monkeypatch: pytest.MonkeyPatch) -> None:
    sqlite3 = pytest.importorskip("sqlite3")

    class Lacking:
        def execute(self, statement: str) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

        def close(self) -> None:
            pass

    monkeypatch.setattr(sqlite3, "connect", lambda place, **settings: Lacking())


def without_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)


@pytest.mark.parametrize("without", sample([without_fts5, without_sqlite]))
def test_where_python_lacks_the_index_the_rules_are_searched_all_the_same(
    without: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch)
    plain = {game: RuleSearch(book_of(game)) for game in LETTERS}
    right = [
        question
        for question in TENTH
        if set(question["right"]) & {rule.id for rule in plain[question["system"]].find(question["asks"])[:3]}
    ]
    assert len(right) >= 28
    assert plain["hybrid"].find("parry")[0].id == "H-DEF-7" and plain["hybrid"].find("xyzzy") == ()


def test_the_index_of_a_search_is_closed_when_the_search_is_let_go() -> None:
    sqlite3 = pytest.importorskip("sqlite3")
    searched = RuleSearch(RuleBook((Rule("A-ONE", "One", "run"),)))
    index = searched._index
    assert index is not None and searched.find("run")
    del searched
    gc.collect(1)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        index.execute("SELECT 1")


def test_another_thread_may_let_go_of_a_search() -> None:
    held = [RuleSearch(RuleBook((Rule("A-ONE", "One", "run"),)))]
    with ThreadPoolExecutor(1) as other:
        other.submit(held.clear).result()
    gc.collect(1)
    assert not held
