"""Where this runs is said, and the versions it was tried with are named and fit."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.cli.calling import ROOT
from tracker.storage import atomic

LOCK = ROOT / "requirements.lock"


def test_the_classifiers_are_those_of_the_page_about_platforms_and_no_more() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    systems = {one.split(" :: ", 1)[1] for one in project["classifiers"] if one.startswith("Operating System")}
    assert systems == {"POSIX", "MacOS"}
    page = (ROOT / "docs" / "platforms.md").read_text("utf-8")
    assert "| Windows | not tried on a real one |" in page, "a classifier for it would say more than was seen"
    versions = {one.rpartition(" ")[2] for one in project["classifiers"] if "Python :: 3." in one}
    rows = re.findall(r"^\| (3\.[\d., ]+) \| (.*) \|$", page, re.M)
    assert versions == {version for row, seen in rows if not seen.startswith("no") for version in row.split(", ")}


def test_the_workflow_tests_every_python_of_the_classifiers_and_names_its_actions_by_commit() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = {one.rpartition(" ")[2] for one in project["classifiers"] if "Python :: 3." in one}
    workflow = (ROOT / ".github" / "workflows" / "gate.yml").read_text("utf-8")
    assert set(re.findall(r"^ +(3\.\d+)$", workflow, re.M)) == versions
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    assert f"for minor in {' '.join(sorted(versions, key=lambda version: int(version[2:])))}; do" in gate
    actions = re.findall(r"uses: (.*)", workflow)
    assert actions and all(re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+(\.\d+)*", action) for action in actions)
    assert {"run: .ci/run", "run: python3 .ci/bounds.py ${{ matrix.versions }}"} <= set(
        re.findall(r"run: .*", workflow)
    )


def test_the_readme_says_where_it_runs() -> None:
    assert "on Linux or macOS ([Windows](docs/platforms.md#windows) by WSL)" in (ROOT / "README.md").read_text("utf-8")


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
