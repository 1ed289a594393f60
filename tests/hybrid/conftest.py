"""A rule of Hybrid is tested in both editions, unless its test names one or states figures of the current tables."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.hybrid.table import Table

EDITIONS = ("current", "1997")


@pytest.fixture(autouse=True)
def played_in(request: pytest.FixtureRequest) -> Iterator[str]:
    """Play at every table of this test in one edition, where the table does not say which."""
    Table.edition = getattr(request, "param", "current")
    yield Table.edition
    Table.edition = "current"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that sits down at a table in each edition: as one, unless it is given what can be used once."""
    test = getattr(getattr(metafunc.function, "hypothesis", None), "inner_test", metafunc.function)
    parameters = {
        name.strip() for mark in metafunc.definition.iter_markers("parametrize") for name in _arguments(mark.args[0])
    }
    given = {*inspect.signature(test).parameters}
    if not (given | parameters).isdisjoint({"edition", "played_in"}) or not _sits_down(test):
        return
    if inspect.iscoroutinefunction(test) or set(inspect.signature(metafunc.function).parameters) - parameters:
        metafunc.parametrize("played_in", EDITIONS, indirect=True)
    else:
        metafunc.definition.obj.in_each_edition = True


def _arguments(names: Any) -> list[str]:
    return names.split(",") if isinstance(names, str) else list(names)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Play such a test twice; a failure says in which edition."""
    if not getattr(pyfuncitem.function, "in_each_edition", False):
        return None
    for edition in EDITIONS:
        Table.edition = edition
        try:
            pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames})
        except BaseException as failure:
            failure.add_note(f"It was played in the edition {edition}.")
            raise
    return True


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
