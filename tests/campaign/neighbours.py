"""Neighbours: two programs on one fight, and edits from outside while it is played; nothing is overwritten or lost."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.campaign.calls import file_of
from tests.campaign.tally import Tally, problem_of
from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tests.tui.terminal import ROOT
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.fight_log.reader import has_fight_head
from tracker.storage.fight_log.spill_recovery import join
from tracker.storage.toml.diagnostics import Locked, StorageError

HOLDER = """
import sys
from pathlib import Path
from tests.storage.table import resumed
from tracker.storage.fight_log.opening import open_fight
session = resumed(open_fight(Path(sys.argv[1])))
print("holds", flush=True)
for line in sys.stdin:
    session.say(line.strip())
    print(session.journal.last, flush=True)
session.recorder.close()
"""


def two_programs(tally: Tally, folder: Path) -> None:
    """One program plays, others try to; it is left or killed; then the next plays, and every step shown is there."""
    path = folder / "ford.fight.toml"
    stand_up(sat_down(ford(folder), path))
    chance = random.Random(8)
    while tally.more(3 if tally.short else 60):
        kill = chance.random() < 0.5
        lines = chance.randrange(1, 9)
        tally.held(f"{lines} lines and {'killed' if kill else 'left'}", problem_of(partial(_held, path, lines, kill)))


def _held(path: Path, lines: int, kill: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdin is not None and holder.stdout is not None
        assert holder.stdout.readline() == "holds\n"
        for number in range(lines):
            print(f"note line {number}", file=holder.stdin, flush=True)
            shown = int(holder.stdout.readline())
            before = path.read_bytes()
            for intrude in (lambda: open_fight(path), lambda: join(path, path)):
                try:
                    intrude()
                except Locked as locked:
                    assert locked.pid == holder.pid
                except StorageError as error:
                    raise AssertionError(f"refused for another reason: {error.sentence}") from error
                else:
                    raise AssertionError("a second program was let in")
            assert looked_at(path).journal.last == shown, "who looks does not see what is shown"
            assert path.read_bytes() == before, "who was refused has changed the file"
        if kill:
            holder.kill()
        holder.stdin.close()
        holder.wait()
    opened = open_fight(path)
    assert opened.journal.last == shown, "a step that was shown is not there"
    session = resumed(opened)
    session.say("note the next one")
    assert stand_up(session) == ""


def _swap(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def _into_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


EDITS: dict[str, Callable[[Path], object]] = {
    "a line behind it": lambda path: path.write_bytes(path.read_bytes() + b"# mine\n"),
    "a line before it": lambda path: path.write_bytes(b"# mine\n" + path.read_bytes()),
    "a letter changed": lambda path: path.write_bytes(path.read_bytes().replace(b"Rain", b"Hail", 1)),
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "emptied": lambda path: path.write_bytes(b""),
    "grown by zeros": lambda path: path.write_bytes(path.read_bytes() + b"\0" * 4096),
    "a copy in its place": _swap,
    "deleted": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("elsewhere")),
    "a folder in its place": _into_a_folder,
    "its folder deleted": lambda path: shutil.rmtree(path.parent),
    "its folder renamed": lambda path: path.parent.rename(path.parent.with_name("moved")),
}
GONE = ("deleted", "renamed", "its folder deleted", "its folder renamed")


def outside_edits(tally: Tally, folder: Path) -> None:
    """While a fight is played its file is edited, moved or deleted: told, never overwritten, and every step is kept."""
    moments = (3,) if tally.short else range(12)
    every = [(name, moment, after) for moment in moments for name in EDITS for after in (1, 4)]
    for name, moment, after in every:
        if not tally.more(len(every)):
            break
        what = f"{name} after {moment} notes, {after} more"
        tally.held(what, problem_of(partial(_edited, folder, name, moment, after)))
    tally.note(f"{len(EDITS)} kinds of edit")


def _edited(folder: Path, name: str, moment: int, after: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    path = folder / "room" / "ford.fight.toml"
    session = sat_down(ford(folder), _made(path))
    for number in range(moment):
        session.say(f"note before {number}")
    whole = path.read_bytes()
    EDITS[name](path)
    there = path.read_bytes() if path.is_file() else None
    for number in range(after):
        session.say(f"note after {number}")
    own = file_of(session)
    assert own.trouble.startswith(f"not saved since step {moment + 1}: "), own.trouble
    own.close()
    assert (path.read_bytes() if path.is_file() else None) == there, "the edited file was written to"
    assert own.spilled is not None and own.spilled.place is not None, "the steps were kept nowhere"
    tail = own.spilled.place
    if path.is_dir():
        path.rmdir()
    if name not in GONE or not has_fight_head(tail.read_bytes()):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(whole)
    join(path, tail)
    tail.unlink()
    assert looked_at(path).encounter == session.encounter, "joined, the fight is another"
    lines = [told.step.line for told in logged_steps(path)]
    assert lines == [f"note before {n}" for n in range(moment)] + [f"note after {n}" for n in range(after)], lines


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True)
    return path
