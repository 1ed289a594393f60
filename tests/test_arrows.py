"""The house: no room imports one above it, and files import each other in no ring; imports for types count."""

from __future__ import annotations

from pathlib import Path

from tests.house import arrows, circles, upward


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
