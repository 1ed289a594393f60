"""Emulation: makes this process look like Windows to all that is imported afterwards. Meant for a process of its own.

What POSIX alone has is gone: modules, calls, flags and signals. The lock of the console's C library is played by the
system's own, and a file that is open cannot be deleted. What is not emulated: the console itself, paths, processes.
"""

from __future__ import annotations

import asyncio
import concurrent.futures.process
import ctypes
import errno
import fcntl
import importlib
import multiprocessing.resource_tracker
import os
import pathlib
import select
import signal
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import suppress
from types import ModuleType
from typing import Any
from unittest import mock

GONE_MODULES = ("termios", "fcntl", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog")
GONE_CALLS: tuple[str, ...] = (
    "fork",
    "forkpty",
    "pread",
    "pwrite",
    "fchmod",
    "fchown",
    "chown",
    "getuid",
    "geteuid",
    "getgid",
    "mkfifo",
)
GONE_CALLS += ("set_blocking", "get_blocking", "sched_getaffinity", "nice", "killpg", "setsid", "umask")
GONE_FLAGS = ("O_CLOEXEC", "O_NONBLOCK", "O_NOFOLLOW", "O_DIRECTORY", "O_NOCTTY")
GONE_SIGNALS = ("SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGPIPE", "SIGALRM")
_STANDARD = (asyncio, concurrent.futures.process, multiprocessing.resource_tracker, subprocess, tempfile)
"""Of the standard library, imported first: on Windows these have other insides, which are not there to be imported."""
_OTHERS: tuple[str, ...] = (
    "zoneinfo",
    "platformdirs",
    "pydantic.main",
    "tomli",
    "tomli_w",
    "tomlkit",
    "click",
    "uvicorn",
)
_OTHERS += (
    "textual._time",
    "textual._xterm_parser",
    "textual.drivers._writer_thread",
    "textual.drivers.headless_driver",
)
"""Of others: their insides for Windows need the system itself."""


def become_windows() -> None:
    """Take from this process what Windows does not have, and give it what only Windows has."""
    for name in _OTHERS:
        with suppress(ImportError):  # of an extra that is not installed
            importlib.import_module(name)
    assert all(_STANDARD)
    asyncio.new_event_loop().close()  # which kind of loop there is, asyncio decides with the first one
    sysconfig.get_config_vars()
    lock = fcntl.flock
    sys.modules["msvcrt"] = _msvcrt(lock)
    for name in GONE_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for holder, names in ((os, (*GONE_CALLS, *GONE_FLAGS)), (signal, GONE_SIGNALS), (select, ("poll",))):
        for name in names:
            if hasattr(holder, name):
                delattr(holder, name)
    _keep_open_files()
    ctypes.WinDLL = mock.MagicMock(name="WinDLL")  # type: ignore[attr-defined]
    sys.platform = "win32"


def _msvcrt(lock: Any) -> ModuleType:
    """The module with the lock of the C library: a byte of a file, refused at once with EACCES while another has it."""
    module = ModuleType("msvcrt")

    def locking(file: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1) and os.lseek(file, 0, os.SEEK_CUR) > 1 << 20, "behind the text, which is read"
        try:
            lock(file, 2 | 4)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    module.LK_NBLCK, module.locking = 2, locking  # type: ignore[attr-defined]
    return module


def _keep_open_files() -> None:
    """Refuse to delete a file that this process has open."""
    delete = os.unlink

    def unlink(path: Any, **more: Any) -> None:
        state = pathlib.Path(path).stat()
        for name in pathlib.Path("/proc/self/fd").iterdir():
            try:
                held = os.fstat(int(name.name))
            except OSError:
                continue
            if (held.st_dev, held.st_ino) == (state.st_dev, state.st_ino):
                raise PermissionError(errno.EACCES, "The process cannot access the file", str(path))
        delete(path, **more)

    os.unlink = os.remove = unlink
    assert "unlink" in vars(pathlib.Path)  # it calls os.unlink by its name
