"""The words after `tracker`: what is taken, what is refused, and what asking for help costs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import tracker
from tests.cli.calling import DUEL, call
from tracker.cli import arguments


def test_the_version_is_the_one_of_the_package() -> None:
    reply = call("--version")
    assert (reply.code, reply.out) == (0, f"tracker {tracker.__version__}\n")


@pytest.mark.parametrize(
    "words", [(), ("play",), ("new",), ("check",), ("run",), ("reckon",), ("reckon", "chance"), ("sheet",), ("log",)]
)
def test_every_subcommand_explains_itself_with_its_exit_codes(words: tuple[str, ...]) -> None:
    reply = call(*words, "--help")
    assert reply.code == 0
    assert "exit codes: 0 done" in reply.out


@pytest.mark.parametrize("command", [name for names in arguments._COMMANDS.values() for name in names])
def test_what_is_read_for_one_subcommand_is_what_all_of_them_would_read(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for parser in (arguments._parser(), arguments._parser(command)):
        with pytest.raises(SystemExit):
            parser.parse_args([command, "--help"])
        told.append(capsys.readouterr().out)
        with pytest.raises(SystemExit):
            parser.parse_args([command, "--no-such-option", "x"])
        told.append(capsys.readouterr().err)
    assert told[:2] == told[2:]
    assert f"tracker {command}" in told[0]


def test_every_subcommand_of_the_help_is_read() -> None:
    names = [name for names in arguments._COMMANDS.values() for name in names]
    printed = call("--help").out
    listed = re.findall(r"^  ([a-z]+) ", printed, re.MULTILINE)
    assert sorted(listed) == sorted(names)
    groups = re.findall(r"^([a-z]+):$", printed, re.MULTILINE)
    assert groups == ["play", "players", "prepare", "figures", "options"]


@pytest.mark.parametrize("command", [name for names in arguments._COMMANDS.values() for name in names])
def test_the_help_of_every_command_ends_with_two_examples(command: str) -> None:
    printed = call("help", command).out
    assert printed == call(command, "--help").out
    examples = re.findall(r"^  (tracker .*)$", printed, re.MULTILINE)
    assert len(examples) == 2 and all(example.startswith(f"tracker {command}") for example in examples)


def test_help_alone_and_help_of_help_list_the_commands() -> None:
    assert call("help").out == call("help", "help").out == call("--help").out


def test_a_short_v_prints_the_version() -> None:
    assert call("-V").out == call("--version").out


@pytest.mark.parametrize(
    ("words", "suggested"),
    [
        (("plya",), 'there is no command "plya"; did you mean "play"?'),
        (("help", "shart"), 'there is no command "shart"; did you mean "share"?'),
        (("duel.toml",), 'there is no command "duel.toml"; did you mean `tracker play duel.toml`?'),
    ],
)
def test_an_unknown_command_is_refused_with_the_one_that_may_be_meant(words: tuple[str, ...], suggested: str) -> None:
    reply = call(*words)
    assert (reply.code, reply.out) == (2, "") and suggested in reply.err


def test_help_and_version_load_no_screen_no_models_and_no_event_loop() -> None:
    script = (
        "import sys\nfrom tracker.cli import main\n"
        "main(['--version']); main(['--help']); main(['run', '--help'])\n"
        "heavy = {'textual', 'pydantic', 'rich', 'asyncio', 'json', 'unicodedata'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ("run", DUEL, "--js"),
        ("run", DUEL, "--seed", "1", "--dice", "1"),
        ("run", DUEL, "--dice", "1,zero"),
        ("run", DUEL, "--dice", "0"),
        ("check",),
        ("fly",),
        ("reckon", "chance"),
        ("reckon", "chance", "--stat", "nan"),
        ("reckon", "chance", "--stat", "15", "--rank", "1.5"),
        ("reckon", "chance", "--stat", "15", "--rank", "31"),
        ("reckon", "chance", "--stat", "15", "--roll", "0"),
        ("reckon", "chance", "--stat", "15", "--edition", "1996"),
        ("log", DUEL, "--format", "rtf"),
    ],
)
def test_wrong_usage_is_2_with_a_sentence_and_no_traceback(words: tuple[object, ...]) -> None:
    reply = call(*words)
    assert reply.code == 2
    assert reply.out == ""
    assert "error: " in reply.err and "Traceback" not in reply.err


def test_control_characters_of_an_argument_do_not_reach_the_terminal() -> None:
    reply = call("check", "--\x1b[31mred")
    assert reply.code == 2
    assert "\x1b" not in reply.err
    reply = call("check", "\x1b[31m\u202ered.toml")
    assert reply.code == 2
    assert "\x1b" not in reply.out + reply.err and "\u202e" not in reply.out + reply.err


def test_a_chance_is_told_in_words_and_in_json() -> None:
    words = ("reckon", "chance", "--stat", "15", "--rank", "4", "--df", "-5", "--roll", "17")
    assert call(*words).lines[0].split() == ["chance", "36"]
    (record,) = call(*words, "--json").records
    assert record["chance"] == 3 * 15 + 4 * 4 - 5 * 5
    assert list(record["thresholds"]) == ["amazing", "very_notable", "notable", "solid", "success"]
    assert record["margin"] == record["chance"] - 17
    assert {"tier", "effect"} <= set(record)


def test_without_a_roll_there_is_no_tier_and_without_a_rank_it_is_halved() -> None:
    (record,) = call("reckon", "chance", "--stat", "15", "--json").records
    assert set(record) == {"chance", "thresholds"}
    assert record["chance"] == 23
    (ranked,) = call("reckon", "chance", "--stat", "15", "--rank", "0", "--json").records
    assert ranked["chance"] == 45
    (fraction,) = call("reckon", "chance", "--stat", "13.33", "--rank", "0", "--json").records
    assert fraction["chance"] == 40
