"""Every number to explain and every simple action of Hybrid stands in the page of the command line."""

from __future__ import annotations

from pathlib import Path

from tracker.games.hybrid import explain
from tracker.games.hybrid.book.tables import tables

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")


def test_every_number_to_explain_is_on_the_page() -> None:
    assert not [topic for topic in explain.TOPICS if topic not in PAGE]


def test_every_simple_action_is_on_the_page() -> None:
    assert all(name in PAGE for name in tables("current")["actions"]["simple"])
