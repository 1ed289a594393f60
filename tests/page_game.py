"""The game printed on the page on adding a system: one that the program does not know by itself."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tracker.systems import registry

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-system.md"
AS_PRINTED: Mapping[str, str] = MappingProxyType({})


@cache
def blocks(language: str = "python") -> tuple[str, ...]:
    """What is printed on the page in a language; of Python first the game, then how it is run while it is written."""
    return tuple(re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))


def game(folder: Path, changes: Mapping[str, str] = AS_PRINTED) -> Any:
    """The page's game, copied; `changes` are what else some of it says."""
    text = blocks()[0]
    for printed, instead in changes.items():
        assert text.count(printed) == 1, f"the page prints {text.count(printed)} times: {printed}"
        text = text.replace(printed, instead)
    return module(folder, text).NERVE


def module(folder: Path, text: str) -> Any:
    """Python printed on the page, written into a file in `folder` and read from there."""
    path = folder / "of_the_page.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    copied = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = copied
    spec.loader.exec_module(copied)
    return copied


def registered(folder: Path, monkeypatch: pytest.MonkeyPatch, changes: Mapping[str, str] = AS_PRINTED) -> Any:
    """The same, known to the program as long as the test runs."""
    nerve = game(folder, changes)
    monkeypatch.setattr(registry, "_registered", {nerve.name: nerve})
    return nerve
