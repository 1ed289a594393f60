"""How the tests are run: on every core, the same draws every time, in one of two lanes.

They depend on nothing of the machine: terminal, folders, time zone, language and umask are set here and nowhere else.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import locale
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis.internal import entropy
from hypothesis.internal.conjecture import providers

from tests import budgets, lanes
from tests.lanes import lane
from tracker.dice import source
from tracker.storage.own_systems import PREFIX

gc.disable()
"""Until all is collected; what is read in stays, and looking through it for what may go takes time."""
os.environ["TEXTUAL_FPS"] = "1000"
"""A frame is drawn at once, not at the next sixtieth of a second; read when Textual is imported."""
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""Many processes are started; none of them compiles the program anew."""
os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
for _name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(_name, None)
"""Whichever terminal they are run in: what a look is written as is kept with it, and goes from test to test."""
os.environ |= {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
os.environ["SSH_TTY"] = "/dev/null"
"""Screens are read at rest: over ssh nothing moves. Tests of what moves take it away."""
if hasattr(time, "tzset"):
    time.tzset()
os.umask(0o022)
os.environ["TRACKER_CONFIG"] = str(Path(tempfile.gettempdir()) / "no-configuration-of-the-tests")
"""No test is played with the keys and settings of whoever runs it."""


_copymode, _copystat = shutil.copymode, shutil.copystat


def _copymode_writable(source: Any, copy: Any, *, follow_symlinks: bool = True) -> None:
    _copymode(source, copy, follow_symlinks=follow_symlinks)
    _let_write(copy, follow_symlinks)


def _copystat_writable(source: Any, copy: Any, *, follow_symlinks: bool = True) -> None:
    _copystat(source, copy, follow_symlinks=follow_symlinks)
    _let_write(copy, follow_symlinks)


def _let_write(copy: Any, follow_symlinks: bool) -> None:
    if follow_symlinks or not Path(copy).is_symlink():
        Path(copy).chmod(Path(copy).stat().st_mode | stat.S_IWUSR)


shutil.copymode, shutil.copystat = _copymode_writable, _copystat_writable  # type: ignore[assignment]
"""A test that changes a copy of an example may do so where the program's own files are read-only."""


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
    """`pytest --draw 7` tries other cases; `pytest --shuffle 7 --part 500` is what a stranger runs."""
    parser.addoption("--draw", metavar="SEED", default=lanes.SEED, help=f"what samples are drawn with ({lanes.SEED})")
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in an order drawn from SEED")
    parser.addoption("--part", metavar="N", type=int, default=0, help="run only the first N tests of that order")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """On every core, where xdist is installed and no number of workers is named; in UTF-8, whatever the language."""
    if locale.getencoding().lower() not in ("utf-8", "utf8") and not sys.flags.utf8_mode:
        config.pluginmanager.getplugin("capturemanager").stop_global_capturing()
        again = [sys.executable, "-X", "utf8", "-m", "pytest", *config.invocation_params.args]
        return subprocess.run(again, cwd=config.invocation_params.dir, check=False).returncode
    option = config.option
    if getattr(option, "numprocesses", 0) is None and not hasattr(config, "workerinput") and not option.tx:
        option.numprocesses = "auto"
        option.dist = "worksteal" if option.dist == "no" else option.dist
    return None


def pytest_report_header(config: pytest.Config) -> list[str]:
    """With what this run can be repeated."""
    seed = config.getoption("shuffle")
    drawn = "slow lane: every case" if lane.slow else f"everyday lane: samples drawn with --draw {lane.seed}"
    return [drawn] if seed is None else [drawn, f"shuffled: --shuffle {seed}"]


def pytest_configure(config: pytest.Config) -> None:
    """Take the lane of what is named; what is named in the slow one brings what is like it along."""
    # Hypothesis looks through everything for who holds its dice, before it uses them first: now there is little.
    with entropy.deterministic_PRNG():
        pass
    if config.getoption("shuffle") is not None:
        config.pluginmanager.register(_Shuffled())
    config.pluginmanager.register(budgets.Spent())
    config.args, paths = lanes.named(config.args, config.invocation_params.dir)
    lane.take(paths, config.getoption("draw"))
    if not lane.slow:
        os.fsync = _handed_over
        if sys.platform != "win32":
            import pty

            pty.openpty = pty.fork = _for_slow_ones
        providers._get_local_constants = _none_of_ours


def _for_slow_ones() -> Any:
    """In place of a terminal of the system's, which takes a program to start and time to answer."""
    raise AssertionError("A test that starts a real terminal is slow; it stands in tests/slow/.")


def _handed_over(fd: Any) -> None:
    """In place of `os.fsync`: the slow lane waits until the disk has what is written, no other."""
    os.fstat(fd)


def _none_of_ours() -> Any:
    """In place of Hypothesis's own, which reads through whatever of the program has been imported for values to try.

    In the slow lane it does; every day the examples are the same whichever tests were run before.
    """
    return providers._local_constants


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Nothing of the slow lane is even looked at every day."""
    return True if collection_path == lanes.SLOW and not lane.slow else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Whole folders on every core; a file or a test that is named, here, where it begins at once.

    Workers that are given a path that is not there end without a word, or with `assert not crashitem`; here it is told.
    """
    named = (config.invocation_params.dir / word.partition("::")[0] for word in config.args)
    return None if all(Path(path).is_dir() for path in named) else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Of all tests each worker imports another stretch first: what has changed is compiled by one of them for all."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or lane.named != [lanes.TESTS]:
        return
    paths = sorted(path for path in lanes.TESTS.rglob("test_*.py") if not lanes.is_slow(path))
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in paths[len(paths) * number // count :] if number else ():
        with contextlib.suppress(Exception):
            importlib.import_module(".".join(path.relative_to(lanes.TESTS.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of everyday folders the slow lane tries the properties alone."""
    if lane.slow:
        left = [item for item in items if not lanes.belongs(item, lane.named)]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if lanes.belongs(item, lane.named)]


class _Shuffled:
    """The tests that are left when all others have been chosen among, in an order of their own."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        random.Random(config.getoption("shuffle")).shuffle(items)
        left = items[config.getoption("part") or len(items) :]
        config.hook.pytest_deselected(items=left)
        del items[len(items) - len(left) :]


def pytest_collection_finish() -> None:
    """What has been read in by now stays, and is never looked through again."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """By now pytest has looked for what was left behind unraised; it does so once more, and the interpreter twice."""
    gc.freeze()


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


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """Folders for data and for what is temporary that the tests alone use; blanks in their names harm nothing."""
    data, temporary = tmp_path_factory.mktemp("data of nobody"), tmp_path_factory.mktemp("temporary files")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRACKER_DATA", str(data))
        patch.setenv("TMPDIR", str(temporary))
        patch.setattr(tempfile, "tempdir", None)
        yield data, temporary


@pytest.fixture(autouse=True)
def nothing_left_behind(own_folders: tuple[Path, Path]) -> Iterator[None]:
    """No test finds files or games that another has left in those folders."""
    modules = len(sys.modules)
    yield
    for folder in own_folders:
        for entry in os.scandir(folder):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry)
            else:
                Path(entry).unlink()
    if len(sys.modules) != modules:
        for name in [name for name in sys.modules if name.startswith(PREFIX)]:
            del sys.modules[name]
