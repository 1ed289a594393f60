"""The printed tables of both guides of Hybrid: each has its row, and its figures are in the tables."""

from __future__ import annotations

import re
from pathlib import Path

from tracker.games.hybrid.book.tables import tables

PAGE = (Path(__file__).parents[1] / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
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
