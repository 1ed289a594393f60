"""Carrying out: a subcommand is run, and whatever ends it early becomes a sentence and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TextIO

from tracker.cli.ending import Ended, watched
from tracker.cli.printing import prepare, say
from tracker.encounter.refusals import Refused
from tracker.storage.mistakes import Mistakes, StorageError

REFUSED = 1
BAD = 2
BROKEN_PIPE = 128 + 13


def carry_out(options: argparse.Namespace) -> int:
    """Run the subcommand of `options`; its exit code."""
    prepare()
    module = import_module(f"tracker.cli.{options.module}")
    if options.module == "play":
        return _guarded(module.carry_out, options)
    with watched():
        return _guarded(module.carry_out, options)


def _guarded(run: object, options: argparse.Namespace) -> int:
    try:
        code: int = run(options)  # type: ignore[operator]
        if sys.stdout is not None:
            sys.stdout.flush()
    except Mistakes as mistakes:
        for mistake in mistakes.mistakes:
            say(str(mistake))
        return BAD
    except StorageError as error:
        say(error.sentence)
        return BAD
    except Refused as refused:
        say(refused.sentence)
        return REFUSED
    except Ended as ended:
        _let_go(sys.stdout)
        return 128 + ended.number
    except BrokenPipeError:
        _let_go(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        _let_go(sys.stdout)
        where = f"{error.filename}: " if error.filename else ""
        say(f"{where}{error.strerror or error}.")
        return BAD
    return code


def _let_go(stream: TextIO | None) -> None:
    """Whatever is still unwritten goes nowhere, so that the end of the process is quiet."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass
