"""How the tests are run: on every core, the same draws every time, and the slow ones in a short form for the gate."""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings
from hypothesis.internal import entropy
from hypothesis.internal.conjecture import providers

from tracker.dice import source

settings.register_profile("many", derandomize=True, database=None, deadline=None)
settings.register_profile("few", settings.get_profile("many"), max_examples=10)

os.environ["TEXTUAL_FPS"] = "1000"
"""A frame is drawn at once, not at the next sixtieth of a second; read when Textual is imported."""
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""Many processes are started; none of them compiles the program anew."""
os.environ["COLORTERM"] = "truecolor"
"""Whichever terminal they are run in: what a look is written as is kept with it, and goes from test to test."""
os.environ["TRACKER_CONFIG"] = str(Path(tempfile.gettempdir()) / "no-configuration-of-the-tests")
"""No test is played with the keys and settings of whoever runs it."""


class _Nobodys(random.Random):
    """Dice that no test has given: each run they would fall otherwise."""

    def random(self) -> float:
        raise AssertionError("Dice are rolled that nobody gave: script them, or give a seed.")


_seeded = source.SeededDice.__init__


def _given(self: source.SeededDice, seed: int | str | None = None) -> None:
    _seeded(self, seed)
    if seed is None:
        self._random = _Nobodys()


source.SeededDice.__init__ = _given  # type: ignore[method-assign]
"""No test depends on chance: what is played without dice of its own fails as soon as one falls."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest -m slow --short` is what the gate runs."""
    parser.addoption("--short", action="store_true", help="of the slow tests the first seed each, and fewer turns")


def pytest_configure(config: pytest.Config) -> None:
    """A few examples of each property every day, many among the slow tests and so in the gate; always the same."""
    settings.load_profile("few" if _every_day(config) else "many")
    if _every_day(config):
        os.fsync = _handed_over
        providers._get_local_constants = _none_of_ours


def _handed_over(fd: Any) -> None:
    """In place of `os.fsync`: a slow test waits until the disk has what is written, no other."""
    os.fstat(fd)


def _none_of_ours() -> Any:
    """In place of Hypothesis's own, which reads through whatever of the program has been imported for values to try.

    Among the slow tests it does; every day the examples are the same whichever tests were run before.
    """
    return providers._local_constants


def _every_day(config: pytest.Config) -> bool:
    return "not slow" in config.option.markexpr


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Whole folders on every core; a file or a test that is named, here, where it begins at once.

    Workers that are given a path that is not there end without a word, or with `assert not crashitem`; here it is told.
    """
    named = (config.invocation_params.dir / word.partition("::")[0] for word in config.args)
    return None if all(Path(path).is_dir() for path in named) else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Properties are tried among the slow tests too; in the short form, a test that is all slow has one seed."""
    for item in items:
        if not _every_day(config) and _is_property(item):
            item.add_marker("slow")
    if config.getoption("short"):
        left = {item for item in items if item.get_closest_marker("slow") and _seed(item) > 0} | _crowded_out(items)
        left |= {item for item in items if item.get_closest_marker("unabridged")}
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


MOST_CASES = 2
"""Slow cases of one test that the short form runs."""


def _crowded_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """Of a test in many examples, sizes and seeds: the slow cases beyond `MOST_CASES`, evenly drawn."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if getattr(item, "callspec", None) is not None and item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    crowds = [crowd for crowd in cases.values() if len(crowd) > MOST_CASES]
    return {item for crowd in crowds for item in set(crowd) - set(crowd[:: -(-len(crowd) // MOST_CASES)])}


def pytest_collection_finish() -> None:
    """What has been read in by now stays; looking through it again and again for what may go takes time."""
    # Hypothesis looks who holds its own dice before it uses them first, and does not see what is frozen.
    with entropy.deterministic_PRNG():
        pass
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def _is_property(item: pytest.Item) -> bool:
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


def _seed(item: pytest.Item) -> int:
    """Which of its seeds a test has; the first one where others run every day."""
    callspec = getattr(item, "callspec", None)
    if callspec is None or callspec.marks:
        return 0
    seed = callspec.params.get("seed", 0)
    return seed if isinstance(seed, int) else 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Of a test that passes a worker sends on one report of six messages, unless the others are asked for."""
    option = item.config.option
    if not hasattr(item.config, "workerinput") or option.verbose > 0 or option.durations or option.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.fixture
def fewer(request: pytest.FixtureRequest) -> int:
    """By what the turns of a slow test are divided."""
    return 10 if request.config.getoption("short") else 1
