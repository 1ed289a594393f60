"""Written pages: what a command prints, put into a file of its own instead; one that is there stays as it is."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.streams import say
from tracker.storage.atomic import Disk, why, write_new, write_whole


def _as_utf8(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def printed(options: argparse.Namespace, tells: Callable[[], int], made: Callable[[str], bytes] = _as_utf8) -> int:
    """Let a command print, into the file of `--out` where there is one; the exit code. A fault leaves no file.

    `made` makes the bytes of the file from what is printed.
    """
    if options.out is None:
        return tells()
    path = Path(options.out)
    refused = _refused(path, options)
    if refused:
        say(refused)
        return BAD
    page = io.StringIO()
    with redirect_stdout(page):
        code = tells()
    if code:
        return code
    data = made(page.getvalue())
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
    """Return why nothing may be written there; empty when it may."""
    if path.suffix.casefold() == ".toml":
        return f"{path}: a .toml file is an encounter or a fight; give the page a name such as {path.stem}.html."
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return f"{path} is no ordinary file; give another name."
    if path.exists() and not options.replace:
        return f"{path} exists already and was not changed; give another name, or add --replace."
    return ""
