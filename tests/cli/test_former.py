"""Former things: what went is answered with a sentence that says what to use now, never with a traceback."""

from __future__ import annotations

import pytest

from tests.cli.calling import call
from tracker.text import former


@pytest.mark.parametrize("name", former.COMMANDS)
@pytest.mark.parametrize("words", [(), ("duel",), ("--help",), ("duel", "--out", "a.svg", "--cast", "b.cast")])
def test_a_former_command_says_what_to_use_now(name: str, words: tuple[str, ...]) -> None:
    reply = call(name, *words)
    assert reply.code == 2 and reply.out == ""
    told = " ".join(reply.err.split())
    assert told.endswith(former.COMMANDS[name]) and "invalid choice" not in told


@pytest.mark.parametrize("name", former.COMMANDS)
def test_what_to_use_instead_of_a_former_command_is_there(name: str) -> None:
    help_text = call("--help").out
    assert f"\n  {name} " not in help_text
    command = former.COMMANDS[name].split("`")[3].split()[1]
    assert f"\n  {command} " in help_text and call(command, "--help").code == 0
