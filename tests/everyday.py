"""What stands for many alike in the everyday run; the others are slow ones, and the gate runs them all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import tomli

from tracker.systems import registry

SERVED = all(map(find_spec, ("starlette", "uvicorn", "sse_starlette", "segno")))
"""Whether the extra `web` is installed, with which pages are served to players."""
served = pytest.mark.skipif(not SERVED, reason="the extra `web` is not installed")
"""Marks a test that serves pages, or is refused before it does only where it could."""


def few(values: Iterable[Any], number: int = 1) -> list[Any]:
    """For `parametrize`: the first so many every day, each of the others slow."""
    return chosen(list(values), range(number))


def chosen(values: Collection[Any], places: Collection[int]) -> list[Any]:
    """For `parametrize`: those at these places every day, each of the others slow."""
    return [value if at in places else _slow(value) for at, value in enumerate(values)]


def _slow(value: Any) -> Any:
    named = value if isinstance(value, type(pytest.param())) else pytest.param(value)
    return pytest.param(*named.values, id=named.id, marks=[*named.marks, pytest.mark.slow])


def one_a_game(paths: Iterable[Path]) -> list[Any]:
    """For `parametrize`: the shortest file of each game every day, each of the others slow."""
    files = list(paths)
    first: dict[str, int] = {}
    for at in sorted(range(len(files)), key=lambda at: files[at].stat().st_size):
        first.setdefault(system_of(files[at].read_text(encoding="utf-8")), at)
    return chosen(files, first.values())


@cache
def system_of(text: str) -> str:
    """The game that an encounter says it is, or the one in the head of a fight."""
    document = tomli.loads(text)
    return str(document.get("encounter", document).get("system", registry.DEFAULT))
