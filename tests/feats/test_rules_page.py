"""The page of feats is true: a row for every rule, its rooms cite it, its tests are there, its house rules are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tracker.systems.feats.book.house import HouseRules

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "tracker" / "systems" / "feats"
PAGE = (ROOT / "docs" / "rules-feats.md").read_text(encoding="utf-8")
SECTIONS = {"ROLL": 2, "ENC": 3, "LIFT": 5, "DRAG": 2, "GRAB": 3, "DIG": 0, "HIKE": 4, "RUN": 6, "FLY": 0, "CLIMB": 4,
            "JUMP": 3, "BREATH": 2, "AIR": 4, "SWIM": 5, "SAVE": 0, "THROW": 6, "CATCH": 2, "SLAM": 6}  # fmt: skip
"""How many numbered rules each section has; 0: it stands as one."""
RULES = [f"F-{name}-{n}" for name, many in SECTIONS.items() for n in range(1, many + 1)]
RULES += [f"F-{name}" for name, many in SECTIONS.items() if not many]
ROW = re.compile(r"^\| (F-[A-Z]+(?:-\d+)?) \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$", re.M)
ROWS = {rule: (rooms, tests, reached.strip()) for rule, rooms, tests, reached in ROW.findall(PAGE)}


def test_every_rule_has_its_row_and_no_other_has() -> None:
    assert sorted(ROWS) == sorted(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_cited_in_one_of_its_rooms_and_its_tests_are_there(rule: str) -> None:
    rooms, tests, reached = ROWS[rule]
    texts = [(ROOMS / room).read_text(encoding="utf-8") for room in re.findall(r"`([\w/]+\.(?:py|toml))`", rooms)]
    section = rule.rsplit("-", 1)[0]
    whole = f"{section}-1 to {section}-4"
    assert texts and reached
    assert any(re.search(rf"{rule}(?!\d)", text) or (section == "F-HIKE" and whole in text) for text in texts), rule
    named = re.findall(r"`(\w+\.py)::(\w+)`", tests)
    assert named
    for file, name in named:
        assert f"\ndef {name}(" in (Path(__file__).parent / file).read_text(encoding="utf-8"), name


def test_no_rule_is_cited_that_is_not_there() -> None:
    known = {*RULES, *(f"F-{name}" for name in SECTIONS)}
    for room in (*ROOMS.rglob("*.py"), ROOMS / "book" / "tables.toml"):
        assert not set(re.findall(r"F-[A-Z]+(?:-\d+)?", room.read_text(encoding="utf-8"))) - known, room.name


def test_every_house_rule_has_its_ruling_with_its_default() -> None:
    rulings = re.findall(r"^\| (\d+) \| (?:`(\w+)`|–) \| (?:`([^`]+)`|–) \|", PAGE, re.M)
    assert [int(number) for number, _, _ in rulings] == list(range(1, 28))
    assert {key: json.loads(value) for _, key, value in rulings if key} == HouseRules().model_dump()
