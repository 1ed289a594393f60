"""`tracker check`: every mistake of every file with its place. With `--reseal`, an edit of a fight is accepted."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tracker.campaign.file_checks import STANDARD_INPUT, CheckResult, examine, reseal
from tracker.cli.execution import BAD
from tracker.cli.opening import no_such, standard_input
from tracker.cli.streams import say, tell, tell_json, tell_progress
from tracker.cli.user_files import mistakes_of
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.storage.paths import file_called
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, StorageError, printed

_HINT = re.compile(r"; (did you mean [^;]*\?|there are [^;]*)$")
"""The suggestion at the end of a sentence about a mistake."""

BETWEEN = 0.5
"""The seconds after which a long check shows its progress."""


def carry_out(options: argparse.Namespace) -> int:
    """Check every file and print its mistakes and warnings, or reseal fights with `--reseal`.

    The exit code is 2 when there are mistakes, with `--strict` also for warnings.
    """
    if options.reseal:
        sealed = [_reseal(Path(name)) for name in options.files]
        return 0 if all(sealed) else BAD
    results = [(name, *_check(name, options.rules)) for name in options.files]
    if options.json:
        tell_json(
            [_record(diagnostic) for _, result, _ in results for diagnostic in (*result.diagnostics, *result.warnings)]
        )
    else:
        for name, result, summary in results:
            for sentence in (*printed(result.diagnostics), *printed(result.warnings), *summary):
                tell(sentence)
            if options.odds and not result.diagnostics and name != STANDARD_INPUT:
                _tell_odds(file_called(name))
    bad = any(result.diagnostics or (options.strict and result.warnings) for _, result, _ in results)
    return BAD if bad else 0


def _check(name: str, everything: bool) -> tuple[CheckResult, list[str]]:
    """Check one file. Return the result, and its summary, which is empty for a file with mistakes.

    `everything` lists all house rules in the summary. An error in a game from outside is reported as a mistake of it.
    """
    try:
        result = _examine_file(name)
        return result, [] if result.diagnostics else _summary(name, result, everything)
    except (Exception, SystemExit) as error:
        failed = registry.failed_hook(error)
        if not failed:
            raise
        return CheckResult((Diagnostic(name, 1, 1, failed),)), []


def _examine_file(name: str) -> CheckResult:
    """Check one file, the standard input for `-`. The user's own keys and settings have checks of their own."""
    if name == STANDARD_INPUT:
        return examine(Path(name), standard_input())
    path = file_called(name)
    if path.name == name and not os.path.lexists(path):
        return CheckResult(no_such(path).diagnostics)
    mistakes = mistakes_of(path)
    if mistakes is not None and path.exists():
        return CheckResult(tuple(mistakes))
    with _progress(path) as on_progress:
        return examine(path, on_progress=on_progress)


def _summary(name: str, result: CheckResult, everything: bool) -> list[str]:
    """Return the contents of a file without mistakes, line by line. `everything` lists all house rules."""
    number = len(result.warnings)
    warned = f", {number} warning{'s' if number > 1 else ''}" if number else ""
    return [
        f"{name}: no mistakes{warned}",
        *([f"  {result.roster}"] if result.roster else ()),
        *(f"  house rule {rule}" for rule in result.house_rules(everything)),
        *(f"  {remark}" for remark in result.remarks()),
    ]


def _tell_odds(path: Path) -> None:
    """Print the difficulty of a fight for the players' side, or the reason why there is no forecast."""
    from tracker.api.odds import rough_odds
    from tracker.odds.result import difficulty, headline
    from tracker.odds.worker_pool import cores

    try:
        odds = rough_odds(path, cores(), say)
    except InvalidFile:
        return  # a party or a library
    except Refused as refused:
        tell(f"  {refused.sentence}")
        return
    tell(f"  {difficulty(odds)}: {headline(odds)}, {odds.fights:,} fights")


def _record(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return a mistake as data for editors: lines and columns start at 1, a missing one is None."""
    hint = _HINT.search(diagnostic.text)
    return {
        "file": diagnostic.path,
        "line": diagnostic.line or None,
        "column": diagnostic.column or None,
        "end_column": diagnostic.end or None,
        "severity": diagnostic.severity,
        "message": diagnostic.text,
        "hint": hint[1] if hint else None,
    }


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[int, int], None]]:
    """Give a callback that prints the progress of a long check on one terminal line, and clear the line at the end."""
    began = last = time.monotonic()

    def on_progress(looked_at: int, steps: int) -> None:
        """Report how far the check is, at most once in `BETWEEN` seconds."""
        nonlocal last
        now = time.monotonic()
        if now - last >= BETWEEN:
            last = now
            tell_progress(f"{path.name}: step {looked_at:,} of {steps:,}")

    try:
        yield on_progress
    finally:
        if last > began:
            tell_progress("")


def _reseal(path: Path) -> bool:
    """Write new seals into a fight and print what was done, or why not. Return whether it was done."""
    try:
        tell(str(reseal(path)))
    except InvalidFile as faults:
        for sentence in printed(faults.diagnostics):
            tell(sentence)
        return False
    except StorageError as error:
        tell(error.sentence)
        return False
    return True
