"""How the tests are run: on every core, the same draws every time, and the slow ones in a short form for the gate."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("the same every time", derandomize=True, database=None, deadline=None)
settings.load_profile("the same every time")

os.environ["TRACKER_CONFIG"] = str(Path(tempfile.gettempdir()) / "no-configuration-of-the-tests")
"""No test is played with the keys and settings of whoever runs it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest -m slow --short` is what the gate runs."""
    parser.addoption("--short", action="store_true", help="of the slow tests the first seed each, and fewer turns")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Whole folders on every core; a file or a test that is named, here, where it begins at once.

    Workers that are given a path that is not there end without a word, or with `assert not crashitem`; here it is told.
    """
    named = (config.invocation_params.dir / word.partition("::")[0] for word in config.args)
    return None if all(Path(path).is_dir() for path in named) else 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the short form, one seed of each slow test."""
    if not config.getoption("short"):
        return
    left = [item for item in items if item.get_closest_marker("slow") and _seed(item) > 0]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


def _seed(item: pytest.Item) -> int:
    callspec = getattr(item, "callspec", None)
    seed = callspec.params.get("seed", 0) if callspec is not None else 0
    return seed if isinstance(seed, int) else 0


@pytest.fixture
def fewer(request: pytest.FixtureRequest) -> int:
    """By what the turns of a slow test are divided."""
    return 10 if request.config.getoption("short") else 1
