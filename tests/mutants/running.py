"""Running: the tests of a fight's rules with one change at a time, each in a child of a process that has collected them.

A first round marks which of the drawn functions each test runs. A change is then tried with the tests that run its
function, the quickest first, up to the first that fails.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import marks
from tests.mutants.drawing import ROOT, Mutant, changed, functions

SNAPSHOTS = ("tests/hybrid/test_tables.py",)
"""Snapshots of the tables: they kill no figure."""
PATIENCE, LEAST = 10, 20.0
"""A trial may take so many times as long as its tests took unchanged, and at least so many seconds."""
COPIED = ("tracker", "tests", "docs", "saves", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a change: by which test it was noticed (empty: it lives), and how many tests run its function."""

    mutant: Mutant
    noticed: str
    tests: int
    seconds: float


def tried(mutants: Sequence[Mutant], paths: Sequence[str], jobs: int, told: Callable[[str], None]) -> list[Verdict]:
    """Try every change with the tests under `paths`, several at once; raises RuntimeError when a test fails by itself."""
    code = [mutant for mutant in mutants if mutant.function]
    figures = [mutant for mutant in mutants if not mutant.function]
    verdicts: list[Verdict] = []
    if code:
        trial = _Trial(code, jobs, told)
        with redirect_stdout(sys.stderr):
            pytest.main([*paths, "-q", "-n0", "-p", "no:cacheprovider", "--no-header"], plugins=[trial])
        if trial.error:
            raise RuntimeError(trial.error)
        verdicts += trial.verdicts
    return [*verdicts, *_of_tables(figures, paths, told)]


# Functions: patched in the memory of a child


class _Trial:
    """A plugin that runs its own loop over what pytest has collected."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, told: Callable[[str], None]) -> None:
        self.mutants, self.jobs, self.told = mutants, jobs, told
        self.verdicts: list[Verdict] = []
        self.error = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Mark, then try each change."""
        if session.testsfailed:
            self.error = "Some tests cannot be collected."
            return True
        items = [item for item in session.items if not item.nodeid.startswith(SNAPSHOTS)]
        runs, seconds, failed = self._marked(items)
        if failed:
            self.error = f"Without a change these fail: {', '.join(sorted(failed)[:5])}"
            return True
        work: list[tuple[Mutant, list[pytest.Item], float]] = []
        for number, mutant in enumerate(self.mutants):
            meant = sorted((at for at in range(len(items)) if number in runs[at]), key=lambda at: seconds[at])
            work.append((mutant, [items[at] for at in meant], sum(seconds[at] for at in meant)))
        for verdict in _in_children(work, self.jobs):
            self.verdicts.append(verdict)
            fate = f"killed by {verdict.noticed}" if verdict.noticed else f"ALIVE after {verdict.tests} tests"
            self.told(f"{verdict.mutant.name}\n    {fate} ({verdict.seconds:.1f} s)")
        return True

    def _marked(self, items: Sequence[pytest.Item]) -> tuple[list[set[int]], list[float], list[str]]:
        """Run all tests in children, each function marking that it runs: by test what it ran, and its seconds."""
        slices = [range(start, len(items), self.jobs) for start in range(self.jobs)]
        folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        children = []
        for place, part in enumerate(slices):
            child = os.fork()
            if not child:
                _silent()
                code = 70
                try:
                    for number, mutant in enumerate(self.mutants):
                        _replace(mutant, _marking(mutant, number))
                    rows = []
                    for index, at in enumerate(part):
                        marks.SEEN.clear()
                        following = items[part[index + 1]] if index + 1 < len(part) else None
                        began = time.monotonic()
                        failed = _fails(items[at], following)
                        rows.append(
                            [at, sorted(marks.SEEN), time.monotonic() - began, items[at].nodeid if failed else ""]
                        )
                    (folder / str(place)).write_text(json.dumps(rows), encoding="utf-8")
                    code = 0
                finally:
                    os._exit(code)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        runs: list[set[int]] = [set() for _ in items]
        seconds, wrong = [0.0] * len(items), []
        for place in range(len(slices)):
            path = folder / str(place)
            if not path.exists():
                wrong.append("a whole part of the tests, which has broken off")
                continue
            for at, seen, took, failed in json.loads(path.read_text(encoding="utf-8")):
                runs[at], seconds[at] = set(seen), took
                wrong += [failed] if failed else []
        shutil.rmtree(folder)
        return runs, seconds, wrong


def _in_children(work: Sequence[tuple[Mutant, list[pytest.Item], float]], jobs: int) -> Iterator[Verdict]:
    """Try each change in a child of its own, so many at once; one that hangs is ended and counts as noticed."""
    waiting = list(work)
    running: dict[int, tuple[Mutant, int, float, float, int]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant, items, seconds = waiting.pop(0)
            if not items:
                yield Verdict(mutant, "", 0, 0.0)
                continue
            reading, writing = os.pipe()
            child = os.fork()
            if not child:
                os.close(reading)
                os.setsid()
                _silent()
                os.write(writing, _try(mutant, items).encode("utf-8"))
                os._exit(0)
            os.close(writing)
            began = time.monotonic()
            running[child] = mutant, reading, began, began + max(LEAST, PATIENCE * seconds), len(items)
        for child, (mutant, reading, began, until, tests) in list(running.items()):
            ended, _ = os.waitpid(child, os.WNOHANG)
            hung = not ended and time.monotonic() > until
            if not ended and not hung:
                continue
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
            if hung:
                os.waitpid(child, 0)
            with os.fdopen(reading, "rb") as pipe:
                said = pipe.read().decode("utf-8")
            del running[child]
            # A child that dies without a word was broken by the change.
            noticed = (
                "a trial that took too long" if hung else said.removeprefix("+") if said else "a trial that broke off"
            )
            yield Verdict(mutant, noticed, tests, time.monotonic() - began)
        time.sleep(0.01)


def _try(mutant: Mutant, items: Sequence[pytest.Item]) -> str:
    """Return `+` and the test that notices the change; `+` alone when none does."""
    try:
        _replace(mutant, _mutated(mutant))
    except Exception as error:
        return f"+the change cannot be made: {error}"
    for at, item in enumerate(items):
        if _fails(item, items[at + 1] if at + 1 < len(items) else None):
            return f"+{item.nodeid}"
    return "+"


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _silent() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _source(mutant: Mutant) -> ast.Module:
    return ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))


def _with(tree: ast.Module, name: str, make: Callable[[Any], Any]) -> ast.Module:
    """Return the module with one function replaced by what `make` makes of it."""

    class Replace(ast.NodeTransformer):
        def __init__(self) -> None:
            self.prefix = ""

        def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
            outer, self.prefix = self.prefix, f"{self.prefix}{node.name}."
            node.body = [self.visit(each) for each in node.body]
            self.prefix = outer
            return node

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            return make(node) if f"{self.prefix}{node.name}" == name else node  # type: ignore[no-any-return]

        visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    return ast.fix_missing_locations(Replace().visit(tree))


def _mutated(mutant: Mutant) -> CodeType:
    """Return the code of the changed function."""

    def make(node: Any) -> Any:
        made = changed(node, mutant.number)
        assert made is not None
        return made[0]

    return _code(_with(_source(mutant), mutant.function, make), mutant)


def _marking(mutant: Mutant, number: int) -> CodeType:
    """Return the code of the function that first marks that it runs."""
    mark = ast.parse(f"from tests.mutants import marks as _marks\n_marks.SEEN.add({number})").body

    def make(node: Any) -> Any:
        first = node.body[0]
        documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        node.body[1 if documented else 0 : 1 if documented else 0] = mark
        return node

    return _code(_with(_source(mutant), mutant.function, make), mutant)


def _code(tree: ast.Module, mutant: Mutant) -> CodeType:
    """Return the code object of the mutant's function in a compiled module."""
    flags = importlib.import_module("__future__").annotations.compiler_flag
    module = compile(tree, str(ROOT / mutant.file), "exec", flags, dont_inherit=True)
    found = [code for code in _codes(module) if code.co_qualname == mutant.function]
    if not found:
        raise LookupError(f"{mutant.function} is not there")
    return found[-1]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _replace(mutant: Mutant, code: CodeType) -> None:
    """Give every function that was made from the mutant's source the new code, wherever it is held."""
    module = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    importlib.import_module(module)
    # Decorators, caches and classes with slots hold functions where no name leads to them.
    meant = [
        function
        for function in gc.get_objects()
        if isinstance(function, FunctionType)
        and function.__module__ == module
        and function.__qualname__ == mutant.function
        and function.__code__.co_qualname == mutant.function
    ]
    if not meant:
        meant = [*_frozen(module, mutant.function)]
    if not meant:
        raise LookupError(f"{mutant.function} of {module} is not loaded")
    for function in meant:
        function.__code__ = code.replace(co_freevars=function.__code__.co_freevars)


def _frozen(module: str, name: str) -> Iterable[FunctionType]:
    """Return the function by its name, for what `gc.freeze` keeps out of the collector's lists."""
    owner: Any = sys.modules[module]
    for part in name.split("."):
        owner = vars(owner).get(part) if isinstance(owner, type) else getattr(owner, part, None)
    for attribute in ("fget", "func", "__func__", "__wrapped__"):
        owner = getattr(owner, attribute, owner)
    return (owner,) if isinstance(owner, FunctionType) else ()


# Figures of tables: read once, so tried in a copy of the project


def _of_tables(mutants: Sequence[Mutant], paths: Sequence[str], told: Callable[[str], None]) -> Iterator[Verdict]:
    """Try each figure in a copy of the project, with the tests of its game."""
    if not mutants:
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = Path(place) / "copy"
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                copy.mkdir(exist_ok=True)
                shutil.copy2(source, copy / name)
        for mutant in mutants:
            path = copy / mutant.file
            text = path.read_text(encoding="utf-8")
            old = mutant.old.rpartition(" ")[2]
            path.write_text(text[: mutant.number] + mutant.new + text[mutant.number + len(old) :], encoding="utf-8")
            began = time.monotonic()
            own = [test for test in paths if f"/{mutant.game}" in test] or list(paths)
            ignored = [f"--ignore={test}" for test in SNAPSHOTS]
            words = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *ignored, *own]
            environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
            done = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, check=False)
            path.write_text(text, encoding="utf-8")
            failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
            noticed = (
                failed[0].split(" - ")[0].partition(" ")[2] if failed else "" if not done.returncode else "its loading"
            )
            verdict = Verdict(mutant, noticed, 1, time.monotonic() - began)
            told(f"{mutant.name}\n    {f'killed by {noticed}' if noticed else 'ALIVE'} ({verdict.seconds:.1f} s)")
            yield verdict
