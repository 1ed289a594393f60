"""Processes: a pool of worker processes of this program's own, which yield to everything else and end with it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import redirect_stderr, suppress
from multiprocessing import connection, get_context, parent_process, resource_tracker

LOWEST = 19
"""The niceness of a worker."""


def cores() -> int:
    """The processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux alone has it
    return (os.cpu_count() or 1) if affinity is None else len(affinity(0))


def pool(workers: int, told: Callable[[str], None] | None = None) -> Executor:
    """An executor of `workers` processes; the first batch starts the first of them.

    Where the system lets a program have none, it is a thread of this process, and `told` gets a sentence about it.
    """
    try:
        return _processes(workers)
    except (OSError, ImportError, NotImplementedError) as error:  # by system: refused, missing, or too few allowed
        if told is not None:
            told(alone(error))
        return ThreadPoolExecutor(1)


def alone(error: Exception) -> str:
    """Return the sentence on why the fights are played in this process only."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    shared = " Processes need a /dev/shm that this user may write to." if sys.platform.startswith("linux") else ""
    return f"No worker process can start here ({reason}), so one processor plays all the fights.{shared}"


def _processes(workers: int) -> ProcessPoolExecutor:
    # With the real standard error: Textual puts a stream without a file number in its place, and the helper process
    # of `multiprocessing` is handed that number.
    if sys.platform != "win32":  # it has no such helper
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
    # Spawned, not forked: a fork of a program with threads and a terminal may hold a lock for ever.
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=begin_worker)


def stop(executor: Executor) -> None:
    """End the workers now, without waiting for the batch each of them plays."""
    # No public name before Python 3.14 (`kill_workers`): without it a long batch outlives the program.
    processes = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes.values():
        with suppress(OSError, ValueError, AttributeError):
            process.terminate()


def begin_worker() -> None:
    """Run in each worker first: it yields to all else, leaves Ctrl+C to the program, and ends when that does."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(LOWEST)
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
    connection.wait([sentinel])
    os._exit(0)
