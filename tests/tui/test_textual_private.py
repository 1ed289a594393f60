"""A release of Textual may take any of its private names away: the screen starts and is played all the same."""

from __future__ import annotations

import ast
from pathlib import Path

from tracker.tui import textual_private

ROOT = Path(__file__).parents[2]
IMPORTED = ("textual._time", "textual._xterm_parser")


def test_an_app_or_driver_without_its_private_attributes_is_one_that_has_none() -> None:
    bare = object()
    assert textual_private.driver_of(bare) is None
    assert not textual_private.holds_back(bare)
    assert not textual_private.synchronizes(bare)
    assert not textual_private.leaves(bare)


def test_private_names_of_textual_are_imported_in_one_module_only() -> None:
    imported = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "tracker").rglob("*.py")
        if "textual" in path.read_text("utf-8")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for name in _names(node)
        if name.startswith("textual.") and any(part.startswith("_") for part in name.split("."))
    }
    assert {path for path, _ in imported} == {"tracker/tui/textual_private.py"}
    assert {name.rpartition(".")[0] for _, name in imported} == set(IMPORTED)


def _names(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return what a statement imports, dotted."""
    module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    return [f"{module}{alias.name}" for alias in node.names]
