"""The page of rules and rulings is true: a row for every rule, its rooms cite it, its tests are there, its keys are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tracker.systems.phases.book.house import HouseRules, Options, Scene
from tracker.systems.phases.lines.words import VERBS
from tracker.systems.phases.sheets.sheet import Entry, Skill, Weapon

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "tracker" / "systems" / "phases"
PAGE = (ROOT / "docs" / "rules-phases.md").read_text(encoding="utf-8")
SECTIONS = {"CHECK": 5, "VS": 5, "INIT": 4, "TIME": 2, "SUB": 2, "FIRE": 4, "MOVE": 0, "HIT": 2, "DMG": 8, "GROW": 0}
"""How many numbered rules each section has; 0: it stands as one."""
RULES = [f"P-{name}-{n}" for name, many in SECTIONS.items() for n in range(1, many + 1)]
WHOLE = ["P-SUB", "P-MOVE", "P-GROW"]
"""Sections that are themselves a rule; P-SUB has its table besides its numbers."""
ROWS = {
    rule: (re.findall(r"`([\w/]+\.py)`", rooms), re.findall(r"`(\w+\.py)::(\w+)`", tests), reached.strip())
    for rule, rooms, tests, reached in re.findall(
        r"^\| (P-[A-Z]+(?:-\d+)?) \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$", PAGE, re.M
    )
}
RULINGS = re.findall(r"^\| (\d+) \| [^|]* \| (?:`(\w+)`|–) \|([^|]*)\|([^|]*)\|$", PAGE, re.M)
CITED = re.compile(r"P-([A-Z]+)((?:[- ]\d+(?:–\d+)?)(?:(?:, | and )\d+(?:–\d+)?(?![\d%×]))*)?")


def cited(text: str) -> set[str]:
    """The rules a text cites: `P-DMG-4`, `P-CHECK 1–3 and 5`, `P-SUB`."""
    rules = set()
    for match in CITED.finditer(text):
        rules.add(f"P-{match[1]}")
        for span in re.finditer(r"(\d+)(?:–(\d+))?", match[2] or ""):
            rules |= {f"P-{match[1]}-{n}" for n in range(int(span[1]), int(span[2] or span[1]) + 1)}
    return rules


def test_every_rule_has_its_row_and_no_other_has() -> None:
    assert sorted(ROWS) == sorted([*RULES, *WHOLE])


@pytest.mark.parametrize("rule", ROWS)
def test_a_rule_is_cited_in_its_rooms_and_proved_by_its_tests(rule: str) -> None:
    rooms, tests, reached = ROWS[rule]
    assert rooms and tests and reached
    section = rule.rsplit("-", 1)[0] if rule[-1].isdigit() else rule
    texts = {room: (ROOMS / room).read_text(encoding="utf-8") for room in rooms}
    assert not [room for room, text in texts.items() if section not in text]
    assert any(rule in cited(text) for text in texts.values()), f"{rule} is cited nowhere in {rooms}"
    for file, name in tests:
        assert f"\ndef {name}(" in (ROOT / "tests" / "phases" / file).read_text(encoding="utf-8"), name


def test_no_rule_is_cited_that_is_not_there() -> None:
    known = {*RULES, *(f"P-{name}" for name in SECTIONS)}
    for room in (*ROOMS.rglob("*.py"), ROOMS / "book" / "tables.toml"):
        assert not cited(room.read_text(encoding="utf-8")) - known, room.name


def test_every_house_rule_has_its_ruling_and_every_ruling_its_row() -> None:
    assert sorted(key for _, key, _, _ in RULINGS if key) == sorted(HouseRules.model_fields)
    assert [int(number) for number, *_ in RULINGS] == list(range(1, 33))


@pytest.mark.parametrize(("key", "default", "others"), [row[1:] for row in RULINGS if row[1]])
def test_default_and_other_values_are_as_the_page_says(key: str, default: str, others: str) -> None:
    as_ruled = json.loads(default.strip("` "))
    assert json.loads(HouseRules().model_dump_json())[key] == as_ruled
    values: list[Any] = [json.loads(word) for word in re.findall(r"`([^`]+)`", others)]
    bounds = re.fullmatch(r"(\d+) to (\d+)", others.strip())
    if bounds:
        low, high = int(bounds[1]), int(bounds[2])
        values = [value for value in (low, high) if value != as_ruled]
        for wrong in (low - 1, high + 1):
            with pytest.raises(ValidationError):
                HouseRules.model_validate({key: wrong})
    for value in values:
        assert HouseRules.model_validate({key: value}).everything(changed=True) == (f"{key} = {json.dumps(value)}",)
    with pytest.raises(ValidationError):
        HouseRules.model_validate({key: "something else"})


def test_the_pages_of_files_and_lines_have_every_key_and_verb() -> None:
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    part = page[page.index("### Keys of phases") :].split("\n### ")[0]
    for model in (Options, Scene, Entry, Skill, Weapon):
        missing = [key for key in model.model_fields if f"`{key}`" not in part]
        assert not missing, f"{model.__name__}: {missing}"
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    part = page[page.index("### Lines of phases") :].split("\n### ")[0]
    assert not [verb for verb in VERBS if f" {verb}" not in part]
