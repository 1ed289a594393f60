"""Completions and the manual page: what a shell and `man` do with what is printed."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache

import pytest

from tests.cli.calling import call
from tracker.cli.arguments import parser_of_all

pytest.importorskip("shtab", reason="the extra `shell` is not installed")
pytest.importorskip("argparse_manpage", reason="the extra `shell` is not installed")

COMMANDS = {
    line.split()[0] for line in parser_of_all().format_help().splitlines() if re.match(r"  {2,4}[a-z]+\s", line)
}


@cache
def printed(shell: str) -> str:
    reply = call("completions", shell)
    assert reply.code == 0 and not reply.err
    return reply.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_read_its_completions_and_they_name_every_command(shell: str) -> None:
    text = printed(shell)
    assert {name for name in COMMANDS if not re.search(rf"\b{name}\b", text)} == set()
    assert "\x1b" not in text
    if program := shutil.which(shell):
        subprocess.run([program, "-n", "-"] if shell == "fish" else [program, "-n"], input=text, text=True, check=True)


def completed(*words: str) -> list[str]:
    """What bash offers for the last of `words`."""
    script = f"""{printed("bash")}
    COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}
    {function()}; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash"], input=script, capture_output=True, text=True, check=True)
    return done.stdout.split()


def function() -> str:
    """The name of the function that completes `tracker` in bash."""
    (line,) = [line for line in printed("bash").splitlines() if line.startswith("complete ")]
    return line.split("-F ")[1].split()[0]


def test_bash_completes_commands_options_and_their_values() -> None:
    assert completed("tracker", "pl") == ["play"]
    assert "--reseal" in completed("tracker", "check", "--re")
    assert completed("tracker", "log", "--format", "mark") == ["markdown"]
    assert completed("tracker", "schema", "output", "reckon-") == ["reckon-list"]


def test_the_manual_page_has_every_command_and_nothing_that_a_terminal_would_obey() -> None:
    reply = call("man")
    assert reply.code == 0 and not reply.err
    assert reply.out.startswith(".TH TRACKER ") and "\x1b" not in reply.out
    plain = reply.out.replace("\\", "")
    assert {name for name in COMMANDS if f"tracker {name}" not in plain} == set()
    if program := shutil.which("groff"):
        done = subprocess.run(
            [program, "-man", "-Tascii", "-ww", "-z"], input=reply.out, text=True, capture_output=True, check=True
        )
        assert "error" not in done.stderr
