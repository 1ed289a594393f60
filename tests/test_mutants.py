"""The coverage tables are executed: the changes that are tried on the rules are there, and the tests notice them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from tests.mutants.__main__ import SEED, arguments, drawn, verdicts
from tests.mutants.changes import GAMES, ROOT, Change, aimed, by_comparison, by_figure, changes, data
from tests.mutants.comparisons import comparisons
from tests.mutants.figures import figures, flat, keyed
from tests.rules_listed import PAGES, RULES

BY_HAND = ("F-THROW-6",)
"""Rules of which nothing is reckoned, so that nothing can be changed."""
AIMED = {"hybrid": 60, "phases": 30, "prism": 30, "feats": 30}
"""So many changes at least are aimed at the rules of a game, beside its figures."""
each_game = pytest.mark.parametrize("game", GAMES)


def page(game: str) -> str:
    name = "rules-coverage.md" if game == "hybrid" else f"rules-{game}.md"
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def rules(game: str) -> list[str]:
    return RULES if game == "hybrid" else PAGES[game].rules


@each_game
def test_every_aimed_change_finds_its_place_breaks_a_rule_of_the_page_and_can_be_loaded(game: str) -> None:
    for change in aimed(game):
        text = (ROOT / change.file).read_text(encoding="utf-8")
        changed = change.changed(text)
        assert changed != text, change.name
        compile(changed, change.file, "exec")
        assert change.rule in rules(game), change.name
        missing = [test for test in change.tests if not (ROOT / test).exists()]
        assert change.tests and not missing, (change.name, missing)


@each_game
def test_enough_changes_are_aimed_each_with_a_sentence_of_its_own(game: str) -> None:
    sentences = [change.name for change in aimed(game)]
    assert len(sentences) == len(set(sentences)) >= AIMED[game]


@each_game
def test_every_row_of_the_page_has_a_change_that_is_aimed_at_it(game: str) -> None:
    aimed_at = {change.rule for change in aimed(game)}
    assert [rule for rule in rules(game) if rule not in aimed_at and rule not in BY_HAND] == []


@each_game
def test_every_number_and_truth_of_a_games_tables_is_changed_once(game: str) -> None:
    for file in data(game)["figures"]["tables"]:
        text = (ROOT / file).read_text(encoding="utf-8")
        figured = {key for key, value in flat(tomli.loads(text)) if isinstance(value, (bool, int, float))}
        tried = keyed(text)
        assert len(tried) == len(list(figures(text))), file
        assert not figured - set(tried), file
    assert len(list(by_figure(game))) > 30


def test_a_key_a_comment_and_a_word_are_no_figures() -> None:
    text = 'rule = "H-ATK-2" # 3 of them\n[table.4]\n5 = 6\n"7 off" = -8\ndice = "2d6"\n'
    text += "many = [0.05, true]\nrow = { a1 = 2 }\n"
    assert [(key, figure.old, figure.new) for key, figure in keyed(text).items()] == [
        ("table.4.5", "6", "7"),
        ("table.4.7 off", "-8", "-7"),
        ("table.4.dice", '"2d6"', '"3d6"'),
        ("table.4.many[0]", "0.05", "0.06"),
        ("table.4.many[1]", "true", "false"),
        ("table.4.row.a1", "2", "3"),
    ]


def test_each_comparison_with_an_edge_is_moved_by_one_but_for_those_that_choose_words() -> None:
    text = """
def rule(a: int, b: int) -> bool:
    '''a < b − not this one'''
    return 0 <= a < b or a == b or "ä" >= str(a)
words = "less" if 1 < 2 else f"{3 > 4}"
"""
    seen = [(move.within, move.reads, move.old, move.new) for move in comparisons(text)]
    assert seen == [
        ("rule", "0 <= a", "<=", "<"),
        ("rule", "a < b", "<", "<="),
        ("rule", "'ä' >= str(a)", ">=", ">"),
    ]
    assert all(text[move.start :].startswith(f"{move.old} ") for move in comparisons(text))


@each_game
def test_the_comparisons_of_the_rooms_on_the_page_can_be_moved(game: str) -> None:
    moved = list(by_comparison(game))
    assert len(moved) >= 15
    for change in moved:
        compile(change.changed((ROOT / change.file).read_text(encoding="utf-8")), change.file, "exec")


@each_game
def test_what_no_test_notices_stands_on_the_page_with_its_reason(game: str) -> None:
    told = page(game)
    for change in changes(game):
        if change.alive:
            name = f"`{change.rule.partition('.')[2]}`: {change.what}" if change.start >= 0 else change.name
            assert f"| {name} | {change.alive} |" in told, change.name
    named = {change.rule for change in by_figure(game)}
    assert not set(data(game)["figures"].get("alive", {})) - named, "a figure that is not there any more"


def test_a_change_is_refused_where_its_text_is_not_there_or_there_twice() -> None:
    change = Change("phases", "P-DMG-1", "something", "body.py", "now", "then")
    assert change.changed("as it is now") == "as it is then"
    for text in ("as it was", "now and now"):
        with pytest.raises(ValueError, match=r"body\.py has"):
            change.changed(text)
    near = Change("phases", "P-DMG-1", "something", "body.py", "now", "then", near="and")
    assert near.changed("now and now") == "now and then"


def test_a_sample_is_the_same_each_time_and_another_by_another_seed() -> None:
    every = changes("phases")
    assert drawn(every, 8, SEED) == drawn(every, 8, SEED) != drawn(every, 8, SEED + 1)
    assert drawn(every, 0, SEED) == every


@pytest.mark.parametrize("file", ["CONTRIBUTING.md", "docs/rules-coverage.md"])
def test_the_command_is_told_with_options_that_it_has(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    told = re.findall(r"`python -m tests\.mutants([^`]*)`", text)
    assert told
    for options in told:
        arguments().parse_args(options.split())


# In copies of the project


@pytest.mark.slow
def test_a_change_that_says_the_same_lives_and_one_that_cannot_be_loaded_dies(tmp_path: Path) -> None:
    same = next(aimed("phases"))
    text = (ROOT / same.file).read_text(encoding="utf-8")
    first = text.splitlines()[0]
    harmless, broken = (
        Change("phases", same.rule, new, same.file, first, new, tests=("tests/phases/test_edges.py",))
        for new in (f"{first}  # a comment", f"{first} and no more")
    )
    assert [verdict.dead for verdict in verdicts([harmless, broken], 1, quick=True)] == [False, True]
    assert (ROOT / same.file).read_text(encoding="utf-8") == text, "only a copy is changed"


@pytest.mark.slow
@each_game
def test_a_sample_of_the_changes_dies(game: str, fewer: int) -> None:
    mortal = [change for change in changes(game) if not change.alive]
    tried = verdicts(drawn(mortal, 60 // fewer, SEED), 1)
    assert [verdict.change.name for verdict in tried if not verdict.dead] == []
