"""The table of rules is true: every rule of the book has its row, its rooms cite it, and its test is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules_listed import BOOK, RULES
from tracker.games.hybrid.book.tables import tables

ROOT = Path(__file__).parents[1]
ROOMS = ROOT / "tracker" / "games" / "hybrid"
PAGE = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
PRINTED = {
    "PG": [
        "2.1",
        "2.2",
        "2.3",
        "2.4",
        "3.1",
        *(f"4.{n}" for n in range(1, 9)),
        "5.1",
        "5.2",
        "5.3",
        "7.1",
        "7.2",
        "7.3",
    ],
    "H1": [
        *("1.1", "1.2", *(f"2.{n}" for n in range(1, 7)), *(f"3.{n}" for n in range(1, 13))),
        *(f"4.{n}" for n in range(1, 5)),
    ],
}
ROW = re.compile(r"^\| (H-[A-Z]+(?:-\d+)?) \|[^|]*\| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", re.M)
CITED = re.compile(r"H-([A-Z]+)((?:[- ]\d+(?:–\d+)?)(?:(?:, | and )\d+(?:–\d+)?(?![\d%×]))*)?")


def cited(text: str) -> set[str]:
    """The rules a text cites: `H-DMG-4`, `H-CHECK 1–3 and 6`, `H-COND`."""
    rules = set()
    for match in CITED.finditer(text):
        if not match[2]:
            rules.add(f"H-{match[1]}")
            continue
        for span in re.finditer(r"(\d+)(?:–(\d+))?", match[2]):
            rules |= {f"H-{match[1]}-{n}" for n in range(int(span[1]), int(span[2] or span[1]) + 1)}
    return rules


def rows() -> dict[str, tuple[list[str], list[str], str]]:
    """By rule: its rooms, its tests, how it is reached."""
    return {
        rule: (re.findall(r"`([\w/]+\.py)`", rooms), re.findall(r"`([\w/]+\.py::\w+)`", tests), reached)
        for rule, rooms, tests, reached in ROW.findall(PAGE)
    }


def test_every_rule_of_the_book_has_a_row_and_no_other_has() -> None:
    assert list(rows()) == RULES


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_cited_in_its_rooms_proved_by_its_test_and_reached(rule: str) -> None:
    rooms, tests, reached = rows()[rule]
    assert rooms and tests and reached.strip()
    for room in rooms:
        section = rule.rsplit("-", 1)[0] if rule[-1].isdigit() else rule
        assert section in (ROOMS / room).read_text(encoding="utf-8"), f"{room} never speaks of {section}"
    assert any(rule in cited((ROOMS / room).read_text(encoding="utf-8")) for room in rooms), f"{rule} is cited nowhere"
    for test in tests:
        file, name = test.split("::")
        text = (ROOT / "tests" / "hybrid" / file).read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {name}\(", text, re.M), test


def test_the_code_cites_no_rule_that_is_not_in_the_book() -> None:
    sections = {f"H-{name}" for name in BOOK}
    for room in (*ROOMS.rglob("*.py"), *(ROOMS / "book" / "tables").glob("*.toml")):
        strange = cited(room.read_text(encoding="utf-8")) - set(RULES) - sections
        assert not strange, f"{room.name} cites {strange}"


def test_every_printed_table_of_both_guides_has_a_row_whose_figures_are_there() -> None:
    part = PAGE[PAGE.index("## The printed tables") :]
    printed = re.findall(r"^\| ((?:PG|H1)[^|]*) \|[^|]*\| ([^|]*) \|", part, re.M)
    chapters: dict[str, set[str]] = {"PG": set(), "H1": set()}
    for names, keys in printed:
        for guide, numbers in re.findall(r"(PG|H1) ([\d., andto]+)", names):
            for chapter, first, last in re.findall(r"(\d)\.(\d+)(?: to \d\.(\d+))?", numbers):
                chapters[guide] |= {f"{chapter}.{n}" for n in range(int(first), int(last or first) + 1)}
        for key in re.findall(r"`([\w.]+)`", keys):
            assert _there(key), key
    assert {guide: sorted(numbers) for guide, numbers in chapters.items()} == {g: sorted(n) for g, n in PRINTED.items()}


def _there(key: str) -> bool:
    table: object = tables("1997")
    for name in key.split("."):
        if not hasattr(table, "keys") or name not in table:  # type: ignore[operator]
            return False
        table = table[name]  # type: ignore[index]
    return bool(table)
