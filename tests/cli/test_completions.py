"""Completions and the manual page: written from the parser, and what a shell does with them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import shell_files
from tests.cli.calling import call
from tracker.cli import completions
from tracker.cli.completions import FILES, FOLDER, INSTALLED


def test_the_kept_completions_and_manual_are_those_of_the_parser() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == shell_files.written(), "`python -m tests.shell_files` writes them"


@pytest.mark.parametrize("shell", FILES)
def test_the_command_prints_the_completions_of_a_shell_which_can_read_them(shell: str) -> None:
    printed = call("completions", shell)
    assert printed.code == 0 and printed.out.strip() == (FOLDER / FILES[shell]).read_text(encoding="utf-8").strip()
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(FOLDER / FILES[shell])], check=True)


@pytest.mark.parametrize("shell", FILES)
def test_a_wheel_without_the_folder_prints_the_completions_that_it_installed(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = (FOLDER / FILES[shell]).read_text(encoding="utf-8")
    installed = tmp_path / INSTALLED[shell]
    packages = tmp_path / "lib" / "site-packages"
    record = packages / "combat_tracker-9.dist-info" / "RECORD"
    for path, text in (
        (installed, kept),
        (record, f"../../{INSTALLED[shell]},,\n"),
        (record.with_name("METADATA"), "Name: combat-tracker\nVersion: 9\n"),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(completions, "FOLDER", tmp_path / "none")
    monkeypatch.setattr(sys, "path", [str(packages)])
    printed = call("completions", shell)
    assert printed.code == 0 and printed.out.strip() == kept.strip()
    installed.unlink()
    printed = call("completions", shell)
    assert printed.code == 2 and f"The completions for {shell} are not installed" in printed.err
    monkeypatch.setattr(sys, "path", [])
    assert call("completions", shell).code == 2


def completed(*words: str) -> list[str]:
    """What bash offers for the last of `words`."""
    script = f"""source {FOLDER / FILES["bash"]}; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}
    {function()}; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


def function() -> str:
    """The name of the function that completes `tracker` in bash."""
    text = (FOLDER / FILES["bash"]).read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("complete ")]
    return line.split("-F ")[1].split()[0]


def test_bash_completes_commands_options_and_their_values() -> None:
    assert completed("tracker", "pl") == ["play"]
    assert "--reseal" in completed("tracker", "check", "--re")
    assert completed("tracker", "log", "--format", "mark") == ["markdown"]
