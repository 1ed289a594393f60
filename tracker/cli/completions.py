"""`tracker completions`: prints what makes a shell complete the commands and options of `tracker`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.streams import tell

FOLDER = Path(__file__).parents[1] / "shell"
"""Written from the parser by `python -m tests.shell_files` and kept, so that no library for it is needed here."""
FILES = {"bash": "tracker.bash", "zsh": "_tracker", "fish": "tracker.fish"}


def carry_out(options: argparse.Namespace) -> int:
    """Print the completions of one shell."""
    for line in (FOLDER / FILES[options.shell]).read_text(encoding="utf-8").splitlines():
        tell(line)
    return 0
