"""Execution: runs a subcommand. Whatever ends it early becomes a sentence and an exit code."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.model_plugins import without_plugins
from tracker.cli.signals import Ended, watched
from tracker.cli.streams import let_go, prepare, say
from tracker.games import registry
from tracker.model.refusals import Refused

if TYPE_CHECKING:
    import argparse

REFUSED = 1
BAD = 2
INTERRUPTED = 128 + 2
BROKEN_PIPE = 128 + 13


def carry_out(options: argparse.Namespace | SimpleNamespace) -> int:
    """Run the subcommand of `options` and return its exit code. An expected error becomes a sentence."""
    without_plugins()
    prepare()
    registry.add_finder(_own_systems)
    try:
        # `play` and `watch` handle the signals themselves: a screen gives the terminal back first.
        with nullcontext() if options.module in ("play", "watch") else watched():
            code: int = _module(options.module).carry_out(options)
            if sys.stdout is not None:
                sys.stdout.flush()
    except Ended as ended:
        let_go(sys.stdout)
        return 128 + ended.number
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        let_go(sys.stdout)
        return BROKEN_PIPE
    except Refused as refused:
        say(refused.sentence)
        return REFUSED
    except Exception as error:
        return _print_error(error)
    return code


def _own_systems() -> Iterable[registry.Source]:
    """Return the games of the user's data folder. The module is imported only when a game is looked up there."""
    from tracker.storage.own_systems import own_systems

    return own_systems()


def _module(name: str) -> ModuleType:
    """Import the module of a subcommand, with the garbage collector off: importing leaves no garbage to find."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(f"tracker.cli.{name}")
    finally:
        if collects:
            gc.enable()


def _print_error(error: Exception) -> int:
    """Print a file error or system error as sentences. Return the exit code. Raises any other error, a bug."""
    from tracker.storage.toml.diagnostics import InvalidFile, StorageError, printed

    match error:
        case InvalidFile():
            for sentence in printed(error.diagnostics):
                say(sentence)
        case StorageError():
            say(error.sentence)
        case OSError():
            let_go(sys.stdout)
            where = f"{error.filename}: " if error.filename else ""
            say(f"{where}{error.strerror or error}.")
        case _:
            raise error
    return BAD
