"""Releases: fights as every release left them open where they stood, replay to the same state, and go on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.campaign.tally import Tally
from tests.tui.terminal import ROOT

FILES = ("tests/test_old_fights.py", "tests/slow/test_old_fights.py")
"""Every test of old fights, its properties on each of them; in short on one of each game."""
FINISHED = "tests/hybrid/test_scripted_fights.py"


def old_fights(tally: Tally, folder: Path) -> None:
    """What tests/test_old_fights.py and the finished fights of saves/ are held to, each fight on its own."""
    report = folder / "report.xml"
    files = FILES[:1] if tally.short else (*FILES, FINISHED)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *files]
    words += ["-k", "stands_where or same_state"] if tally.short else []
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    done = subprocess.run(words, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    if not report.exists():
        tally.held("pytest", done.stdout[-600:] + done.stderr[-600:])
        return
    for case in ElementTree.parse(report).iter("testcase"):
        failed = case.find("failure") if case.find("failure") is not None else case.find("error")
        tally.held(str(case.get("name")), "" if failed is None else str(failed.get("message"))[:300])
    fights = list((ROOT / "tests" / "old_fights").glob("*/*.fight.toml"))
    releases = sorted({path.parent.name for path in fights})
    tally.note(f"{len(fights)} fights of {', '.join(releases)}")
