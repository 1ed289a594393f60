"""What the everyday tests cost: seconds of a processor, by folder, beside the budget of each; told at the end of a run.

Seconds of a processor, those of programs that a test starts among them, are nearly the same beside load.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests.lanes import TESTS, lane

BUDGETS = TESTS / "budgets.toml"
COLLECTION, LOOSE = "collection", "tests/*.py"
"""Rows of the table that are no folder; collecting is the work of each process that runs tests."""


def now() -> float:
    """Return the seconds of a processor that this process and those it waited for have used."""
    return sum(os.times()[:4])


def folder_of(path: Path) -> str:
    """Return the row of the table to which a test belongs."""
    first, *others = path.relative_to(TESTS).parts
    return first if others else LOOSE


class Spent:
    """Adds up what is spent, in each worker, and tells all of it where the summary is printed."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.tests: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Collecting begins with importing what the tests need."""
        began = now()
        result = yield
        self.seconds[COLLECTION] += now() - began
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test with its fixtures."""
        began = now()
        result = yield
        folder = folder_of(item.path)
        self.seconds[folder] += now() - began
        self.tests[folder] += 1
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A worker hands on what it spent."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["spent"] = (dict(self.seconds), dict(self.tests))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take it from a worker that ends."""
        seconds, tests = getattr(node, "workeroutput", {}).get("spent", ({}, {}))
        for folder, spent in seconds.items():
            self.seconds[folder] += spent
        self.tests.update(tests)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The table, where the tests of all folders were run as every day."""
        budgets = tomli.loads(BUDGETS.read_text(encoding="utf-8"))["seconds"]
        if lane.slow or not set(budgets) <= {COLLECTION, *self.tests}:
            return
        terminalreporter.section("seconds of a processor / budget")
        for line in table(self.seconds, budgets):
            terminalreporter.write_line(line)


def table(seconds: Mapping[str, float], budgets: Mapping[str, float]) -> list[str]:
    """Return a row for each folder, those over their budgets marked, and the sum."""
    rows = [*sorted(seconds, key=lambda folder: -seconds[folder])]
    lines = [_row(folder, seconds[folder], budgets.get(folder, 0)) for folder in rows]
    return [*lines, _row("all", sum(seconds.values()), sum(budgets.values()))]


def _row(name: str, spent: float, budget: float) -> str:
    return f"{name:<14}{spent:>6.1f} / {budget:<4g}{' over' if spent > budget else ''}".rstrip()
