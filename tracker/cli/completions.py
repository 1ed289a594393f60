"""`tracker completions`: prints what makes a shell complete the commands and options of `tracker`."""

from __future__ import annotations

import argparse

from tracker.cli.execution import BAD
from tracker.cli.shells import COMPLETES, completions, missing
from tracker.cli.streams import say, tell


def carry_out(options: argparse.Namespace) -> int:
    """Print the completions of one shell and return the exit code. Refused without the library that writes them."""
    if sentence := missing(COMPLETES):
        say(sentence)
        return BAD
    for line in completions(options.shell).splitlines():
        tell(line)
    return 0
