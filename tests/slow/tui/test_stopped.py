"""Stopped and continued, by a signal or by ctrl+z: the screen comes back, and leaving restores the terminal."""

from __future__ import annotations

import re
import signal
import sys
import termios
import time

import pytest

from tests.tui.terminal import LONG, PROGRAM, Terminal, state, terminal

BEGUN = "Ambush"
SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
pid = os.fork()
if pid == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-c", {program!r}])
while True:
    _, state = os.waitpid(pid, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(state):
        print("left with", os.waitstatus_to_exitcode(state), flush=True)
        break
    print("stopped; return goes on", flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, pid)
    os.kill(pid, signal.SIGCONT)
"""
"""As much of a shell as lets a job be stopped and go on."""


def stop(own: Terminal) -> None:
    own.process.send_signal(signal.SIGSTOP)
    end = time.monotonic() + LONG
    while state(own.process.pid) != "T":
        assert time.monotonic() < end


def taken_again(own: Terminal) -> None:
    """Keys are read one by one again."""
    end = time.monotonic() + LONG
    while own.modes() == own.before:
        own._read(0.02)
        assert time.monotonic() < end


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells whether a process is stopped")


@on_linux
@pytest.mark.parametrize(("way", "times"), [("ctrl+q", 1), (signal.SIGTERM, 3)])
def test_after_stop_and_continue_it_draws_again_and_leaves_the_terminal_as_it_was(way: object, times: int) -> None:
    with terminal() as own:
        own.until(BEGUN)
        for turn in range(times):
            stop(own)
            termios.tcsetattr(own.inner, termios.TCSANOW, own.before)
            own.process.send_signal(signal.SIGCONT)
            taken_again(own)
            own.note(f"still here {turn}")
        if way == "ctrl+q":
            own.send("\x11")
            assert own.ended() == 0
        else:
            own.process.send_signal(signal.SIGTERM)
            assert own.ended() == 143
        assert own.modes() == own.before
        assert own.written.count(b"\x1b[<u") == len(re.findall(rb"\x1b\[>\d+u", own.written)), "as often as taken"
        assert own.written.rfind(b"\x1b[?1049l") > own.written.rfind(b"\x1b[?1049h")


def test_ctrl_z_gives_the_shell_its_terminal_and_comes_back() -> None:
    with terminal(SHELL.format(program=PROGRAM)) as own:
        own.until(BEGUN)
        for _ in range(2):
            own.send("\x1a")
            own.until("stopped; return goes on")
            assert own.modes() == own.before
            own.send("\r")
            own.until(BEGUN)
        own.note("still here")
        own.send("\x11")
        own.until("left with 0")
        assert own.ended() == 0
        assert own.modes() == own.before


def test_ctrl_z_where_no_shell_could_let_it_go_on_only_draws_anew() -> None:
    with terminal() as own:
        own.until(BEGUN)
        own.send("\x1a")
        own.until(BEGUN)
        own.send("\x11")
        assert own.ended() == 0
        assert own.modes() == own.before


STUCK = """
import sys, threading
from tracker.tui.driver import TableDriver
TableDriver.run_input_thread = lambda self: threading.Event().wait()
""" + PROGRAM.replace(
    "sys.exit(run(AppConfig(fight())))",
    """
from tracker.tui import app
seen = app.TrackerApp.on_mount
def on_mount(self):
    seen(self)
    self.set_timer(0.1, self.leave)
app.TrackerApp.on_mount = on_mount
sys.exit(run(AppConfig(fight())))
""",
)


def test_a_reader_of_keys_that_never_ends_does_not_keep_it_from_leaving() -> None:
    with terminal(STUCK) as own:
        own.until("\x1b[?1049l")
        assert own.ended() == 0
        assert own.modes() == own.before
