"""Processes: the numbers of one process are those of two and of a Dask cluster, whatever is killed meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.odds.fights import SAVES, example, job, setup_of
from tracker.api.odds import machines
from tracker.odds import worker_pool
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast

ROOT = Path(__file__).parents[3]
MISSING = "Dask is not installed: pip install 'combat-tracker[sweep]'"


@contextmanager
def cluster() -> Iterator[Executor]:
    """The executor of a Dask cluster of two processes on this machine."""
    distributed: Any = pytest.importorskip("distributed", reason=MISSING)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as own,
        distributed.Client(own) as client,
    ):
        yield client.get_executor()


@pytest.mark.filterwarnings("default")
def test_one_process_two_and_a_dask_cluster_give_the_same_numbers() -> None:
    # In the ambush some are unnoticed: a set of names, which each process holds in an order of its own.
    jobs = (*setup_of(example("ambush"), "attack nearest, nothing").jobs, *setup_of(example()).jobs)
    until = Until(30)
    expected = Forecast(jobs, until, machines_of(1)).finish()
    with machines(2) as two:
        assert Forecast(jobs, until, two.executor, 2).finish() == expected
    with cluster() as dask:
        assert Forecast(jobs, until, dask, 2).finish() == expected


def machines_of(workers: int) -> Executor:
    """The executor of this process."""
    with machines(workers) as on:
        return on.executor


def test_a_worker_that_is_killed_in_the_middle_loses_and_doubles_nothing() -> None:
    expected = Forecast([job()], Until(200), machines_of(1)).finish()
    kept: list[int] = []
    with machines(2) as on:
        forecast = Forecast(
            [job()],
            Until(200),
            on.executor,
            2,
            keep=lambda _, some: kept.extend(ending.n for ending in some),
            renewed=on.renewed,
        )
        while not kept:
            forecast.step(1)
        for victim in list(on.executor._processes):  # type: ignore[attr-defined]
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        assert forecast.finish() == expected
    assert kept == list(range(200))


def test_workers_end_with_the_program_even_when_it_is_killed() -> None:
    script = (
        "import sys, time\nfrom tracker.odds import worker_pool\n"
        "if __name__ == '__main__':\n"
        "    pool = worker_pool.pool(2, niceness=worker_pool.LOWEST)\n"
        "    [pool.submit(time.sleep, 60) for _ in range(2)]\n"
        "    print(*pool._processes, flush=True)\n    sys.stdin.read()\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert started.stdout is not None and started.stdin is not None
    workers = [int(word) for word in started.stdout.readline().split()]
    assert len(workers) == 2 and all(alive(worker) for worker in workers)
    wait_until(lambda: all(niceness(worker) == worker_pool.LOWEST for worker in workers))
    started.kill()
    started.wait()
    wait_until(lambda: not any(alive(worker) for worker in workers))
    started.stdin.close()
    started.stdout.close()


def test_the_workers_of_a_command_are_as_important_as_the_command() -> None:
    with machines(2) as on:
        on.executor.submit(os.getpid).result()
        assert {niceness(worker) for worker in on.executor._processes} == {niceness(os.getpid())}  # type: ignore[attr-defined]


def test_workers_killed_after_a_forecast_was_dropped_trouble_the_next_one_with_no_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    expected = Forecast([job()], Until(40), machines_of(1)).finish()
    told: list[str] = []
    own = worker_pool.Workers(lambda: worker_pool.pool(2), told.append)
    dropped = [own.pool().submit(time.sleep, 60) for _ in range(8)]
    wait_until(lambda: sum(future.running() for future in dropped) > 2)  # two are played, one waits for them
    cancelled = [future.cancel() for future in dropped]
    assert any(cancelled)
    under_way = Forecast([job()], Until(40), own.pool(), 2, renewed=own.instead_of)
    under_way.step(0)
    for victim in list(own.pool()._processes):  # type: ignore[attr-defined]
        os.kill(victim, signal.SIGKILL)
    assert under_way.finish() == expected
    assert told == [worker_pool.ENDED]
    own.end()
    assert capfd.readouterr().err == ""


def alive(process: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def niceness(process: int) -> int:
    """How much a process yields to others."""
    return os.getpriority(os.PRIO_PROCESS, process)


def wait_until(met: Any) -> None:
    """Until something is so, for at most two minutes: a cluster may take one to begin."""
    until = time.monotonic() + 120
    while not met():
        assert time.monotonic() < until
        time.sleep(0.01)


SPEC = f"""
encounter = "{SAVES / "plain-skirmish.toml"}"
fights = 150
[vary]
"ann.defence" = [12, 16]
"""


def sweep(folder: Path, out: str, *more: str) -> subprocess.Popen[str]:
    """`tracker sweep`, under way."""
    spec = folder / "bridge.sweep.toml"
    spec.write_text(SPEC, encoding="utf-8")
    words = [sys.executable, "-m", "tracker", "sweep", str(spec), "--out", str(folder / out), *more]
    return subprocess.Popen(words, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code and the complaints of a program."""
    _, err = process.communicate(timeout=300)
    return process.returncode, err


def test_a_sweep_killed_again_and_again_becomes_the_same_table(tmp_path: Path) -> None:
    assert ended(sweep(tmp_path, "whole.csv", "--workers", "1"))[0] == 0
    whole = (tmp_path / "whole.csv").read_bytes()
    out = tmp_path / "killed.csv"
    size = 0
    for _ in range(3):
        process = sweep(tmp_path, out.name, "--workers", "2")
        wait_until(lambda: process.poll() is not None or (out.exists() and out.stat().st_size > size))  # noqa: B023
        process.kill()
        ended(process)
        size = out.stat().st_size
        assert whole.startswith(out.read_bytes()[: out.read_bytes().rfind(b"\n") + 1])
    assert ended(sweep(tmp_path, out.name, "--workers", "2"))[0] == 0
    assert out.read_bytes() == whole


class Cluster:
    """A Dask scheduler and a worker as programs of their own, on one port."""

    def __init__(self, port: int) -> None:
        self.address = f"tcp://127.0.0.1:{port}"
        self.port = port
        self.programs: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start the scheduler, then the worker."""
        scheduler = [
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
        ]
        worker = ["distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
        for words in (scheduler, worker):
            self.programs.append(
                subprocess.Popen(
                    [sys.executable, "-m", *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            )

    def kill(self) -> None:
        """Kill both."""
        for program in self.programs:
            program.kill()
            program.wait()
        self.programs.clear()


def free_port() -> int:
    """A port that nobody listens on."""
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_a_scheduler_killed_and_started_again_loses_and_doubles_no_row(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason=MISSING)
    assert ended(sweep(tmp_path, "whole.csv", "--workers", "1"))[0] == 0
    whole, out = (tmp_path / "whole.csv").read_bytes(), tmp_path / "dask.csv"
    own = Cluster(free_port())
    try:
        own.start()
        process = sweep(tmp_path, out.name, "--dask", own.address)
        wait_until(lambda: process.poll() is not None or (out.exists() and out.stat().st_size > 200))
        own.kill()
        code, err = ended(process)
        assert code in (1, 2) and "Traceback" not in err and err.strip().endswith("."), err
        assert whole.startswith(out.read_bytes())
        own.start()
        assert ended(sweep(tmp_path, out.name, "--dask", own.address))[0] == 0
    finally:
        own.kill()
    assert out.read_bytes() == whole


def test_a_game_master_who_never_asks_starts_no_process_and_imports_nothing_of_it() -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom tracker.controller.input import keys\n"
        "from tracker.controller.controller import Controller\nfrom tracker.cli import play\nimport tracker.tui.app\n"
        "import tracker.tui.screens.fight\n"
        "from tracker.controller.input.default_keys import usual_keymap\n"
        "from tracker.dice.source import SeededDice\nfrom tracker.session.opening import look, session_of\n"
        f"session = session_of(look(Path({str(SAVES / 'plain-skirmish.toml')!r})), SeededDice(1))\n"
        "controller = Controller(session, usual_keymap())\n"
        "for text in ('ann rolled', 'begin', 'next', 'summary'):\n    controller.say(text)\n"
        "wanted = ('tracker.odds', 'tracker.api', 'multiprocessing')\n"
        "loaded = [name for name in sys.modules if name.startswith(wanted)]\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
