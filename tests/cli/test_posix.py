"""Where this runs is said, and the versions it was tried with are named and fit."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.cli.calling import ROOT
from tracker.storage import atomic

LOCK = ROOT / "requirements.lock"


def test_without_posix_play_says_so_and_everything_else_still_works(tmp_path: Path) -> None:
    program = "import sys; sys.modules['termios'] = None; from tracker.cli import main; sys.exit(main())"
    reply = subprocess.run(
        [sys.executable, "-c", program, "play", str(ROOT / "saves" / "duel.toml")], capture_output=True, text=True
    )
    assert (reply.returncode, reply.stderr.count("\n")) == (2, 1)
    assert reply.stderr.startswith("tracker play needs a POSIX terminal (Linux, macOS, or WSL on Windows)")
    reply = subprocess.run([sys.executable, "-c", program, "chance", "--stat", "15"], capture_output=True, text=True)
    assert (reply.returncode, reply.stderr) == (0, "")


def test_the_readme_and_the_classifiers_say_posix() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {"Operating System :: POSIX", "Operating System :: MacOS"} <= set(project["classifiers"])
    assert "any POSIX system; on Windows inside WSL" in (ROOT / "README.md").read_text("utf-8")


def test_the_lock_names_a_fitting_version_of_everything_and_can_be_constraints() -> None:
    lines = [line for line in LOCK.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    locked = [Requirement(line) for line in lines]
    versions = {re.sub(r"[-_.]+", "-", one.name).lower(): next(iter(one.specifier)).version for one in locked}
    assert "--hash" not in LOCK.read_text("utf-8"), "pip takes no folder while it checks hashes"
    needed = [Requirement(text) for text in requires("combat-tracker") or ()]
    for one in needed:
        if not one.extras:
            assert one.specifier.contains(versions[re.sub(r"[-_.]+", "-", one.name).lower()]), one


class Fcntl:
    def __init__(self, number: int = 0) -> None:
        self.calls: list[int] = []
        self.number = number

    def fcntl(self, file: int, call: int) -> None:
        self.calls.append(call)
        if self.number:
            raise OSError(self.number, "no")


def test_on_macos_a_flush_goes_through_the_cache_of_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(atomic, "_FULL_FLUSH", 51)
    monkeypatch.setattr(os, "fsync", flushed.append)
    for number, falls_back in ((0, False), (errno.ENOTSUP, True), (errno.EIO, None)):
        mac = Fcntl(number)
        monkeypatch.setattr(atomic, "fcntl", mac)
        flushed.clear()
        if falls_back is None:
            with pytest.raises(OSError, match="no"):
                atomic.Disk().sync(7)
        else:
            atomic.Disk().sync(7)
        assert mac.calls == [51]
        assert flushed == ([7] if falls_back else []), "a failed flush is never tried again"
