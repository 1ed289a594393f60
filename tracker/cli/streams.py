"""Streams: words and JSON on the standard streams, with nothing in them that a terminal would obey."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from contextlib import suppress
from typing import TextIO

from tracker.text.cells import clean, fit, width, wrap

_RAW = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U00010000-\U0010ffff]"
)


def prepare() -> None:
    """Let the standard streams write characters they cannot encode as escapes, instead of failing.

    On Windows a pipe or a file has the old code page of the country, which lacks most signs: there it is UTF-8.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = "utf-8" if sys.platform == "win32" and not stream.isatty() else None
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def tell(text: str = "") -> None:
    """Print one line of words on the standard output, flushed."""
    print(clean(text), flush=True)


def tell_wrapped(text: str) -> None:
    """Print a line of words, wrapped between words to the width of the terminal."""
    cells = cells_of_terminal()
    for line in wrap(text, cells, indent=2) if cells and width(text) > cells else (text,):
        tell(line)


def cells_of_terminal() -> int:
    """Return the width of the terminal that is printed on. 0: it is none, so lines may have any length."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def tell_progress(text: str) -> None:
    """Show progress on one terminal line that the next call overwrites. An empty text clears it."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    line = fit(clean(text), shutil.get_terminal_size().columns - 1)
    with suppress(OSError, ValueError):
        print(f"\r{line}" if text else f"\r{line}\r", end="", file=sys.stderr, flush=True)


def say(text: str) -> None:
    """Print a sentence on the standard error. Do nothing when that cannot be written."""
    try:
        for line in text.split("\n"):
            print(clean(line), file=sys.stderr, flush=True)
    except (OSError, ValueError):
        let_go(sys.stderr)


def unprinted(error: OSError) -> int:
    """Print why the output failed and return the exit code. Say nothing for a closed pipe."""
    let_go(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return 128 + 13  # as a shell reports SIGPIPE
    say(f"{error.strerror or error}.")
    return 2


def let_go(stream: TextIO | None) -> None:
    """Send what a stream still holds to the null device, so that the process ends without an error message."""
    if stream is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell_json(record: object) -> None:
    """Print one line of JSON on the standard output, flushed. Invisible and control characters are escaped."""
    print(as_json(record), flush=True)


def as_json(record: object) -> str:
    """Return a value as one line of JSON."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("_", "-")
    text = json.dumps(record, ensure_ascii=not encoding.startswith("utf"), separators=(", ", ": "))
    return _RAW.sub(lambda match: json.dumps(match[0])[1:-1], text)
