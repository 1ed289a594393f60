"""Every figure of both editions' tables is pinned: none changes without somebody meaning it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

import tomli

from tracker.games.hybrid.book.tables import tables

PINNED = Path(__file__).parent / "pinned_tables.txt"
FILES = Path(__file__).parents[2] / "tracker" / "games" / "hybrid" / "book" / "tables"


def flat(table: object, key: str = "") -> Iterator[str]:
    """A line for every figure and word: `checks.difficulty.trivial = 2`."""
    if hasattr(table, "items"):
        for name, value in table.items():
            yield from flat(value, f"{key}.{name}" if key else name)
    elif isinstance(table, list):
        for place, value in enumerate(table):
            yield from flat(value, f"{key}[{place}]")
    else:
        yield f"{key} = {table!r}"


def now() -> list[str]:
    """All of `current`, then what 1997 has otherwise."""
    current = list(flat(tables("current")))
    old = list(flat(tables("1997")))
    lines = [f"1997: {line}" for line in old if line not in current]
    lines += [f"1997 has no {line.partition(' = ')[0]}" for line in current if not _has(old, line)]
    return [*current, *lines]


def _has(lines: list[str], line: str) -> bool:
    key = line.partition(" = ")[0]
    return any(other.startswith(f"{key} = ") for other in lines)


def test_no_figure_of_the_tables_has_changed() -> None:
    pinned = PINNED.read_text(encoding="utf-8").splitlines()
    changes = [line for line in difflib.unified_diff(pinned, now(), lineterm="", n=0) if line[:1] in "+-"]
    assert not changes, "\n".join(changes)


def test_the_1997_tables_hold_only_what_differs() -> None:
    old = tomli.loads((FILES / "1997.toml").read_text(encoding="utf-8"))
    current = set(flat(tables("current")))
    sections = [line for line in flat(old) if not line.startswith("conditions.wounds")]
    assert not [line for line in sections if line in current and "[" not in line and not _sibling_differs(line, old)]


def _sibling_differs(line: str, old: object) -> bool:
    """A row of one small table is written whole, though only some of its figures differ."""
    parent = line.partition(" = ")[0].rpartition(".")[0]
    current = set(flat(tables("current")))
    return any(other.startswith(f"{parent}.") and other not in current for other in flat(old))


def test_every_section_stands_beside_its_rule() -> None:
    ruled = {name for name, table in tables("current").items() if "rule" in table}
    assert ruled == set(tables("current"))


if __name__ == "__main__":
    PINNED.write_text("\n".join(now()) + "\n", encoding="utf-8")
