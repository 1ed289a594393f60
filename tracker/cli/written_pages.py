"""Written pages: what a command prints, put into a file of its own instead. One that is there stays as it is."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.streams import say
from tracker.storage.atomic import Disk, why, write_new, write_whole
from tracker.storage.toml.diagnostics import StorageError


def printed(options: argparse.Namespace, print_page: Callable[[], int]) -> int:
    """Call `print_page`, into the file of `--out` where there is one. Return the exit code. A fault leaves no file."""
    if options.out is None:
        return print_page()
    path = Path(options.out)
    refused = _refused(path, options)
    if refused:
        say(refused)
        return BAD
    page = io.StringIO()
    with redirect_stdout(page):
        code = print_page()
    if code:
        return code
    data = page.getvalue().encode("utf-8", "backslashreplace")
    try:
        if path.exists():
            write_whole(path, data)
        else:
            write_new(Disk(), path, data)
    except OSError as error:
        say(f"{path} could not be written: {why(error)}.")
        return BAD
    say(f"Written: {path}")
    return 0


def _refused(path: Path, options: argparse.Namespace) -> str:
    """Return why nothing may be written there. Empty when it may."""
    if refused := unfit_name(path, "the page", ".html"):
        return refused
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return f"{path} is no ordinary file; give another name."
    if path.exists() and not options.replace:
        return f"{path} exists already and was not changed; give another name, or add --replace."
    return ""


def unfit_name(path: Path, what: str, ending: str) -> str:
    """Return why a command writes nothing to a file of this name, a sentence. Empty when it does.

    `what` is written, and its files usually have this `ending`.
    """
    if path.suffix.casefold() == ".toml":
        return f"{path}: a .toml file is an encounter or a fight; give {what} a name such as {path.stem}{ending}."
    if str(path) == "-" or not path.name:
        return f"{path} is no name for a file; give {what} a name such as fight{ending}."
    if not path.parent.is_dir():
        return f"{path} cannot be written: there is no folder {path.parent}."
    return ""


def refuse_unfit_name(path: Path, what: str, ending: str) -> None:
    """Raise StorageError for a file that a command will not write, before it begins a long work."""
    if refused := unfit_name(path, what, ending):
        raise StorageError(refused)


def write_picture(path: Path, picture: bytes) -> None:
    """Write a picture into a new file. Raises StorageError."""
    try:
        write_new(Disk(), path, picture)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {why(error)}.") from error


def refuse_old_picture(path: Path) -> None:
    """Raise StorageError for a picture that is there already or has an unfit name."""
    refuse_unfit_name(path, "the picture", ".svg")
    if path.exists() or path.is_symlink():
        raise StorageError(f"{path} exists already; give the picture another name.")
