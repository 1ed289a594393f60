"""Opening: every call by which the command line looks, reads and locks fails in turn; a sentence says so."""

from __future__ import annotations

import builtins
import errno
import fcntl
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

from tests.campaign.tally import Tally, problem_of
from tests.cli.calling import DUEL, Reply, call
from tests.storage.table import looked_at
from tracker.storage.fight_log import fight_lock as lock

NAMES = ("open", "read", "write", "pread", "fstat", "stat", "lstat", "lseek", "ftruncate", "fsync", "unlink", "replace")
READING = ("read", "readline", "readinto", "seek", "tell")
ERRORS = (errno.EIO, errno.EACCES, errno.ENOSPC, errno.ESTALE, errno.EMFILE)
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("check", "duel.toml"),
    ("sheet", "duel.toml"),
    ("check", "duel.fight.toml"),
    ("log", "duel.fight.toml"),
    ("run", "duel.fight.toml"),
    ("run", "duel.toml", "--seed", "4", "--save", "new.fight.toml"),
    ("new", "own.toml"),
)
LINES = "note one\nnote two\nundo\n"


class Failing:
    """Counts the calls that the program makes for itself, and fails the one numbered `at`."""

    def __init__(self, at: int, number: int) -> None:
        self.at, self.number, self.calls, self.failed = at, number, 0, ""

    def maybe(self, name: str) -> None:
        """Count one call of `name`, or let it fail."""
        caller = sys._getframe(2)
        while caller.f_globals.get("__name__") in ("pathlib", "pathlib._local", "contextlib", "os") and caller.f_back:
            caller = caller.f_back
        if not str(caller.f_globals.get("__name__")).startswith(("tracker.storage", "tracker.cli")):
            return
        self.calls += 1
        if self.calls == self.at:
            self.failed = f"{name} in {caller.f_code.co_name}"
            raise OSError(self.number, os.strerror(self.number))

    def around(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """`real`, which may fail before it does anything."""

        def called(*args: Any, **more: Any) -> Any:
            self.maybe(name)
            return real(*args, **more)

        return called

    def opened(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """The built-in `open`, and a file whose reading may fail."""

        def called(*args: Any, **more: Any) -> Any:
            self.maybe("open")
            return _File(real(*args, **more), self)

        return called

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """While it lasts, the calls are these."""
        patches = [mock.patch.object(os, name, self.around(name, getattr(os, name))) for name in NAMES]
        patches.append(mock.patch.object(fcntl, "flock", self.around("flock", fcntl.flock)))
        patches.append(mock.patch.object(builtins, "open", self.opened(builtins.open)))
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in patches:
                patch.stop()


class _File:
    def __init__(self, file: Any, failing: Failing) -> None:
        self._file, self._failing = file, failing

    def __getattr__(self, name: str) -> Any:
        own = getattr(self._file, name)
        return self._failing.around(name, own) if name in READING else own

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *what: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line


def failing_to_open(tally: Tally, folder: Path) -> None:
    """Seven commands, each of their calls, five errors: the same as without, or a sentence for what was not done."""
    calm: dict[tuple[str, ...], tuple[int, Reply]] = {}
    for command in COMMANDS:
        _carried_out(_laid_out(folder), command, Failing(0, 0))  # what is read only once has been read
        counted = Failing(0, 0)
        reply = _carried_out(_laid_out(folder), command, counted)
        calm[command] = counted.calls, reply
    tries = [
        (number, command, at) for number, command in product(ERRORS, COMMANDS) for at in range(1, calm[command][0] + 1)
    ]
    step = 17 if tally.short else 1
    for number, command, at in tries[::step]:
        if not tally.more(len(tries)):
            break
        failing = Failing(at, number)
        what = f"{' '.join(command[:2])}, {errno.errorcode[number]} at call {at}"
        problem = problem_of(partial(_refused, folder, command, failing, calm[command][1]))
        tally.held(f"{what} ({failing.failed})", problem)
    every = sum(calls for calls, _ in calm.values())
    tally.note(f"{every} calls of {len(COMMANDS)} commands, {len(ERRORS)} errors")


def _laid_out(folder: Path) -> Path:
    room = folder / "room"
    if room.exists():
        shutil.rmtree(room)
    room.mkdir(parents=True)
    shutil.copy(DUEL, room / "duel.toml")
    made = folder / "duel.fight.toml"
    if not made.exists():
        assert call("run", DUEL, "--seed", "4", "--save", made, given="begin\nnote here\n").code == 0
    shutil.copy(made, room)
    return room


def _carried_out(room: Path, command: tuple[str, ...], failing: Failing) -> Reply:
    words = [room / word if word.endswith(".toml") else word for word in command]
    with failing.in_force():
        return call(*words, given=LINES if command[0] == "run" else "")


def _refused(folder: Path, command: tuple[str, ...], failing: Failing, calm: Reply) -> None:
    room = _laid_out(folder)
    before = (room / "duel.fight.toml").read_bytes()
    reply = _carried_out(room, command, failing)
    assert failing.failed, "no such call was made"
    assert "Traceback" not in reply.err + reply.out, "a traceback"
    assert reply.code in (0, 1, 2), f"code {reply.code}: {reply.err!r}"
    if reply.code or reply.out != calm.out:
        reason = os.strerror(failing.number)
        told = reply.err + reply.out
        assert reason.casefold() in told.casefold(), f"the reason is not told: {told[-200:]!r}"
    if not reply.code:
        more = set(reply.out.splitlines()) - set(calm.out.splitlines())
        assert not more, f"it did something else: {more}"
    fight = room / "duel.fight.toml"
    assert fight.read_bytes().startswith(before), "what was saved before is not there"
    looked_at(fight)
    lock.Lock(fight).release()
