"""A copy of the project, in which one change at a time is made, and whether the tests notice it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.changes import ROOT, Change
from tests.mutants.server import HUNG

COPIED = ("tracker", "tests", "docs", "saves", "bench", ".ci", "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
          "pyproject.toml", "requirements.lock")  # fmt: skip
PASSED, FAILED, STOPPED, NONE_FOUND = 0, 1, 2, 5
"""How pytest ends; what cannot be loaded stops it."""
SHORTLY, WHOLE = 300, 3600
"""Seconds that the tests named with a change may take, and a whole folder."""


def _environment() -> dict[str, str]:
    """What is set here, but for what a run of tests around this one has set for itself."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}


class Broken(Exception):
    """The tests cannot be run, or fail where nothing is changed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a change, and by what it was noticed; nothing for what lives."""

    change: Change
    noticed: str = ""
    hung: bool = False

    @property
    def dead(self) -> bool:
        """Whether the tests noticed."""
        return bool(self.noticed)


class Copy:
    """A copy of the project with a server of test runs in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
            elif source.exists():
                shutil.copy2(source, folder / name)
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.server"],
            cwd=folder,
            env={**_environment(), "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """No more runs."""
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait()
        self._server.stdout.close()

    def run(self, tests: tuple[str, ...], seconds: int, *options: str) -> int:
        """How these tests end as the copy stands."""
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps({"args": [*tests, *options], "seconds": seconds}) + "\n")
        self._server.stdin.flush()
        answer = self._server.stdout.readline()
        if not answer:
            raise Broken(f"The runs in {self.folder} have ended by themselves.")
        return int(answer)

    def said(self) -> str:
        """What the last run printed."""
        return (self.folder / "mutants.out").read_text(encoding="utf-8", errors="replace")

    def pass_unchanged(self, tests: tuple[str, ...]) -> None:
        """Nothing is learnt from a test that fails anyway."""
        code = self.run(tests, WHOLE)
        if code != PASSED:
            raise Broken(f"Before anything is changed, {' '.join(tests)} end with {code}:\n{self.said()[-3000:]}")

    def tried(self, change: Change, tests: tuple[str, ...] = ()) -> Verdict:
        """Make a change, run these tests, or those that are named with it, and take it back."""
        tests, seconds = (tests, WHOLE) if tests else (change.tests, SHORTLY)
        path = self.folder / change.file
        before = path.read_text(encoding="utf-8")
        try:
            self._write(path, change.changed(before))
            code = self.run(tests, seconds)
        finally:
            self._write(path, before)
        if code == HUNG:
            return Verdict(change, "took too long", hung=True)
        if code in (FAILED, STOPPED):
            return Verdict(change, self._failed())
        if code != PASSED:
            raise Broken(f"{change.name}: {' '.join(tests)} end with {code}:\n{self.said()[-3000:]}")
        return Verdict(change)

    def _write(self, path: Path, text: str) -> None:
        """Write a file so that nothing compiled from what it was before is taken for it."""
        path.write_text(text, encoding="utf-8")
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()

    def _failed(self) -> str:
        """The first test that failed, or what could not be loaded."""
        lines = [line for line in self.said().splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return lines[0].split(" - ")[0].partition(" ")[2] if lines else "what could not be loaded"
