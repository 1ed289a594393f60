"""A locale without UTF-8: no screen is drawn in escapes; a sentence says what to do, and line mode goes on."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tui.terminal import ROOT, terminal

COMMANDS = {
    "play": ("`tracker play --plain`", ("play", "{fight}")),
    "choose": ("`tracker play --plain`", ("play",)),
    "watch": ("`tracker log --for players`", ("watch", "{fight}")),
    "learn": ("docs/tutorials", ("learn",)),
}
"""What each command that needs a screen names in its place."""
_MAIN = "import sys\nfrom tracker.cli import main\nsys.exit(main({words!r}))\n"


def own(folder: Path, env: dict[str, str]) -> dict[str, str]:
    """An environment without the settings of the machine."""
    clean = {"LC_ALL": "", "LC_CTYPE": "", "PYTHONIOENCODING": "", "PYTHONUTF8": ""}
    return clean | {"TRACKER_CONFIG": str(folder), "TRACKER_DATA": str(folder)} | env


@pytest.mark.parametrize("command", COMMANDS)
def test_a_screen_that_could_not_be_written_is_a_sentence_that_names_lang_and_another_way(
    command: str, tmp_path: Path
) -> None:
    fight = shutil.copy(ROOT / "saves" / "finished-duel.fight.toml", tmp_path)
    instead, words = COMMANDS[command]
    program = _MAIN.format(words=[word.format(fight=fight) for word in words])
    with terminal(program, own(tmp_path, {"PYTHONIOENCODING": "iso-8859-1"})) as run:
        assert run.ended() == 2
        told = run.written.decode()
        assert "LANG" in told and "PYTHONIOENCODING" in told and instead in told.replace("\r\n", " ")
        assert "\\u" not in told and "\x1b" not in told


@pytest.mark.parametrize("locale", ["en_US.ISO-8859-1", "ru_RU.KOI8-R"])
def test_in_an_old_locale_the_screen_names_line_mode_which_writes_no_escapes(locale: str, tmp_path: Path) -> None:
    language, _, charmap = locale.partition(".")
    made = shutil.which("localedef") and subprocess.run(
        ["localedef", "-i", language, "-f", charmap, str(tmp_path / locale)], capture_output=True, check=False
    )
    if not made or not (tmp_path / locale).exists():
        pytest.skip("the locale cannot be made here")
    env = own(tmp_path, {"LOCPATH": str(tmp_path), "LC_ALL": locale, "LANG": locale})
    env.pop("LC_CTYPE")
    encounter = shutil.copy(ROOT / "saves" / "duel.toml", tmp_path)
    with terminal(_MAIN.format(words=["play", encounter]), env) as run:
        assert run.ended() == 2
        assert b"LANG=C.UTF-8 and unset LC_ALL" in run.written and b"--plain" in run.written
        assert b"\\u" not in run.written
    with terminal(_MAIN.format(words=["play", "--plain", encounter]), env) as run:
        run.until("Enter: begin")
        run.send("\r")
        run.until("d100")
        run.send("q\r")
        assert run.ended() == 0 and b"\\u" not in run.written
