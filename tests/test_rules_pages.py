"""The page of each game's rules is true: a row a rule, cited in rooms and proved by tests; its rulings, its keys."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.rules_listed import PAGES
from tests.verb_lines import GAMES, PAGE, written

ROOT = Path(__file__).parents[1]
each_game = pytest.mark.parametrize("game", PAGES)


def text_of(game: str) -> str:
    return (ROOT / "docs" / f"rules-{game}.md").read_text(encoding="utf-8")


def rooms(game: str) -> Path:
    return ROOT / "tracker" / "games" / game


def rows(game: str) -> dict[str, tuple[list[str], list[tuple[str, str]], str]]:
    """By rule: its rooms, its tests by file and name, how the game master reaches it."""
    row = re.compile(rf"^\| ({PAGES[game].prefix}-[A-Z]+(?:-\d+)?) \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$", re.M)
    return {
        rule: (re.findall(r"`([\w/]+\.(?:py|toml))`", where), re.findall(r"`(\w+\.py)::(\w+)`", tests), reached.strip())
        for rule, where, tests, reached in row.findall(text_of(game))
    }


def rulings(game: str) -> list[tuple[str, str, str, str]]:
    """Number, key, default and other values of each ruling."""
    return re.findall(PAGES[game].ruling, text_of(game), re.M)


def cited(text: str, prefix: str) -> set[str]:
    """The rules a text cites: `P-DMG-4`, `P-CHECK 1–3 and 5`, `S-ARM-2 to S-ARM-5`, `P-SUB`."""
    rules: set[str] = set()
    numbers = r"(?:[- ]\d+(?:–\d+)?)(?:(?:, | and )\d+(?:–\d+)?(?![\d%×]))*"
    for name, told, last in re.findall(rf"{prefix}-([A-Z]+)({numbers})?(?: to {prefix}-[A-Z]+-(\d+))?", text):
        rules.add(f"{prefix}-{name}")
        for low, high in re.findall(r"(\d+)(?:–(\d+))?", told):
            rules |= {f"{prefix}-{name}-{n}" for n in range(int(low), int(last or high or low) + 1)}
    return rules


@each_game
def test_every_rule_has_its_row_and_no_other_has(game: str) -> None:
    assert sorted(rows(game)) == sorted(PAGES[game].rules)


@pytest.mark.parametrize(("game", "rule"), [(game, rule) for game in PAGES for rule in rows(game)])
def test_a_rule_is_cited_in_its_rooms_and_proved_by_its_tests(game: str, rule: str) -> None:
    where, tests, reached = rows(game)[rule]
    assert where and tests and reached
    prefix, section, *_ = rule.split("-")
    texts = {room: (rooms(game) / room).read_text(encoding="utf-8") for room in where}
    assert not [room for room, text in texts.items() if f"{prefix}-{section}" not in text]
    assert any(rule in cited(text, prefix) for text in texts.values()), f"{rule} is cited nowhere in {where}"
    for file, name in tests:
        assert f"\ndef {name}(" in (ROOT / "tests" / game / file).read_text(encoding="utf-8"), name


@each_game
def test_no_rule_is_cited_that_is_not_there(game: str) -> None:
    page = PAGES[game]
    known = {*page.rules, *(f"{page.prefix}-{name}" for name in page.sections)}
    for room in (*rooms(game).rglob("*.py"), rooms(game) / "book" / "tables.toml"):
        assert not cited(room.read_text(encoding="utf-8"), page.prefix) - known, room.name


@each_game
def test_every_house_rule_has_its_ruling_and_every_ruling_its_row(game: str) -> None:
    assert sorted(key for _, key, _, _ in rulings(game) if key) == sorted(PAGES[game].house.model_fields)
    numbers = [int(number) for number, *_ in rulings(game) if number != "–"]
    assert numbers == sorted(numbers) and set(numbers) == set(range(1, PAGES[game].rulings + 1))


@pytest.mark.parametrize(
    ("game", "key", "default", "others"), [(game, *row[1:]) for game in PAGES for row in rulings(game) if row[1]]
)
def test_default_and_other_values_are_as_the_page_says(game: str, key: str, default: str, others: str) -> None:
    house = PAGES[game].house
    as_ruled = json.loads(default.strip("` "))
    assert json.loads(house().model_dump_json())[key] == as_ruled
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
        assert changed.everything(changed=True) == (f"{key} = {json.dumps(value)}",)  # type: ignore[attr-defined]
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
