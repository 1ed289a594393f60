"""`&`, ctrl+z, `bg`, `fg` and `kill` in a shell: the screen comes back, and never without the terminal."""

from __future__ import annotations

import sys

import pytest

from tests.tui.terminal import PROGRAM, Terminal, terminal

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a job is stopped as Linux stops it"),
]
BEGUN = "Ambush"
SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
in_front = {in_front}
pid = os.fork()
if pid == 0:
    os.setpgid(0, 0)
    if in_front:
        os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-c", {program!r}])
while True:
    _, state = os.waitpid(pid, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(state):
        print("left with", os.waitstatus_to_exitcode(state), flush=True)
        break
    print("stopped", flush=True)
    word = sys.stdin.readline().strip()
    if word == "fg":
        os.tcsetpgrp(0, pid)
    if word == "kill":
        os.kill(pid, signal.SIGTERM)
    os.kill(pid, signal.SIGCONT)
"""
"""As much of a shell as has jobs."""


def shell(in_front: bool = True) -> str:
    """The shell, with the program as its job."""
    return SHELL.format(program=PROGRAM, in_front=in_front)


def in_order(own: Terminal) -> None:
    """The screen is back, takes keys, and leaves the terminal as it was."""
    own.until(BEGUN)
    own.note("still here")
    own.send("\x11")
    own.until("left with 0")
    assert own.ended() == 0 and own.modes() == own.before and b"Traceback" not in own.written


def test_a_program_started_in_the_background_waits_for_the_terminal() -> None:
    with terminal(shell(in_front=False)) as own:
        own.until("stopped")
        assert BEGUN.encode() not in own.written and own.modes() == own.before
        own.send("fg\r")
        in_order(own)


def test_what_goes_on_in_the_background_stops_without_a_sign_and_comes_back_with_fg() -> None:
    with terminal(shell()) as own:
        own.until(BEGUN)
        for times in range(1, 3):
            own.send("\x1a")
            for _ in range(times):
                own.until("stopped")
                before = len(own.written)
                own.send("bg\r")
            own.until("stopped")
            assert own.modes() == own.before and b"\x1b" not in own.written[before:]
            own.send("fg\r")
            own.until(BEGUN)
        own.note("once more")
        own.send("\x1a")
        own.until("stopped")
        own.send("fg\r")
        in_order(own)


@pytest.mark.parametrize("before", [(), ("bg",)], ids=["stopped", "background"])
def test_a_stopped_program_that_is_killed_leaves_at_once_and_writes_nothing_over_the_shell(
    before: tuple[str, ...],
) -> None:
    with terminal(shell()) as own:
        own.until(BEGUN)
        own.send("\x1a")
        own.until("stopped")
        for word in (*before, "kill"):
            seen = len(own.written)
            own.send(f"{word}\r")
            own.until("stopped" if word == "bg" else "left with 143")
        assert own.ended() == 0 and own.modes() == own.before and b"\x1b" not in own.written[seen:]
