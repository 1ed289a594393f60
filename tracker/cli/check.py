"""`tracker check`: every mistake of every file with its place; with `--reseal`, an edit of a fight is accepted."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.own import mistakes_of
from tracker.cli.streams import tell
from tracker.storage import Mistakes, StorageError, check, house_rules, remarks, reseal
from tracker.storage.mistakes import printed


def carry_out(options: argparse.Namespace) -> int:
    """Print all mistakes of all files; 2 when there are any."""
    sound = [_reseal(Path(name)) if options.reseal else _check(Path(name), options.rules) for name in options.files]
    return 0 if all(sound) else BAD


def _check(path: Path, everything: bool) -> bool:
    own = mistakes_of(path)
    mistakes = check(path) if own is None or not path.exists() else own
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
