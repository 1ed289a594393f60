"""Endings: signals, stop and continue, closed terminals, ctrl+q at any moment; in order, also on a sick disk."""

from __future__ import annotations

import errno
import random
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.tui.terminal import LONG, ROOT, Terminal, state, terminal
from tracker.storage.fight_log.opening import logged_steps, open_fight

LINES = 400
ENDS: dict[str, int] = {
    "ctrl+q": 0,
    "SIGTERM": 128 + signal.SIGTERM,
    "SIGHUP": 128 + signal.SIGHUP,
    "SIGINT": 128 + signal.SIGINT,
    "closed": 128 + signal.SIGHUP,
}
"""The ways out of the screen, and the exit code of each."""
PLAY = "import sys\nfrom tracker.cli import main\nsys.exit(main(['play', {file!r}, '--seed', '1']))\n"
SICK = """
import errno, os, sys
from pathlib import Path
from tracker.storage.atomic import Disk
from tracker.cli import main

where = {{}}
create, opened, write = Disk.create, Disk.open, Disk.write

def kept(call):
    def made(self, path, *mode):
        file = call(self, path, *mode)
        where[file] = path.parent.resolve()
        return file
    return made

def sick(self, file, data):
    if Path({switch!r}).exists() and where.get(file) == Path({folder!r}):
        raise OSError({number}, os.strerror({number}))
    return write(self, file, data)

Disk.create, Disk.open, Disk.write = kept(create), kept(opened), sick
sys.exit(main(["play", {file!r}, "--seed", "1"]))
"""
"""`tracker play` on a disk that takes nothing in the fight's folder once the switch is there."""


def told_to_end(tally: Tally, folder: Path) -> None:
    """`tracker play`, ended while keys fall; in every second try stopped and continued before, in every third twice."""
    chance = random.Random(6)
    most = 5 if tally.short else 120
    while tally.more(most):
        way = list(ENDS)[tally.tried % len(ENDS)]
        stops = (0, 1, 0, 2)[tally.tried % 4]
        seed = chance.random()
        what = f"{way} after {stops} stops"
        tally.held(what, problem_of(partial(_ended, folder, way, stops, random.Random(seed))))


def _ended(folder: Path, way: str, stops: int, chance: random.Random) -> None:
    fight = folder / "duel.fight.toml"
    fight.unlink(missing_ok=True)
    shutil.copy(ROOT / "saves" / "duel.toml", folder)
    with terminal(PLAY.format(file=str(folder / "duel.toml"))) as own:
        own.until("saved")
        own.note("seen")
        for _ in range(stops):
            _stop_and_continue(own)
        for _ in range(chance.randrange(6)):
            own.send(chance.choice(("\r", " ", "a", "u", "y", "x")))
            own._read(chance.random() * 0.1)
        out_of(own, way)
    assert any(told.step.line == "note seen" for told in logged_steps(fight)), "what was shown is not in the file"


def _stop_and_continue(own: Terminal) -> None:
    own.process.send_signal(signal.SIGSTOP)
    until(lambda: state(own.process.pid) == "T", "it does not stop")
    termios.tcsetattr(own.inner, termios.TCSANOW, own.before)
    own.process.send_signal(signal.SIGCONT)
    until(lambda: bool(own._read(0.02)) or own.modes() != own.before, "it does not go on")
    until(lambda: own._read(0.02) is not None and own.modes() != own.before, "it does not take the terminal again")


def until(true: Callable[[], bool], words: str) -> None:
    """Wait for what must come."""
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end, words


def out_of(own: Terminal, way: str, code: int | None = None, asked: bool = False) -> None:
    """Leave the screen by one of `ENDS`, and see that the code is right and the terminal as it was."""
    code = ENDS[way] if code is None else code
    if way == "closed":
        own.hang_up()
        assert own.process.wait(LONG) == code, f"it ended with {own.process.returncode}"
        return
    if way == "ctrl+q":
        own.send("\x1b\x1b")
        own._read(0.3)
        own.send("\x11")
        if asked:
            own.until("enter leaves, esc stays")
            own.send("\r")
    else:
        own.process.send_signal(signal.Signals[way])
    assert own.ended() == code, f"it ended with {own.process.returncode}"
    assert own.modes() == own.before, "the terminal is not as it was"
    assert own.written.rfind(b"\x1b[?1049l") > own.written.rfind(b"\x1b[?1049h"), "the screen was not given back"
    assert b"Traceback" not in own.written, own.written[-600:].decode("utf-8", "replace")


def runs_told_to_end(tally: Tally, folder: Path) -> None:
    """`tracker run --save`, ended by a signal at a random moment: whole steps, the right code, nothing on stderr."""
    chance = random.Random(7)
    most = 6 if tally.short else 200
    while tally.more(most):
        number = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)[tally.tried % 3]
        wait = chance.random() * 0.4
        what = f"{number.name} {wait:.3f} s after the first line"
        tally.held(what, problem_of(partial(_run_ended, folder, number, wait)))


def _listening() -> None:
    """Ignore none of these signals, whatever those who run the campaign ignore: what nohup starts inherits that."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def _run_ended(folder: Path, number: signal.Signals, wait: float) -> None:
    fight = folder / "brawl.fight.toml"
    fight.unlink(missing_ok=True)
    words = [sys.executable, "-m", "tracker", "run", str(ROOT / "saves" / "brawl.toml"), "--seed", "3"]
    with subprocess.Popen(
        [*words, "--save", str(fight)], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_listening,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("begin\n" + "".join(f"note line {n}\n" for n in range(LINES)))
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(wait)
        process.send_signal(number)
        out, err = process.communicate(timeout=LONG)
    assert process.returncode == 128 + number, f"it ended with {process.returncode}: {err[-300:]}"
    assert err == "", err[-600:]
    opened = open_fight(fight, look=True)
    assert not opened.warnings, opened.warnings
    lines = [told.step.line for told in logged_steps(fight)]
    shown = [n for n in range(LINES) if f"line {n}\n" in out]
    assert all(f"note line {n}" in lines for n in shown), "what was printed is not in the file"


def sick_disks(tally: Tally, folder: Path) -> None:
    """`tracker play` left in each way while its disk fails with each error, or its folder is gone."""
    numbers = (errno.ENOSPC, 0, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EACCES, errno.EFBIG, errno.ESTALE)
    every = [(number, way) for number in numbers for way in ENDS]
    most = 3 if tally.short else len(every)
    while tally.more(most):
        number, way = every[tally.tried * 6 % len(every) if tally.short else tally.tried]
        what = f"{errno.errorcode.get(number, 'no folder')}, {way}"
        tally.held(what, problem_of(partial(_left_sick, folder / "room", number, way)))
    tally.note("seven errors and a vanished folder, five ways out")


def _left_sick(folder: Path, number: int, way: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    here = folder / "here"
    here.mkdir(parents=True)
    for name in ("data", "temporary"):
        (folder / name).mkdir()
    env = {"TRACKER_DATA": str(folder / "data"), "TMPDIR": str(folder / "temporary")}
    shutil.copy(ROOT / "saves" / "duel.toml", here)
    switch, fight = folder / "switch", here / "duel.fight.toml"
    words = SICK.format(switch=str(switch), folder=str(here), number=number, file=str(here / "duel.toml"))
    with terminal(words, env) as own:
        own.until("saved")
        own.note("before")
        if number:
            switch.write_text("")
        else:
            shutil.rmtree(here)
        for at in range(3):
            own.note(f"after {at}")
        out_of(own, way, 1 if way == "ctrl+q" else None, asked=True)
        words = own.written.decode("utf-8", "replace")
    tails = list((folder / "data").glob("*.tail"))
    assert len(tails) == 1, "the steps were not put aside"
    tail = tails[0]
    if way != "closed":
        assert str(tail) in words.rpartition("\x1b[?1049l")[2], "nobody is told where they are"
    here.mkdir(exist_ok=True)
    joined = subprocess.run(
        [sys.executable, "-m", "tracker", "join", str(fight), str(tail)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert joined.returncode == 0, joined.stderr
    lines = [told.step.line for told in logged_steps(fight)]
    assert lines == ["note before", *(f"note after {at}" for at in range(3))], lines
