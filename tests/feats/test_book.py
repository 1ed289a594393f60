"""The book of feats: every figure that a room names is in the tables, and every figure of the tables is named."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from tracker.games.feats.book.tables import BOOK, Tables
from tracker.games.toolkit.tables import Exacts, Whole

ROOMS = sorted((Path(__file__).parents[2] / "tracker" / "games" / "feats").rglob("*.py"))
SECTIONS = {name: part for name, part in BOOK if isinstance(part, Whole | Exacts) and name != "rolls"}
"""The table of criticals is read by kit."""


def named() -> set[tuple[str, str]]:
    """Section and figure, as in `BOOK.lift.square`, wherever a room says so, or calls a section `book` for short."""
    pairs = set()
    for room in ROOMS:
        tree = ast.parse(room.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            short = next(
                (node.value.attr for node in ast.walk(function) if isinstance(node, ast.Assign | ast.NamedExpr)
                 and isinstance(node.value, ast.Attribute) and ast.unparse(node.value.value) == "BOOK"), "",
            )  # fmt: skip
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and ast.unparse(node.value).startswith("BOOK."):
                    pairs.add((ast.unparse(node.value).removeprefix("BOOK."), node.attr))
                elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "book":
                    pairs.add((short, node.attr))
    return pairs


def test_every_figure_named_is_there_and_every_figure_there_is_named() -> None:
    there = {(name, figure) for name, part in SECTIONS.items() for figure in dict(part)}
    of_sections = {pair for pair in named() if pair[0] in SECTIONS}
    assert of_sections - there == set()
    assert there - of_sections == set()


def test_every_table_of_rows_is_read_by_a_room() -> None:
    tables = {name for name, part in BOOK if not isinstance(part, BaseModel)}
    rooms = [ast.parse(room.read_text(encoding="utf-8")) for room in ROOMS]
    nodes = [node for room in rooms for node in ast.walk(room) if isinstance(node, ast.Attribute)]
    read = {node.attr for node in nodes if ast.unparse(node.value) == "BOOK"}
    assert tables - read == set()


def test_a_figure_that_is_no_whole_number_and_rows_that_fall_are_refused() -> None:
    book = BOOK.model_dump()
    for wrong in (
        {"swim": {**book["swim"], "again": "five"}},
        {"jump": {**book["jump"], "high_times": 6.5}},
        {"ranges": (*BOOK.ranges[1:], BOOK.ranges[0])},
        {"levels": (*BOOK.levels, BOOK.levels[-1])},
    ):
        with pytest.raises(ValidationError):
            Tables.model_validate({**book, **wrong})
