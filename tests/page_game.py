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

from tracker.dice.source import DiceSource, SeededDice
from tracker.games import registry
from tracker.session import Session
from tracker.storage.preparation import read_encounter

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-system.md"
FIGHT = 'system = "nerve"\n[[combatant]]\nname = "Ann"\naim = 6\n[[combatant]]\nfrom = "Goblin"\nside = "raiders"\n'
"""Ann, who aims at 6, and a goblin of the game's library."""
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


def opened(folder: Path, text: str = FIGHT, dice: DiceSource | None = None) -> Session:
    """A fight of the game once it is registered, about to begin."""
    path = folder / "nerve.toml"
    path.write_text(text, encoding="utf-8")
    prepared = read_encounter(path)
    return Session(prepared.encounter, prepared.rules, dice or SeededDice(1))
