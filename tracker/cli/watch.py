"""`tracker watch`: what the players see of a fight, on a screen of its own that follows it."""

from __future__ import annotations

import argparse

from tracker.cli.opening import fight_only
from tracker.storage.paths import fight_called


def carry_out(options: argparse.Namespace) -> int:
    """Run the players' screen on a fight. Return the exit code."""
    path = fight_called(options.file)
    fight_only(path, must_exist=False)
    from tracker.player_screen.screen import run
    from tracker.player_screen.spectator import Spectator
    from tracker.storage.crash_reports import crash_reporter
    from tracker.storage.paths import data_dir

    return run(Spectator(path, recent=True), crash_reporter(data_dir() / "reports"))
