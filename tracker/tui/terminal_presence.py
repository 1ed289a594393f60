"""Terminal presence: whether there is a terminal to show a screen on, and whether it takes the signs of a screen."""

from __future__ import annotations

import codecs
import os
import sys

_OVER_LANG = ("LC_ALL", "LC_CTYPE", "PYTHONIOENCODING")
"""Variables that take precedence over LANG."""


def lacking(needs: str, instead: str) -> str:
    """Return why no screen can be shown, a sentence. Empty when one can.

    `needs` is the sentence where there is no terminal, `instead` what to do where its locale has no UTF-8.
    """
    if not there():
        return needs
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"  # the stream that a screen is written on
    if codecs.lookup(encoding).name == "utf-8":
        return ""
    over = " and ".join(name for name in _OVER_LANG if os.environ.get(name))
    unset = f" and unset {over}" if over else ""
    return f"The screen needs UTF-8, and this locale has {encoding}: set LANG=C.UTF-8{unset}, or {instead}."


def lacking_to_play() -> str:
    """Return why no fight can be played on a screen, a sentence. Empty when one can."""
    return lacking(
        "tracker play needs a terminal; `tracker run` takes lines from anywhere, and so does `tracker play --plain`.",
        "play in lines with `tracker play --plain`",
    )


def there() -> bool:
    """Return whether all three standard streams are a terminal's that can place signs."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM") != "dumb" and all(stream is not None and stream.isatty() for stream in streams)
