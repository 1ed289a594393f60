"""A rule of Hybrid is tested in both editions, unless its test names one or states figures of the current tables."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.hybrid.table import Table


@pytest.fixture(autouse=True)
def played_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play at every table of this test in one edition, where the table does not say which."""
    edition = getattr(request, "param", "current")
    monkeypatch.setattr(Table, "edition", edition)
    return str(edition)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that sits down at a table in each edition."""
    named = {name for mark in metafunc.definition.iter_markers("parametrize") for name in str(mark.args[0]).split(",")}
    test = getattr(getattr(metafunc.function, "hypothesis", None), "inner_test", metafunc.function)
    named.update(inspect.signature(test).parameters)
    if named.isdisjoint({"edition", "played_in"}) and _sits_down(test):
        metafunc.parametrize("played_in", ["current", "1997"], indirect=True)


def _sits_down(test: FunctionType) -> bool:
    """Whether a test, or a function of this folder that it calls, makes a Table."""
    seen: set[Any] = set()
    ahead = [test]
    while ahead:
        function = ahead.pop()
        seen.add(function)
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if value is Table:
                return True
            if isinstance(value, FunctionType) and value.__module__.startswith("tests.hybrid") and value not in seen:
                ahead.append(value)
    return False


def _names(code: CodeType) -> Iterator[str]:
    """Return the names that a function uses, its inner functions too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
