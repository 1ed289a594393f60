"""Shells: the parser as completions for a shell and as a manual page, by the libraries of the extra `shell`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module

from tracker.cli.arguments import parser_of_all
from tracker.text import extras

COMPLETES, DOCUMENTS = "shtab", "argparse_manpage"
"""The library that writes completions, and the one that writes manual pages."""
_FILES = ("FILE", "FIGHT", "PARTY", "TAIL")
"""The names of file arguments in the help."""


def missing(library: str) -> str:
    """Return what to install before the library can write anything, as a sentence. Empty when it is there."""
    if not extras.lacks(library):
        return ""
    return f"Completions and the manual page need the extra `shell`: {extras.adding('shell')}"


def completions(shell: str) -> str:
    """Return what makes `bash`, `zsh` or `fish` complete commands, options, their values and names of files."""
    shtab = import_module(COMPLETES)
    parser = parser_of_all()
    for action in _actions(parser):
        if any(name in str(action.metavar) for name in _FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell=shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of a parser and of all its subcommands."""
    # argparse has no public list of the actions of a parser. The libraries for shells read the same.
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)


def manual() -> str:
    """Return the manual page in roff. Without a day, so that a version always has the same page."""
    page = import_module(f"{DOCUMENTS}.manpage").Manpage(parser_of_all(), format="single-commands-section")
    page.description, page.manual, page.date = "a combat tracker for game masters", "tracker", ""
    return str(page).rstrip()
