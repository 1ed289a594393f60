"""`tracker completions`: prints what makes a shell complete the commands and options of `tracker`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell
from tracker.storage.paths import APPLICATION

FOLDER = Path(__file__).parents[1] / "shell"
"""Written from the parser by `python -m tests.shell_files` and kept, so that no library for it is needed here."""
FILES = {"bash": "tracker.bash", "zsh": "_tracker", "fish": "tracker.fish"}
INSTALLED = {
    "bash": "share/bash-completion/completions/tracker",
    "zsh": "share/zsh/site-functions/_tracker",
    "fish": "share/fish/vendor_completions.d/tracker.fish",
}
"""Where a wheel puts the same files, for shells that look there; it has no second copy of them."""


def carry_out(options: argparse.Namespace) -> int:
    """Print the completions of one shell and return the exit code; refused where their file is nowhere."""
    path = _path(options.shell)
    if path is None:
        say(f"The completions for {options.shell} are not installed; install the package anew with pip, pipx or uv.")
        return BAD
    for line in path.read_text(encoding="utf-8").splitlines():
        tell(line)
    return 0


def _path(shell: str) -> Path | None:
    """Return the completions of a shell: of a checkout, else as they were installed; None where they are nowhere."""
    from importlib.metadata import PackageNotFoundError, files

    if (kept := FOLDER / FILES[shell]).is_file():
        return kept
    try:
        installed = files(APPLICATION) or ()
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in installed if file.as_posix().endswith(INSTALLED[shell]))
    return next((path for path in paths if path.is_file()), None)
