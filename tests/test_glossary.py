"""The pages for those who work on the tracker name what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = [line for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines() if re.match(r"\| [a-z]", line)]
_PATH = re.compile(r"`([\w./-]+/[\w./*-]*|[\w-]+\.(?:py|md|lock))`")
"""A path in backticks: with a slash, or the name of a file."""


def test_a_word_has_one_meaning_and_says_what_it_is_not() -> None:
    words = [row.split("|")[1].strip() for row in ROWS]
    assert len(words) >= 40
    assert words[1:] == sorted(set(words[1:])), "in order, each once"
    for row in ROWS:
        _, _, meaning, other, _ = (cell.strip() for cell in row.split("|"))
        assert meaning, row
        assert other, row


def named(page: str) -> set[str]:
    """Paths a page names, as they stand there."""
    return {path for path in _PATH.findall((ROOT / page).read_text("utf-8")) if "*" not in path}


def there(path: str) -> bool:
    tracker = ROOT / "tracker"
    roots = (ROOT, tracker, tracker / "controller", tracker / "games", *(tracker / "games").iterdir())
    return any((root / path).exists() or (root / f"{path}.py").exists() for root in roots)


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md", "docs/glossary.md"])
def test_what_a_page_names_is_there(page: str) -> None:
    assert {path for path in named(page) if not there(path) and "VERSION" not in path} == set()
