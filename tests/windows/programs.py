"""Programs that are run in a process that looks like Windows."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.cli.calling import ROOT

PRELUDE = "from tests.windows.emulation import become_windows; become_windows()\n"


def on_windows(program: str, *words: object, given: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process that looks like Windows."""
    return subprocess.run(
        [sys.executable, "-c", PRELUDE + program, *map(str, words)],
        cwd=ROOT, env={**os.environ, **env}, input=given, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip


def tracker(*words: object, given: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run `tracker` there."""
    return on_windows("import sys; from tracker.cli import main; sys.exit(main())", *words, given=given, **env)
