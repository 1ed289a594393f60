"""The completions for shells and the manual page, written from the parser: `python -m tests.shell_files`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from tracker.cli import arguments

FOLDER = Path(arguments.__file__).parents[1] / "shell"
COMPLETIONS = {"bash": "tracker.bash", "zsh": "_tracker", "fish": "tracker.fish"}
MANUAL = "tracker.1"
FILES = ("FILE", "FIGHT", "PARTY", "TAIL")
"""What an argument that is a file is called in the help."""


def written() -> dict[str, str]:
    """Each file's text, by its name."""
    parser = arguments.parser_of_all()
    for action in _actions(parser):
        if any(name in str(action.metavar) for name in FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    texts = {name: shtab.complete(parser, shell=shell) for shell, name in COMPLETIONS.items()}
    return {**texts, MANUAL: _manual(parser)}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every action of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)


def _manual(parser: argparse.ArgumentParser) -> str:
    """The manual page; it names no version and no day, so that the same parser always gives the same bytes."""
    page = Manpage(parser, format="single-commands-section")
    page.description, page.manual, page.date = "a combat tracker for game masters", "tracker", ""
    return str(page).rstrip() + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in written().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
