"""TOML text: values, in the one shape this program gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPECIAL = re.compile(
    '["\\\\\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff'
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_TABLE, _LIST = (dict, Mapping), (list, tuple, Iterable)
"""The usual kinds first: an abstract one takes ten times as long to ask for."""
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


@lru_cache(maxsize=4096)
def text(value: str) -> str:
    """A string on one line; what a terminal might obey is escaped."""
    return f'"{_SPECIAL.sub(_escaped, value)}"' if _SPECIAL.search(value) else f'"{value}"'


def _escaped(match: re.Match[str]) -> str:
    sign = match[0]
    if sign in _SHORT:
        return _SHORT[sign]
    if "\ud800" <= sign <= "\udfff":
        return "\ufffd"
    return f"\\u{ord(sign):04x}" if ord(sign) <= 0xFFFF else f"\\U{ord(sign):08x}"


@lru_cache(maxsize=1024)
def key(name: str) -> str:
    """A key, in quotes when it must be."""
    return name if _BARE.fullmatch(name) else text(name)


def inline(value: object) -> str:
    """Any value on one line."""
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
    """A list of tables, one a line."""
    lines = [f"  {inline(value)},\n" for value in values]
    return f"{name} = [\n{''.join(lines)}]\n" if lines else f"{name} = []\n"


def table(path: tuple[str, ...], data: Mapping[str, Any], last: str = "") -> str:
    """A table as a GM would write it, what is inside it first, so that its own keys and `last` stand at the end."""
    plain = {name: value for name, value in data.items() if not _is_table(value)}
    inner = "".join(_inner((*path, name), value) for name, value in data.items() if _is_table(value))
    header = f"[{'.'.join(map(key, path))}]\n"
    return f"{inner}{header}{_pairs(plain)}{last}"


def document(data: Mapping[str, Any]) -> str:
    """A whole document: its plain keys, then its tables."""
    plain = {name: value for name, value in data.items() if not _is_table(value)}
    inner = "".join("\n" + _inner((name,), value) for name, value in data.items() if _is_table(value))
    return f"{_pairs(plain)}{inner}"


def _pairs(data: Mapping[str, Any]) -> str:
    return "".join(f"{key(name)} = {inline(value)}\n" for name, value in data.items())


def _is_table(value: object) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(inner, Mapping) for inner in value)


def _inner(path: tuple[str, ...], value: Any) -> str:
    name = ".".join(map(key, path))
    if isinstance(value, Mapping):
        return f"[{name}]\n{_contents(path, value)}\n"
    return "".join(f"[[{name}]]\n{_contents(path, entry)}\n" for entry in value)


def _contents(path: tuple[str, ...], data: Mapping[str, Any]) -> str:
    """Plain keys first; small tables stay on one line, lists of tables and large tables get headers of their own."""
    large = {name: value for name, value in data.items() if _is_table(value) and not _small(path, value)}
    plain = {name: value for name, value in data.items() if name not in large}
    return _pairs(plain) + "".join(_inner((*path, name), value).rstrip("\n") + "\n" for name, value in large.items())


def _small(path: tuple[str, ...], value: Any) -> bool:
    return isinstance(value, Mapping) and len(inline(value)) <= 90 and not any(_is_table(v) for v in value.values())
