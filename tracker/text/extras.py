"""Extras: whether the libraries of an optional extra are installed, and the command that adds them."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec


def lacks(*libraries: str) -> bool:
    """Return whether any of these libraries is not installed."""
    return any(find_spec(name) is None for name in libraries)


def adding(extra: str) -> str:
    """Return the command that adds an extra to this installation. By uv where this Python has no pip."""
    python = shlex.quote(sys.executable)
    install = f"uv pip install --python {python}" if lacks("pip") else f"{python} -m pip install"
    return f"{install} 'combat-tracker[{extra}]'"
