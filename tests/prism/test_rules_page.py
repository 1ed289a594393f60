"""The page of rules and rulings is true: a row for every rule, its rooms cite it, its tests are there, its keys are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tracker.systems.prism.book.house import HouseRules, Options, Scene
from tracker.systems.prism.sheets import models

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "tracker" / "systems" / "prism"
PAGE = (ROOT / "docs" / "rules-prism.md").read_text(encoding="utf-8")
SECTIONS = {"DICE": 1, "TN": 4, "OPP": 4, "QUAL": 3, "CHAIN": 5, "TURN": 3, "REACT": 0, "DODGE": 4, "DEFLECT": 4,
            "ABSORB": 0, "DMG": 6, "ARM": 6, "GROW": 1}  # fmt: skip
"""How many numbered rules each section has; 0: it stands as one."""
RULES = [f"S-{name}-{n}" for name, many in SECTIONS.items() for n in range(1, many + 1)]
WHOLE = ["S-REACT", "S-ABSORB", "S-TURN"]
"""Sections that are themselves a rule; S-TURN has its table of movement besides its numbers."""
ROWS = {
    rule: (re.findall(r"`([\w/]+\.py)`", rooms), re.findall(r"`(\w+\.py)::(\w+)`", tests), reached.strip())
    for rule, rooms, tests, reached in re.findall(
        r"^\| (S-[A-Z]+(?:-\d+)?) \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$", PAGE, re.M
    )
}
RULINGS = re.findall(r"^\| (\d+|–) \| [^|]* \| (?:`(\w+)`|–) \|([^|]*)\|([^|]*)\|$", PAGE, re.M)
CITED = re.compile(r"S-(?:[A-Z]+)(?:-\d+)?(?: to S-[A-Z]+-\d+)?")


def cited(text: str) -> set[str]:
    rules: set[str] = set()
    for word in CITED.findall(text):
        if " to " not in word:
            rules.add(word)
            continue
        first, last = word.split(" to ")
        section, low = first.rsplit("-", 1)
        rules |= {f"{section}-{n}" for n in range(int(low), int(last.rsplit("-", 1)[1]) + 1)}
    return rules


def test_every_rule_has_its_row_and_no_other_has() -> None:
    assert sorted(ROWS) == sorted([*RULES, *WHOLE])


@pytest.mark.parametrize("rule", ROWS)
def test_a_rule_is_cited_in_each_of_its_rooms_and_proved_by_its_tests(rule: str) -> None:
    rooms, tests, reached = ROWS[rule]
    assert rooms and tests and reached
    section = rule.rsplit("-", 1)[0] if rule[-1].isdigit() else rule
    texts = {room: (ROOMS / room).read_text(encoding="utf-8") for room in rooms}
    for room, text in texts.items():
        assert section in text, f"{room} never speaks of {section}"
    assert any(rule in cited(text) for text in texts.values()), f"{rule} is cited nowhere in {rooms}"
    for file, name in tests:
        assert f"\ndef {name}(" in (ROOT / "tests" / "prism" / file).read_text(encoding="utf-8"), name


def test_no_rule_is_cited_that_is_not_there() -> None:
    known = {*RULES, *(f"S-{name}" for name in SECTIONS)}
    for room in (*ROOMS.rglob("*.py"), ROOMS / "book" / "tables.toml"):
        assert not cited(room.read_text(encoding="utf-8")) - known, room.name


def test_every_house_rule_has_its_ruling_and_no_other_has() -> None:
    keys = [key for _, key, _, _ in RULINGS if key]
    assert sorted(keys) == sorted(HouseRules.model_fields)
    assert sorted({int(number) for number, *_ in RULINGS if number != "–"}) == list(range(1, 30))


@pytest.mark.parametrize(("key", "default", "others"), [row[1:] for row in RULINGS if row[1]])
def test_default_and_other_values_are_as_the_page_says(key: str, default: str, others: str) -> None:
    as_ruled = json.loads(default.strip("` "))
    assert getattr(HouseRules(), key) == as_ruled
    values: list[Any] = [json.loads(word) for word in re.findall(r"`([^`]+)`", others)]
    bounds = re.fullmatch(r"(\d+) to (\d+)", others.strip())
    if bounds:
        low, high = int(bounds[1]), int(bounds[2])
        values = [value for value in (low, high) if value != as_ruled]
        for wrong in (low - 1, high + 1):
            with pytest.raises(ValidationError):
                HouseRules.model_validate({key: wrong})
    for value in values:
        assert HouseRules.model_validate({key: value}).changed() == (f"{key} = {json.dumps(value)}",)
    with pytest.raises(ValidationError):
        HouseRules.model_validate({key: "something else"})


def test_the_page_of_files_has_every_key() -> None:
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    part = page[page.index("### Keys of prism") :].split("\n### ")[0]
    for model in (Options, Scene, models.Entry, models.Pools, models.Skill, models.Weapon, models.Armour):
        missing = [key for key in model.model_fields if f"`{key}`" not in part]
        assert not missing, f"{model.__name__}: {missing}"
