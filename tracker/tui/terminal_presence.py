"""Terminal presence: whether there is a terminal to show a screen on."""

from __future__ import annotations

import sys

MISSING = "tracker play needs a terminal; `tracker run` takes lines from anywhere, and so does `tracker play --plain`."


def there() -> bool:
    """Whether all three standard streams are a terminal's."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
