"""How the program ends when it is told to, or when nobody reads on: quietly, with 128 + the signal's number."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import DUEL
from tracker.storage.fight_log.opening import logged_steps
from tracker.tui.terminal_presence import lacking_to_play

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def start(*words: object, ignored: tuple[signal.Signals, ...] = ()) -> subprocess.Popen[str]:
    """`tracker` as a process of its own, which ignores just these signals, whatever those who run the tests ignore.

    What is started under nohup or in the background of a shell ignores some, and a new process inherits that.
    """

    def dispositions() -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

    return subprocess.Popen(
        [sys.executable, "-m", "tracker", *map(str, words)],
        preexec_fn=dispositions,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@posix
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_run_between_two_steps(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "duel.fight.toml"
    process = start("run", DUEL, "--seed", 1, "--save", path)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("begin\n")
    process.stdin.flush()
    assert "begins" in process.stdout.readline()
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert err == ""
    assert [told.step.line for told in logged_steps(path)] == ["begin"]


@posix
def test_what_whoever_started_it_ignores_stays_ignored() -> None:
    process = start("run", DUEL, "--seed", 1, ignored=(signal.SIGINT, signal.SIGHUP))
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("begin\n")
    process.stdin.flush()
    assert "begins" in process.stdout.readline()
    for number in (signal.SIGINT, signal.SIGHUP):
        process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 0


@posix
def test_a_broken_pipe_is_quiet() -> None:
    process = start("run", DUEL, "--seed", 1, "--json")
    assert process.stdin is not None and process.stdout is not None
    process.stdout.close()
    process.stdin.write("begin\n" * 2)
    process.stdin.close()
    assert process.stderr is not None
    with process.stderr as stderr:
        assert stderr.read() == ""
    assert process.wait() == 128 + 13


@posix
def test_a_full_disk_behind_the_output_is_a_sentence() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    with full.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "tracker", "reckon", "chance", "--stat", "15"],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "No space left on device.\n"


INTERRUPTED = """
import importlib.abc, signal, sys

class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
signal.signal(signal.SIGINT, signal.default_int_handler)
from tracker.cli import main
sys.exit(main(["run", {file!r}]))
"""


@posix
@pytest.mark.parametrize(
    "name",
    ["tracker.cli.arguments", "argparse", "tracker.cli.execution", "tracker.cli.run", "tomli", "tracker.session"],
)
def test_ctrl_c_in_the_first_milliseconds_is_quiet_too(name: str) -> None:
    program = INTERRUPTED.format(name=name, file=str(DUEL))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, input="", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@posix
@pytest.mark.parametrize("words", [("--help",), ("--version",), ("sheet", DUEL), ("check", DUEL), ("run", DUEL)])
def test_whatever_is_printed_into_a_full_disk_is_one_sentence_and_2(words: tuple[object, ...]) -> None:
    with Path("/dev/full").open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "tracker", *map(str, words)],
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "No space left on device.\n")


@posix
def test_complaints_into_a_full_disk_leave_the_exit_code_as_it_is() -> None:
    with Path("/dev/full").open("w") as out:
        done = subprocess.run([sys.executable, "-m", "tracker", "check", "absent"], stderr=out, check=False)
        assert done.returncode == 2
        done = subprocess.run([sys.executable, "-m", "tracker", "nonsense"], stderr=out, check=False)
        assert done.returncode == 2


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_play_without_an_input_or_output_is_one_sentence_and_2(closed: str, tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_bytes(DUEL.read_bytes())
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m tracker play "$1" {closed}', sys.executable, str(file)],
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        2,
        f"{lacking_to_play()}\n",
    )
