"""The house: no room imports one above it, and files import each other in no ring; imports for types count."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house import Arrows, arrows, circles, upward


@pytest.fixture(scope="module")
def of_the_program() -> Arrows:
    return arrows()


@pytest.mark.slow
def test_no_room_imports_one_above_it(of_the_program: Arrows) -> None:
    assert upward(of_the_program) == []


@pytest.mark.slow
def test_no_files_import_each_other_in_a_ring(of_the_program: Arrows) -> None:
    assert circles(of_the_program) == []


def house(folder: Path, **files: str) -> Path:
    """A small package `tracker` with these modules."""
    package = folder / "tracker"
    package.mkdir()
    for name, text in {"__init__": "", **files}.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    return package


def test_an_import_for_a_type_or_inside_a_function_closes_a_ring_too(tmp_path: Path) -> None:
    package = house(
        tmp_path,
        one="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tracker import two\n",
        two="from tracker.three import x\n",
        three="def x():\n    from . import one\n",
        four="import tracker.one\n",
    )
    assert circles(arrows(package)) == [["tracker.one", "tracker.three", "tracker.two"]]


def test_an_arrow_up_is_told(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(
        '[[tool.importlinter.contracts]]\ntype = "layers"\ncontainers = ["tracker"]\n'
        'layers = ["top", "one : two", "low"]\n',
        encoding="utf-8",
    )
    package = house(
        tmp_path, top="import tracker.low\n", one="from tracker import two\n", two="", low="import tracker.one\n"
    )
    assert upward(arrows(package), project) == [("tracker.low", "tracker.one")]
