"""What is no ordinary file is refused by looking at it, before anything is opened."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import DUEL

KINDS = ("pipe", "socket", "device", "folder", "link to a pipe")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("x.fight.toml")


def make(kind: str, path: Path) -> None:
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as own:
            own.bind(str(path))
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo("pipe")
        path.symlink_to("pipe")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "words",
    [
        ("log", "x.fight.toml"),
        ("sheet", "x.fight.toml"),
        ("run", "x.fight.toml"),
        ("play", "x.fight.toml"),
        ("check", "x.fight.toml"),
        ("check", "--reseal", "x.fight.toml"),
        ("join", "x.fight.toml", "x.fight.toml"),
        ("run", str(DUEL), "--save", "x.fight.toml"),
    ],
    ids=" ".join,
)
def test_it_is_one_sentence_and_2_and_never_waits(words: tuple[str, ...], kind: str, place: Path) -> None:
    make(kind, place)
    done = subprocess.run(
        [sys.executable, "-m", "tracker", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    output = done.stdout + done.stderr
    assert done.returncode == 2 and output.count("\n") == 1, output
    assert any(text in output for text in ("not an ordinary file", "is a folder", "is there already")), output


def test_a_library_and_an_encounter_that_are_pipes_are_refused_too(place: Path) -> None:
    Path("library").mkdir()
    os.mkfifo("library/x.toml")
    Path("duel.toml").write_bytes(DUEL.read_bytes())
    for words in (("check", "duel.toml"), ("run", "duel.toml"), ("sheet", "library/x.toml")):
        done = subprocess.run(
            [sys.executable, "-m", "tracker", *words],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
        assert done.returncode == 2 and "library/x.toml: is not an ordinary file" in done.stdout + done.stderr
