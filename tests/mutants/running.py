"""Running: the everyday tests with one change at a time, each in a child of the process that has collected them.

A first round marks which of the drawn functions each test runs. A change is then tried with the tests that run its
function, the quickest first, up to the first that fails. What has its effect while the program is loaded (a figure of a
table, a function that a module calls on its way in) is tried in a copy on disk, with the tests of its game.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import marks
from tests.mutants.drawing import ROOT, SYSTEMS, Function, Mutant, changed, functions

SNAPSHOTS = ("tests/hybrid/test_tables.py",)
"""Snapshots of the tables: they kill no change."""
PATIENCE, LEAST = 10, 20.0
"""A trial may take so many times as long as its tests took unchanged, and at least so many seconds."""
LONGEST = 1800
"""A trial in a copy may take so many seconds."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a change: by which test it was noticed (empty: it lives), and how many tests run its function."""

    mutant: Mutant
    noticed: str
    tests: int
    seconds: float


def tried(mutants: Sequence[Mutant], paths: Sequence[str], jobs: int, told: Callable[[str], None]) -> list[Verdict]:
    """Try every change with the tests under `paths`, so many at once.

    A test that fails without a change is named and left out. Raises RuntimeError when the tests cannot be collected.
    """
    in_memory = [mutant for mutant in mutants if mutant.function]
    on_disk = [mutant for mutant in mutants if not mutant.function]
    verdicts: list[Verdict] = []
    if in_memory:
        trial = _Trial(in_memory, jobs, told)
        sys.setprofile(trial.note_loading)
        try:
            with redirect_stdout(sys.stderr):
                pytest.main([*paths, "-q", "-n0", "-p", "no:cacheprovider", "--no-header"], plugins=[trial])
        finally:
            sys.setprofile(None)
        if len(trial.verdicts) < len(in_memory):
            raise RuntimeError("The tests cannot be collected.")
        late = {verdict.mutant for verdict in trial.verdicts if not verdict.noticed} & trial.loading()
        on_disk += [mutant for mutant in in_memory if mutant in late]
        verdicts += [verdict for verdict in trial.verdicts if verdict.mutant not in late]
    verdicts += _in_copies(on_disk, jobs, told)
    return sorted(verdicts, key=lambda verdict: mutants.index(verdict.mutant))


# Functions: patched in the memory of a child


class _Trial:
    """A plugin that runs its own loop over what pytest has collected."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, told: Callable[[str], None]) -> None:
        self.mutants, self.jobs, self.told = mutants, jobs, told
        self.verdicts: list[Verdict] = []
        self._functions = list(dict.fromkeys(map(_place, mutants)))
        self._memory = _Memory({}, ())
        self._seen: set[CodeType] = set()
        self._loading: set[CodeType] = set()

    def note_loading(self, frame: FrameType, event: str, arg: Any) -> None:
        """Note a function of the rules that runs while a module of theirs is imported."""
        code = frame.f_code
        if event != "call" or code in self._seen or not code.co_filename.startswith(str(SYSTEMS)):
            return
        caller = frame.f_back
        while caller is not None and not _imports_rules(caller.f_code):
            caller = caller.f_back
        if caller is not None and code.co_name != "<module>":
            self._loading.add(code)
            self._seen.add(code)

    def loading(self) -> set[Mutant]:
        """Return the changes of functions that ran while their modules were imported."""
        ran = {(code.co_filename, code.co_qualname) for code in self._loading}
        return {mutant for mutant in self.mutants if (str(ROOT / mutant.file), mutant.function) in ran}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Mark, then try each change."""
        sys.setprofile(None)
        if session.testsfailed:
            return True
        gc.unfreeze()  # what was frozen after the collection could not be found
        self._memory = _Memory.of(self._functions)
        gc.freeze()  # a child that looks through all objects would copy them
        items = [item for item in session.items if not item.nodeid.startswith(SNAPSHOTS)]
        runs, seconds = self._marked(items)
        work: list[tuple[Mutant, list[pytest.Item], float]] = []
        for mutant in self.mutants:
            number = self._functions.index(_place(mutant))
            meant = sorted((at for at in range(len(items)) if number in runs[at]), key=lambda at: seconds[at])
            work.append((mutant, [items[at] for at in meant], sum(seconds[at] for at in meant)))
        for verdict in _in_children(work, self._memory, self.jobs):
            self.verdicts.append(verdict)
            self.told(_line(verdict))
        return True

    def _marked(self, items: Sequence[pytest.Item]) -> tuple[list[set[int]], list[float]]:
        """Run all tests in children, each function marking that it runs: by test what it ran, and its seconds.

        A test that fails is as if it ran nothing.
        """
        slices = [range(start, len(items), self.jobs) for start in range(self.jobs)]
        runs: list[set[int]] = [set() for _ in items]
        seconds = [0.0] * len(items)
        with tempfile.TemporaryDirectory(prefix="mutants-") as place:
            files = [Path(place) / f"{number}.json" for number in range(len(slices))]
            children = [self._marker(items, part, file) for part, file in zip(slices, files, strict=True)]
            for child in children:
                os.waitpid(child, 0)
            for file in files:
                if not file.exists():
                    error = file.with_suffix(".error")
                    raise RuntimeError(error.read_text("utf-8") if error.exists() else "The tests break off unchanged.")
                for at, seen, took, failed in json.loads(file.read_text(encoding="utf-8")):
                    if failed:
                        self.told(f"left out, as it fails without a change: {items[at].nodeid}")
                    else:
                        runs[at], seconds[at] = set(seen), took
        return runs, seconds

    def _marker(self, items: Sequence[pytest.Item], part: Sequence[int], file: Path) -> int:
        """Begin a child that runs a part of the tests and writes what each ran into a file; return its process id."""
        child = os.fork()
        if child:
            return child
        try:
            _apart(file.with_suffix(""))
            self._memory.replace({place: _marking(place, number) for number, place in enumerate(self._functions)})
            rows = []
            for index, at in enumerate(part):
                self._memory.forget()  # what a test finds computed by an earlier one it would compute by itself
                marks.SEEN.clear()
                following = items[part[index + 1]] if index + 1 < len(part) else None
                began = time.monotonic()
                failed = _fails(items[at], following)
                rows.append([at, sorted(marks.SEEN), time.monotonic() - began, failed])
            file.write_text(json.dumps(rows), encoding="utf-8")
        except BaseException:  # whatever it is, this child may not go on as if it were its parent
            file.with_suffix(".error").write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            os._exit(0)


def _imports_rules(code: CodeType) -> bool:
    return code.co_name == "<module>" and code.co_filename.startswith(str(SYSTEMS))


def _line(verdict: Verdict) -> str:
    fate = f"killed by {verdict.noticed}" if verdict.noticed else f"ALIVE after {verdict.tests} tests"
    return f"{verdict.mutant.name}\n    {fate} ({verdict.seconds:.1f} s)"


@dataclass(frozen=True, slots=True)
class _Child:
    """A trial that is running: where it writes, since when, and how long it may."""

    mutant: Mutant
    reading: int
    began: float
    until: float
    tests: int
    folder: Path


@dataclass(frozen=True, slots=True)
class _Memory:
    """What a trial changes in memory, looked up once: the functions made at each place, and what keeps results."""

    functions: Mapping[_Place, Sequence[FunctionType]]
    caches: Sequence[_lru_cache_wrapper[Any]]

    @staticmethod
    def of(places: Sequence[_Place]) -> _Memory:
        """Find every function that was made at these places, wherever it is held, and the caches of the rules."""
        for place in places:
            importlib.import_module(place.module)
        functions: dict[_Place, list[FunctionType]] = {place: [] for place in places}
        by_name = {(place.module, place.function): made for place, made in functions.items()}
        caches = []
        # Decorators, caches and classes with slots hold functions where no name leads to them. By its type, as asking
        # a weak proxy for its class raises once what it stood for is gone.
        for held in gc.get_objects():
            if type(held) is FunctionType and held.__qualname__ == held.__code__.co_qualname:
                made = by_name.get((held.__module__, held.__qualname__))
                if made is not None:
                    made.append(held)
            elif type(held) is _lru_cache_wrapper and str(held.__module__).startswith(("tracker.games.", "tests.")):
                caches.append(held)
        if missing := [place.function for place, made in functions.items() if not made]:
            raise LookupError(f"not loaded: {', '.join(missing)}")
        return _Memory(functions, caches)

    def replace(self, code: Mapping[_Place, CodeType]) -> None:
        """Give the functions of these places the new code."""
        for place, new in code.items():
            for held in self.functions[place]:
                held.__code__ = new.replace(co_freevars=held.__code__.co_freevars)

    def forget(self) -> None:
        """Empty the caches."""
        for cache in self.caches:
            cache.cache_clear()


def _in_children(
    work: Sequence[tuple[Mutant, list[pytest.Item], float]], memory: _Memory, jobs: int
) -> Iterator[Verdict]:
    """Try each change in a child of its own, so many at once; one that hangs is ended and counts as noticed."""
    waiting = list(work)
    running: dict[int, _Child] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant, items, seconds = waiting.pop(0)
            if not items:
                yield Verdict(mutant, "", 0, 0.0)
                continue
            reading, writing = os.pipe()
            folder = Path(tempfile.mkdtemp(prefix="mutants-"))
            process = os.fork()
            if not process:
                os.close(reading)
                os.setsid()
                _apart(folder)
                os.write(writing, _try(mutant, items, memory).encode("utf-8"))
                os._exit(0)
            os.close(writing)
            began = time.monotonic()
            until = began + max(LEAST, PATIENCE * seconds)
            running[process] = _Child(mutant, reading, began, until, len(items), folder)
        for process, child in list(running.items()):
            ended, _ = os.waitpid(process, os.WNOHANG)
            hung = not ended and time.monotonic() > child.until
            if not ended and not hung:
                continue
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process, signal.SIGKILL)
            if hung:
                os.waitpid(process, 0)
            with os.fdopen(child.reading, "rb") as pipe:
                word = pipe.read().decode("utf-8")
            shutil.rmtree(child.folder, ignore_errors=True)
            del running[process]
            if word.startswith("?"):
                raise RuntimeError(f"{child.mutant.name}: {word[1:]}")
            # A child that dies without a word was broken by the change.
            noticed = "a trial that took too long" if hung else word[1:] if word else "a trial that broke off"
            yield Verdict(child.mutant, noticed, child.tests, time.monotonic() - child.began)
        time.sleep(0.01)


def _try(mutant: Mutant, items: Sequence[pytest.Item], memory: _Memory) -> str:
    """Return `+` and the test that notices the change; `+` alone when none does; `?` and why it cannot be made."""
    try:
        memory.replace({_place(mutant): _mutated(mutant)})
    except Exception as error:
        return f"?{error!r}"
    memory.forget()  # what was computed before the change, while the tests were collected
    for at, item in enumerate(items):
        if _fails(item, items[at + 1] if at + 1 < len(items) else None):
            return f"+{item.nodeid}"
    return "+"


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _apart(folder: Path) -> None:
    """Let a child print nowhere, and write its temporary files into a folder that its parent removes."""
    folder.mkdir(exist_ok=True)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


@dataclass(frozen=True, slots=True)
class _Place:
    """A function of a file, both as in a mutant."""

    file: str
    function: str

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _place(mutant: Mutant) -> _Place:
    return _Place(mutant.file, mutant.function)


def _source(place: _Place) -> ast.Module:
    return ast.parse((ROOT / place.file).read_text(encoding="utf-8"))


def _function(tree: ast.Module, name: str) -> Function:
    return next(function for qualified, function in functions(tree) if qualified == name)


def _mutated(mutant: Mutant) -> CodeType:
    """Return the code of the changed function."""
    tree = _source(_place(mutant))
    function = _function(tree, mutant.function)
    function.body = changed(function, mutant.number)[0].body
    return _code(tree, _place(mutant))


def _marking(place: _Place, number: int) -> CodeType:
    """Return the code of the function that first marks that it runs."""
    mark = ast.parse(f"from tests.mutants import marks as _marks\n_marks.SEEN.add({number})").body
    tree = _source(place)
    _function(tree, place.function).body[0:0] = mark
    return _code(tree, place)


def _code(tree: ast.Module, place: _Place) -> CodeType:
    """Return the code object of a function in its compiled module."""
    flags = importlib.import_module("__future__").annotations.compiler_flag
    module = compile(ast.fix_missing_locations(tree), str(ROOT / place.file), "exec", flags, dont_inherit=True)
    codes = [code for code in _codes(module) if code.co_qualname == place.function]
    if len(codes) != 1:
        raise LookupError(f"{place.function} is there {len(codes)} times")
    return codes[0]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


# What has its effect while the program is loaded: tried in a copy of the project


def _in_copies(mutants: Sequence[Mutant], jobs: int, told: Callable[[str], None]) -> list[Verdict]:
    """Try each change in one of so many copies of the project, with the tests of its game."""
    parts = [mutants[start::jobs] for start in range(jobs) if mutants[start::jobs]]
    if not parts:
        return []
    with ThreadPoolExecutor(len(parts)) as pool:
        return [verdict for verdicts in pool.map(lambda part: _in_a_copy(part, told), parts) for verdict in verdicts]


def _in_a_copy(mutants: Sequence[Mutant], told: Callable[[str], None]) -> list[Verdict]:
    verdicts = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = Path(place) / "copy"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in filter(None, listed.stdout.split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
        environment = {**os.environ, "PYTHONPATH": str(copy), "TMPDIR": place, "PYTEST_DEBUG_TEMPROOT": place}
        for mutant in mutants:
            path = copy / mutant.file
            text = path.read_text(encoding="utf-8")
            path.write_text(_text(mutant, text), encoding="utf-8")
            verdicts.append(_verdict(mutant, copy, environment))
            path.write_text(text, encoding="utf-8")
            told(_line(verdicts[-1]))
    return verdicts


def _text(mutant: Mutant, text: str) -> str:
    """Return the text of a file with its change."""
    if mutant.function:
        tree = ast.parse(text)
        function = _function(tree, mutant.function)
        function.body = changed(function, mutant.number)[0].body
        return ast.unparse(ast.fix_missing_locations(tree))
    return text[: mutant.number] + mutant.new + text[mutant.number + len(mutant.figure) :]


def _verdict(mutant: Mutant, copy: Path, environment: Mapping[str, str]) -> Verdict:
    """Run the tests of the mutant's game in a copy, up to the first that fails."""
    own = [path for path in (f"tests/{mutant.game}", f"tests/test_{mutant.game}.py") if (copy / path).exists()]
    ignored = [f"--ignore={test}" for test in SNAPSHOTS]
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *ignored, *own]
    began = time.monotonic()
    try:
        done = subprocess.run(
            words, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return Verdict(mutant, "a trial that took too long", 0, time.monotonic() - began)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    first = failed[0].partition(" ")[2].split(" - ")[0] if failed else "its loading"
    tests = sum(int(word) for word in re.findall(r"(\d+) passed", done.stdout))
    return Verdict(mutant, first if done.returncode else "", tests, time.monotonic() - began)
