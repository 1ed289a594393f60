"""`tracker man`: prints the manual page."""

from __future__ import annotations

import argparse

from tracker.cli.execution import BAD
from tracker.cli.shells import DOCUMENTS, manual, missing
from tracker.cli.streams import say, tell


def carry_out(_options: argparse.Namespace) -> int:
    """Print the manual page and return the exit code. Refused without the library that writes it."""
    if sentence := missing(DOCUMENTS):
        say(sentence)
        return BAD
    for line in manual().splitlines():
        tell(line)
    return 0
