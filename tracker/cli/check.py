"""`tracker check`: every mistake of every file with its place; with `--reseal`, an edit of a fight is accepted."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.own import mistakes_of
from tracker.cli.streams import tell, tell_progress
from tracker.storage import Mistakes, StorageError, check, house_rules, remarks, reseal
from tracker.storage.mistakes import printed

BETWEEN = 0.5
"""Seconds after which a check that still goes on says how far it has come."""


def carry_out(options: argparse.Namespace) -> int:
    """Print all mistakes of all files; 2 when there are any."""
    sound = [_reseal(Path(name)) if options.reseal else _check(Path(name), options.rules) for name in options.files]
    return 0 if all(sound) else BAD


def _check(path: Path, everything: bool) -> bool:
    own = mistakes_of(path)
    if own is None or not path.exists():
        with _progress(path) as looking:
            mistakes = check(path, looking)
    else:
        mistakes = own
    for sentence in printed(mistakes):
        tell(sentence)
    if not mistakes:
        tell(f"{path}: no mistakes")
    if not mistakes and own is None:
        for rule in house_rules(path, everything):
            tell(f"  house rule {rule}")
        for remark in remarks(path):
            tell(f"  {remark}")
    return not mistakes


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[int, int], None]]:
    """Says on a terminal how far a long fight was looked at, in one line that is gone in the end."""
    began = last = time.monotonic()

    def looking(looked_at: int, steps: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= BETWEEN:
            last = now
            tell_progress(f"{path.name}: step {looked_at:,} of {steps:,}")

    try:
        yield looking
    finally:
        if last > began:
            tell_progress("")


def _reseal(path: Path) -> bool:
    try:
        tell(str(reseal(path)))
    except Mistakes as faults:
        for sentence in printed(faults.mistakes):
            tell(sentence)
        return False
    except StorageError as error:
        tell(error.sentence)
        return False
    return True
