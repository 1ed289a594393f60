"""TOML text: the values of a fight's log, each event on a line of its own. Every other file is written by a library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

# Why not by tomli-w: a log grows by one block a step, and tomli-w decides by their length whether `[[step]]` and its
# events stand as tables or as an array within an array, which cannot be appended to. It also lets pass what a terminal
# obeys (the second half of the controls, turned writing), and a log is printed as it is.
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPECIAL = re.compile(
    '["\\\\\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff'
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_TABLE, _LIST = (dict, Mapping), (list, tuple, Iterable)
"""The usual types first: a check against an abstract type takes ten times as long."""
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


# Cached: the same names and labels are written with every step.
@lru_cache(maxsize=4096)
def text(value: str) -> str:
    """Return a string as TOML on one line. Characters that a terminal might obey are escaped."""
    return f'"{_SPECIAL.sub(_escaped, value)}"' if _SPECIAL.search(value) else f'"{value}"'


def _escaped(match: re.Match[str]) -> str:
    """Return the escape of a matched character in TOML. A lone surrogate becomes U+FFFD."""
    sign = match[0]
    if sign in _SHORT:
        return _SHORT[sign]
    if "\ud800" <= sign <= "\udfff":
        return "\ufffd"
    return f"\\u{ord(sign):04x}" if ord(sign) <= 0xFFFF else f"\\U{ord(sign):08x}"


# Cached for the same reason: a log has a few dozen keys.
@lru_cache(maxsize=1024)
def key(name: str) -> str:
    """Return a key as TOML, in quotes where they are needed."""
    return name if _BARE.fullmatch(name) else text(name)


def inline(value: object) -> str:
    """Return any value as TOML on one line. Raises TypeError for an unknown type."""
    if isinstance(value, str):
        return text(value)
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, _TABLE):
        return (
            "{ " + ", ".join([f"{key(name)} = {inline(inner)}" for name, inner in value.items()]) + " }"
            if value
            else "{}"
        )
    if isinstance(value, _LIST):
        return "[" + ", ".join([inline(inner) for inner in value]) + "]"
    raise TypeError(f"{type(value).__name__} has no place in a file")


def rows(name: str, values: Iterable[Mapping[str, Any]]) -> str:
    """Return a list of tables as TOML, one table per line."""
    lines = [f"  {inline(value)},\n" for value in values]
    return f"{name} = [\n{''.join(lines)}]\n" if lines else f"{name} = []\n"
