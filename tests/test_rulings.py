"""The page of rulings is true: every house rule with its default and values, every ruling once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from tracker.games.hybrid.book.house_rules import HouseRules

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \| (\d+) \|", re.M)
ROWS = {key: (default, others, int(ruling)) for key, default, others, ruling in ROW.findall(PAGE)}
NUMBERED = [int(n) for n in re.findall(r"^(\d+)\. ", PAGE, re.M)]


def value(text: str) -> Any:
    return json.loads(text.strip("`"))


def test_every_house_rule_has_its_row_and_no_other() -> None:
    assert list(ROWS) == list(HouseRules.model_fields)


OF_THE_EDITION = ("critical_failure", "skill_pools")
"""Keys whose absence leaves it to the edition."""


def test_the_default_is_as_the_page_says() -> None:
    told = {key: value(row[0]) for key, row in ROWS.items() if key not in OF_THE_EDITION}
    assert {key: getattr(HouseRules(), key) for key in told} == told


def test_the_other_values_are_all_there_are() -> None:
    for key, (default, others, _) in ROWS.items():
        assert_all_values(key, default, others)


def assert_all_values(key: str, default: str, others: str) -> None:
    named = [value(word) for word in re.findall(r"`[^`]+`", others)]
    for other in named:
        assert HouseRules.model_validate({key: other}).everything(changed=True) == (f"{key} = {json.dumps(other)}",)
    choices = [
        one for kind in (HouseRules.model_fields[key].annotation, *get_args(HouseRules.model_fields[key].annotation))
        for one in get_args(kind) if isinstance(one, str)
    ]  # fmt: skip
    if choices:
        assert sorted({*named, *([] if key == "critical_failure" else [value(default)])}) == sorted(set(choices))
    with pytest.raises(ValidationError):
        HouseRules.model_validate({key: "something else"})


def test_ranges_are_as_the_page_says() -> None:
    for key, low, high in (("defence_point", 0, 10), ("down_at", 0, 60)):
        assert ROWS[key][1] == f"{low} to {high}"
        for wrong in (low - 1, high + 1):
            with pytest.raises(ValidationError):
                HouseRules.model_validate({key: wrong})
        assert HouseRules.model_validate({key: high})
    for wrong_pair in ([-41, 0], [1, 0], [-3], [-3, -6, -9]):
        with pytest.raises(ValidationError):
            HouseRules(florentine=wrong_pair)


def test_every_ruling_stands_there_once_and_house_rules_point_at_theirs() -> None:
    assert sorted(NUMBERED) == list(range(1, max(NUMBERED) + 1))
    assert all(ruling in NUMBERED for _, _, ruling in ROWS.values())


def test_rulings_cited_in_the_code_are_on_the_page() -> None:
    for room in (ROOT / "tracker" / "games" / "hybrid").rglob("*.py"):
        for first, more in re.findall(r"\brulings? (\d+)((?:(?:, | and )\d+)*)", room.read_text(encoding="utf-8")):
            for number in (first, *re.findall(r"\d+", more)):
                assert int(number) in NUMBERED, f"{room.name} cites ruling {number}"
