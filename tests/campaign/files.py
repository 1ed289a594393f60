"""Files: party, library and settings are written while the disk fails, an editor saves, or the program is killed."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import tomli

from tests.campaign.failing import ERRORS, FOR_EVER, Failing
from tests.campaign.tally import Tally, problem_of
from tests.storage.own_files import PARTY, WRITERS, laid, left_over, rested
from tests.tui.terminal import ROOT
from tracker.campaign.party_file import redo, undo
from tracker.campaign.receipts import receipts_path
from tracker.model.refusals import Refused
from tracker.storage.atomic import Disk, FileStamp
from tracker.storage.toml.diagnostics import StorageError

MARK, MODE = b"\xef\xbb\xbf", 0o600
RESTS = 10
"""Writings of a party that is killed; fewer than can be taken back."""
LONGEST = 0.25
"""Seconds until the latest kill."""


def _linked(path: Path) -> None:
    real = path.with_name("real.toml.kept")
    path.rename(real)
    path.symlink_to(real)


def _swapped(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.write_bytes(copy.read_bytes() + b"# saved in between\n")
    copy.replace(path)


def _touched(path: Path) -> None:
    state = path.stat()
    path.write_bytes(path.read_bytes().replace(b"#", b"!", 1).replace(b"!", b"#\t", 1)[: state.st_size])
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


MANNERS: dict[str, Callable[[Path], object]] = {
    "as it was": lambda path: path,
    "for its owner alone": lambda path: path.chmod(MODE),
    "with other line ends and a mark": lambda path: path.write_bytes(MARK + path.read_bytes().replace(b"\n", b"\r\n")),
    "by a symbolic link": _linked,
    "read-only": lambda path: path.chmod(0o444),
}
EDITS: dict[str, Callable[[Path], object]] = {
    "a line behind it": lambda path: path.write_bytes(path.read_bytes() + b"# saved in between\n"),
    "a copy with a line more in its place": _swapped,
    "a letter changed, its time kept": _touched,
    "deleted": lambda path: path.unlink(missing_ok=True),
}


def kept_files(tally: Tally, folder: Path) -> None:
    """Every kind of file in every manner: each call fails, at each call somebody saves, and a party is killed."""
    with _own_data_folder(folder / "room"):
        every = [*_failing(folder / "room", tally.short), *_meddled(folder / "room")]
        for what, trial in every:
            if not tally.more(len(every)):
                break
            tally.held(what, problem_of(trial))
    kills = _kills(folder / "killed", 15 if tally.short else 400, 4.0 if tally.short else 60.0)
    for number in range(kills["kills"]):
        tally.held(f"kill {number}", kills["wrong"].get(str(number), ""))
    tally.note(f"{len(WRITERS)} kinds of file in {len(MANNERS)} manners, {len(EDITS)} kinds of edit")
    tally.note(f"{kills['kills']} kills −9 of a party being written, {kills['between']} of them between its two files")


@contextmanager
def _own_data_folder(folder: Path) -> Iterator[None]:
    before = os.environ.get("TRACKER_DATA")
    os.environ["TRACKER_DATA"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TRACKER_DATA"]
        else:
            os.environ["TRACKER_DATA"] = before


# A disk that fails


def _failing(room: Path, short: bool) -> list[tuple[str, Callable[[], None]]]:
    """Each call of each writing fails in each way."""
    trials: list[tuple[str, Callable[[], None]]] = []
    for what, manner in product(WRITERS, MANNERS):
        calls = _calls_of(room, what, manner)
        ways = product(ERRORS[:2] if short else ERRORS, (1, FOR_EVER), range(1, calls + 1))
        for number, times, at in ways:
            name = f"{what}, {manner}: error {number} at call {at}{', for ever' if times > 1 else ''}"
            trials.append((name, partial(_fails, room, what, manner, Failing(at, times, number))))
    random.Random(5).shuffle(trials)
    return trials[:120] if short else trials


def _calls_of(room: Path, what: str, manner: str) -> int:
    path, counted = _ready(room, what, manner), Failing()
    _attempt(lambda: WRITERS[what][2](path, counted))
    return counted.calls


def _ready(room: Path, what: str, manner: str) -> Path:
    shutil.rmtree(room, ignore_errors=True)
    path = laid(room, what)
    MANNERS[manner](path)
    return path


def _attempt(write: Callable[[], object]) -> str:
    """The sentence of a writing that was refused; empty for one that was done."""
    try:
        write()
    except (StorageError, Refused) as error:
        return error.sentence
    return ""


def _fails(room: Path, what: str, manner: str, disk: Failing) -> None:
    path = _ready(room, what, manner)
    before, looks = path.read_bytes(), _manner(path)
    sentence = _attempt(lambda: WRITERS[what][2](path, disk))
    after = path.read_bytes()
    assert not left_over(room), f"left behind: {left_over(room)}"
    assert _manner(path) == looks, f"its manner was {looks} and is {_manner(path)}"
    if sentence and after == before:
        assert "read-only" in sentence or os.strerror(disk.number) in sentence, f"the reason is not told: {sentence}"
    else:
        assert after != before, "nothing was written, and that was not told"
    if manner == "read-only":
        assert after == before, "a read-only file was written"
        return
    again = _attempt(lambda: WRITERS[what][2](path, None))
    assert not again or after != before, f"once the disk is well it is still refused: {again}"
    assert _manner(path) == looks, "its manner was lost with the next writing"
    if what == "party":
        _taken_back_to(path, before)


def _manner(path: Path) -> tuple[int, bool, bool, bool]:
    """Mode, link, mark and line ends."""
    data = path.read_bytes()
    returns = data.count(b"\r\n")
    assert returns in (0, data.count(b"\n")), "line ends are mixed"
    return stat.S_IMODE(path.stat().st_mode), path.is_symlink(), data.startswith(MARK), returns > 0


def _taken_back_to(path: Path, start: bytes) -> None:
    """Everything that was written is taken back, to the byte, and brought back."""
    written = path.read_bytes()
    turns = 0
    while not _attempt(lambda: undo(path)):
        turns += 1
        assert turns <= 20, "more is taken back than was written"
    assert path.read_bytes() == start, "taken back it is another than it was"
    for _ in range(turns):
        redo(path)
    assert path.read_bytes() == written, "brought back it is another than it was"


# An editor that saves meanwhile


class Meddling(Disk):
    """Lets somebody save `path` right before the call numbered `at`; `calls` counts those up to the replacing.

    Of several files that are written one after another, that at `path` is meant.
    """

    def __init__(self, path: Path, at: int, edit: Callable[[Path], object]) -> None:
        self.path, self.at, self.edit, self.calls, self.done = path, at, edit, 0, False
        self.saved: bytes | None = None

    def _maybe(self) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.edit(self.path)
            self.saved, self.done = self.path.read_bytes() if self.path.exists() else None, True

    def create(self, path: Path, mode: int = 0o644) -> int:
        self._maybe()
        return super().create(path, mode)

    def copy_mode(self, file: int, like: os.stat_result) -> None:
        self._maybe()
        super().copy_mode(file, like)

    def write(self, file: int, data: bytes) -> int:
        self._maybe()
        return super().write(file, data)

    def sync(self, file: int) -> None:
        self._maybe()

    def close(self, file: int) -> None:
        self._maybe()
        super().close(file)

    def stamp(self, path: Path) -> FileStamp:
        self._maybe()
        return super().stamp(path)

    def sync_folder(self, folder: Path) -> None:
        if not self._replaced():
            self._maybe()
        super().sync_folder(folder)

    def replace(self, old: Path, new: Path) -> None:
        super().replace(old, new)
        self.replaced = new

    def _replaced(self) -> bool:
        return getattr(self, "replaced", None) == Path(os.path.realpath(self.path))


def _meddled(room: Path) -> list[tuple[str, Callable[[], None]]]:
    """At each call of each writing somebody saves the file, in each way."""
    trials: list[tuple[str, Callable[[], None]]] = []
    for what, edit in product(WRITERS, EDITS):
        counted = Meddling(_ready(room, what, "as it was"), 0, EDITS[edit])
        WRITERS[what][2](counted.path, counted)
        for at in range(1, counted.calls + 1):
            trials.append((f"{what}: {edit} at call {at}", partial(_saved, room, what, edit, at)))
    return trials


def _saved(room: Path, what: str, edit: str, at: int) -> None:
    path = _ready(room, what, "as it was")
    disk = Meddling(path, at, EDITS[edit])
    sentence = _attempt(lambda: WRITERS[what][2](path, disk))
    assert disk.done, "nobody saved"
    assert "in the meantime" in sentence, f"it is not told: {sentence!r}"
    assert (path.read_bytes() if path.exists() else None) == disk.saved, "what somebody saved is gone"
    assert not left_over(room), f"left behind: {left_over(room)}"


# A program that is killed


def _kills(folder: Path, times: int, seconds: float) -> dict[str, Any]:
    """In a process without threads: what came of so many kills."""
    folder.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "tests.campaign.files", str(folder), str(times), str(seconds)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-1000:]
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def _kill(folder: Path, times: int, seconds: float) -> dict[str, Any]:
    chance = random.Random(11)
    end = time.monotonic() + seconds
    wrong: dict[str, str] = {}
    kills = between = 0
    path = _ready(folder / "warm", "party", "as it was")
    rested(path)  # what is imported late is there for every child
    undo(path)
    while kills < times and (time.monotonic() < end or kills < 15):
        path = _ready(folder / "room", "party", "as it was")
        child = os.fork()
        if child == 0:
            _rest_and_rest(path)
        time.sleep(chance.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        receipts = receipts_path(path)
        cut = path.read_bytes()
        between += receipts.exists() and receipts.read_bytes().count(b"[[done]]") > _rests_in(cut)
        if problem := problem_of(partial(_taken_back_to, path, PARTY.encode())):
            wrong[str(kills)] = problem
        kills += 1
    return {"kills": kills, "between": between, "wrong": wrong}


def _rest_and_rest(path: Path) -> None:
    try:
        for _ in range(RESTS):
            rested(path)
        time.sleep(LONGEST)
    finally:
        os._exit(0)


def _rests_in(data: bytes) -> int:
    """How many hours of rest a party has had: five points each."""
    (brann,) = tomli.loads(data.decode())["person"]
    return int((brann["pools"]["PEX"] - 10) // 5)


if __name__ == "__main__":
    room, tries, patience = sys.argv[1:]
    print(json.dumps(_kill(Path(room), int(tries), float(patience))))
