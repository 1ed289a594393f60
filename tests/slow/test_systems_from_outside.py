"""The game of the page on adding one, packaged, type-checked and linted as its author would."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import page_game


def test_the_package_of_the_page_is_built_installed_seen_and_keeps_the_contract(tmp_path: Path) -> None:
    source, place = tmp_path / "nerve", tmp_path / "installed"
    source.mkdir()
    *_, project = page_game.blocks("toml")
    *_, contract = page_game.blocks()
    (source / "nerve.py").write_text(page_game.blocks()[0])
    (source / "pyproject.toml").write_text(project)
    (source / "test_nerve.py").write_text(contract)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    built = subprocess.run(
        [*pip, "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as unpacked:
        unpacked.extractall(place)

    def run(*words: str) -> str:
        """A command of Python with the package beside everything else that is installed."""
        env = {"PYTHONPATH": f"{place}:{Path(__file__).parents[2]}", "TRACKER_DATA": str(tmp_path), "PATH": ""}
        done = subprocess.run(
            [sys.executable, *words], cwd=source, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert re.search(r"nerve +game +nerve-for-tracker 1.0", run("-m", "tracker", "systems"))
    assert "nerve.toml" in run("-m", "tracker", "new", "nerve.toml", "--system", "nerve")
    assert "no mistakes" in run("-m", "tracker", "check", "nerve.toml")
    assert "4 passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_nerve.py")


def test_the_game_of_the_page_passes_the_type_checker_and_the_linter_it_asks_for(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    pytest.importorskip("ruff")
    (tmp_path / "nerve.py").write_text(page_game.blocks()[0])
    root = Path(__file__).parents[2]
    config = root / "pyproject.toml"
    for tool in (
        ["mypy", "--config-file", str(config), "nerve.py"],
        ["ruff", "check", "--config", str(config), "--ignore", "I001,D102", "nerve.py"],
    ):
        env = {"MYPYPATH": str(root), "PATH": ""}
        done = subprocess.run(
            [sys.executable, "-m", *tool], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
