"""The page of each game's rules is true: a row a rule, cited in rooms and proved by tests; its rulings, its keys."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic import ValidationError

from tests.rules_listed import PAGES
from tests.rules_pages import LISTED, ROOT, page_of, rows
from tests.rules_pages import written as rules_written
from tests.verb_lines import GAMES, PAGE, written

each_game = pytest.mark.parametrize("game", PAGES)


@pytest.mark.parametrize("game", LISTED)
def test_every_rule_has_its_row_with_all_files_that_cite_it(game: str) -> None:
    assert sorted(rows(game)) == sorted(LISTED[game])
    assert page_of(game).read_text(encoding="utf-8") == rules_written(game), "python -m tests.rules_pages writes it"


@pytest.mark.parametrize("game", LISTED)
def test_a_rule_is_cited_proved_by_its_tests_and_reached(game: str) -> None:
    listed = rows(game)
    for rule in LISTED[game]:
        where, tests, reached = listed[rule]
        assert where and tests and reached, rule
        for file, name in tests:
            text = (ROOT / "tests" / game / file).read_text(encoding="utf-8")
            assert re.search(rf"^(?:async )?def {name}\(", text, re.M), (rule, name)


def rulings(game: str) -> list[tuple[str, str, str, str]]:
    """Number, key, default and other values of each ruling."""
    return re.findall(PAGES[game].ruling, page_of(game).read_text(encoding="utf-8"), re.M)


@each_game
def test_every_house_rule_has_its_ruling_and_every_ruling_its_row(game: str) -> None:
    assert sorted(key for _, key, _, _ in rulings(game) if key) == sorted(PAGES[game].house.model_fields)
    numbers = [int(number) for number, *_ in rulings(game) if number != "–"]
    assert numbers == sorted(numbers) and set(numbers) == set(range(1, numbers[-1] + 1))


@each_game
def test_default_and_other_values_are_as_the_page_says(game: str) -> None:
    for _, key, default, others in rulings(game):
        if key:
            assert_as_the_page_says(PAGES[game].house, key, default, others)


def assert_as_the_page_says(house: type[Any], key: str, default: str, others: str) -> None:
    as_ruled = json.loads(default.strip("` "))
    assert json.loads(house().model_dump_json())[key] == as_ruled, key
    values: list[Any] = [json.loads(word) for word in re.findall(r"`([^`]+)`", others)]
    bounds = re.fullmatch(r"(\d+) to (\d+)", others.strip())
    if bounds:
        low, high = int(bounds[1]), int(bounds[2])
        values = [value for value in (low, high) if value != as_ruled]
        for wrong in (low - 1, high + 1):
            with pytest.raises(ValidationError):
                house.model_validate({key: wrong})
    for value in values:
        changed = house.model_validate({key: value})
        assert changed.everything(changed=True) == (f"{key} = {json.dumps(value)}",)
    with pytest.raises(ValidationError):
        house.model_validate({key: "something else"})


@each_game
def test_the_pages_of_files_and_lines_have_every_key_and_verb(game: str) -> None:
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    part = page[page.index(f"### Keys of {game}") :].split("\n### ")[0].split("\n## ")[0]
    for model in PAGES[game].models:
        missing = [key for key in model.model_fields if f"`{key}`" not in part]
        assert not missing, f"{model.__name__}: {missing}"
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    part = page[page.index(f"### Lines of {game}") :].split("\n### ")[0].split("\n## ")[0]
    assert not [verb for verb in PAGES[game].verbs if not re.search(rf"`(\w+ )?{verb}[ `]", part)]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_lines_has_a_row_for_each_verb_as_the_game_has_it(game: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(game, page) == page
