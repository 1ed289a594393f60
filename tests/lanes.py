"""The two lanes of the tests: every day a drawn sample of what is alike, in `tests/slow/` all of it.

A property stands once, in the folder of what it is about. `pytest` tries it on a sample. `pytest tests/slow` runs the
slow tests that stand there, and tries every property on every case; `pytest tests/slow/views`, or `pytest
tests/slow/views/test_twins.py`, does so with what is of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import core, settings

from tracker.games import registry

TESTS = Path(__file__).resolve().parent
SLOW = TESTS / "slow"
SEED = "4"
"""What a sample is drawn with, unless `--draw` says otherwise; Hypothesis then draws by the name of each property."""
EXAMPLES = 10
"""Examples of a property of Hypothesis every day; the slow lane tries ten times as many."""

_SYSTEM = re.compile(r'^system = "([\w-]+)"', re.MULTILINE)
SERVED = all(map(find_spec, ("starlette", "uvicorn", "sse_starlette", "segno")))
"""Whether the extra `web` is installed, with which pages are served to players."""
served = pytest.mark.skipif(not SERVED, reason="the extra `web` is not installed")
"""Marks a test that serves pages, or is refused before it does only where it could."""
drawing = pytest.mark.drawing
"""Marks a property that draws its cases itself, by `sample` or by a multiple of `settings().max_examples`."""


class Lane:
    """The lane of this run, and what its samples are drawn with."""

    def __init__(self) -> None:
        self.slow = False
        self.seed = SEED
        self.named: list[Path] = []

    def take(self, paths: list[Path], seed: str) -> None:
        """Set the lane by what is named, before any test is imported."""
        self.named, self.seed = [path for path in paths if not is_slow(path)], seed
        self.slow = slow = len(self.named) < len(paths)
        own = seed == SEED
        core.global_force_seed = None if own else Random(seed).getrandbits(32)  # type: ignore[assignment]
        examples = EXAMPLES * 10 if slow else EXAMPLES
        settings.register_profile("lane", max_examples=examples, derandomize=own, database=None, deadline=None)
        settings.load_profile("lane")


lane = Lane()


class Cases(list[Any]):
    """What `parametrize` gets from `sample`: by it the slow lane knows a property of the everyday tests."""


def sample(values: Iterable[Any], count: int = 1, *, each: Callable[[Any], Hashable] | None = None) -> Cases:
    """Return `count` of the values in their order, one drawn from each stretch of as many; in the slow lane all.

    With `each`, return so many of every group that it makes of them: one of each game.
    """
    cases = list(values)
    if lane.slow:
        return Cases(cases)
    groups: dict[Hashable, list[int]] = {}
    for at, case in enumerate(cases):
        groups.setdefault(each(case) if each else None, []).append(at)
    random = Random(f"{lane.seed} {len(cases)} {count}")
    places = sorted(place for group in groups.values() for place in _drawn(group, count, random))
    return Cases(cases[place] for place in places)


def _drawn(places: list[int], count: int, random: Random) -> list[int]:
    edges = [at * len(places) // count for at in range(count + 1)]
    return [places[random.randrange(low, high)] for low, high in pairwise(edges) if low < high]


def one_a_game(paths: Iterable[Path]) -> Cases:
    """Return one of the encounters or fights of each game; in the slow lane all."""
    return sample(paths, each=lambda path: system_of(path.read_text(encoding="utf-8")))


def system_of(text: str) -> str:
    """The game that an encounter says it is, or the one in the head of a fight: the first line that names one."""
    match = _SYSTEM.search(text)
    return match[1] if match else registry.DEFAULT


def named(arguments: Iterable[str], folder: Path) -> tuple[list[str], list[Path]]:
    """Return what to collect for these arguments, and the paths that are named themselves.

    What is named in the slow lane brings the everyday file or folder of that name along; only one of the two need be.
    """
    collected: list[str] = []
    paths: list[Path] = []
    for argument in arguments:
        word, colons, test = argument.partition("::")
        path = (folder / word).resolve()
        paths.append(path)
        twin = TESTS / path.relative_to(SLOW) if is_slow(path) else path
        both = [argument] if path.exists() or not twin.exists() else []
        both += [f"{twin}{colons}{test}"] if twin != path and twin.exists() else []
        collected += both
    return collected, paths


def is_slow(path: Path) -> bool:
    """Whether this stands in the slow lane, or would."""
    return path.is_relative_to(SLOW)


def belongs(item: pytest.Item, paths: Iterable[Path]) -> bool:
    """Whether the slow lane runs this: it stands there, is named itself, or is a property."""
    if any(item.path.is_relative_to(path) for path in (SLOW, *paths)) or item.get_closest_marker("drawing"):
        return True
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return True
    return any(isinstance(values, Cases) for mark in item.iter_markers("parametrize") for values in mark.args[1:2])
