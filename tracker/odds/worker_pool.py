"""Processes: a pool of worker processes of this program's own, which yield to everything else and end with it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, InvalidStateError, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import redirect_stderr, suppress
from multiprocessing import connection, get_context, parent_process, resource_tracker

LOWEST = 19
"""The niceness of a worker beside a fight on the screen."""
ENDED = "A worker process was ended from outside; another one plays on."
"""The remark when a pool is replaced by another."""


def cores() -> int:
    """Return the processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux alone has it
    return (os.cpu_count() or 1) if affinity is None else len(affinity(0))


def pool(workers: int, remark: Callable[[str], None] | None = None, niceness: int = 0) -> Executor:
    """Return an executor of `workers` processes. The first batch starts the first of them.

    With a `niceness` they yield to what else runs. Where the system lets a program have none, it is a thread of this
    process, and `remark` gets a sentence about it.
    """
    try:
        return _processes(workers, niceness)
    except (OSError, ImportError, NotImplementedError) as error:  # by system: refused, missing, or too few allowed
        if remark is not None:
            remark(alone(error))
        return ThreadPoolExecutor(1)


def alone(error: Exception) -> str:
    """Return the sentence on why the fights are played in this process only."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    shared = " Processes need a /dev/shm that this user may write to." if sys.platform.startswith("linux") else ""
    return f"No worker process can start here ({reason}), so one processor plays all the fights.{shared}"


def _processes(workers: int, niceness: int) -> ProcessPoolExecutor:
    """Return a pool of `workers` processes, each of which yields by `niceness` to what else runs."""
    # With the real standard error: Textual puts a stream without a file number in its place, and the helper process
    # of `multiprocessing` is handed that number.
    if sys.platform != "win32":  # it has no such helper
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
    # Spawned, not forked: a fork of a program with threads and a terminal may hold a lock for ever.
    return _Pool(workers, get_context("spawn"), initializer=begin_worker, initargs=(niceness,))


class _Pool(ProcessPoolExecutor):
    """A pool whose results may come after they were cancelled."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """Submit a call. Its future accepts an error after it was cancelled."""
        future = super().submit(fn, *args, **kwargs)
        # Python 3.11 marks the futures of a pool whose process died as broken, cancelled ones too. The first of those
        # raises InvalidStateError in the thread of the pool, and the others are never done.
        future.__class__ = _Forgiving
        return future


class _Forgiving(Future):  # type: ignore[type-arg]
    """A future that may get an error after it was cancelled."""

    def set_exception(self, exception: BaseException | None) -> None:
        """Set the error, unless the future was cancelled before."""
        with suppress(InvalidStateError):
            super().set_exception(exception)


class Workers:
    """The workers of this program: started at the first forecast, replaced when they break, ended at the end."""

    def __init__(self, start: Callable[[], Executor], remark: Callable[[str], None] | None = None) -> None:
        """Keep `start`, which makes a pool. `remark` gets a sentence where one is replaced."""
        self._start = start
        self._told = remark
        self._pool: Executor | None = None

    @property
    def running(self) -> bool:
        return self._pool is not None

    def pool(self) -> Executor:
        """Return the pool. The first call starts it."""
        if self._pool is None:
            self._pool = self._start()
        return self._pool

    def instead_of(self, broken: Executor) -> Executor:
        """Return the pool that replaces a broken one, and say once that it broke.

        Several forecasts may have shared the broken pool: the first of them replaces it.
        """
        if self._pool is broken:
            self.end()
            if self._told is not None:
                self._told(ENDED)
        return self.pool()

    def end(self) -> None:
        if self._pool is not None:
            stop(self._pool)
            self._pool = None


def stop(executor: Executor) -> None:
    """End the workers now, without waiting for the batch each of them plays."""
    # No public name before Python 3.14 (`kill_workers`): without it a long batch outlives the program.
    processes = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes.values():
        with suppress(OSError, ValueError, AttributeError):
            process.terminate()


def begin_worker(niceness: int) -> None:
    """Run in each worker first: it yields by `niceness`, leaves Ctrl+C to the program, and ends when that does."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(niceness)
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_RDWR)  # nothing of a worker's goes to the terminal, which may show a screen
        for stream in range(3):
            os.dup2(nowhere, stream)
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        # A worker holds both ends of its own queue, so it would wait for ever for a program that was killed.
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """Wait in a thread of a worker until the program has ended, then end the worker."""
    connection.wait([sentinel])
    # Not `sys.exit`, which would end this thread alone.
    os._exit(0)
