"""Key edits: sets and deletes single keys in a TOML text. Every other sign of it stays as it is.

tomlkit hangs a comment on the table that it is behind, though it may be the heading of the next one. It puts new
keys below it, and moves tables that are written in an unusual order. Here a new key is behind the last key that its
own table has, in the way in which that table is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import tomli_w

from tracker.storage.toml.positions import Pair, Path, Positions

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def with_value(text: str, path: Path, value: Any) -> str:
    """Return `text` with a value at `path`, a path of keys and list indexes.

    What is there already is replaced in its place. Tables on the way that are missing are made. The caller compares the
    result with what it should hold.
    """
    positions = Positions(text)
    if path in positions.values:
        return f"{text[: positions.values[path]]}{written(value)}{text[positions.ends[path] :]}"
    if positions.has(path):  # a table under headers of its own: it goes, and its value is with the other keys
        text = without(text, path)
        positions = Positions(text)
    around = _container(positions, path[:-1])
    if around in positions.values:
        return _with_entry(positions, around, path[len(around) :], value)
    return _with_line(positions, around, path[len(around) :], value)


def without(text: str, path: Path) -> str:
    """Return `text` without the key at `path`, also where it is a table or a list of tables. Comments of it stay.

    A text that has no such key is returned as it is.
    """
    positions = Positions(text)
    if not positions.has(path):
        return text
    pair = next((pair for pair in positions.pairs if path[: len(pair.path)] == pair.path), None)
    if pair is not None and pair.path != path:
        return _without_entry(positions, path)
    spans = [_line_of(positions, pair) for pair in positions.pairs if pair.path[: len(path)] == path]
    spans += [
        (start, _next_line(text, start)) for table, start in positions.headers.items() if table[: len(path)] == path
    ]
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text


def written(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {written(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return tomli_w.dumps({"value": value}).removeprefix("value = ").rstrip("\n")


def _key(part: str) -> str:
    """Return one key as TOML, in quotes where it needs them."""
    return part if _BARE.fullmatch(part) else tomli_w.dumps({part: 0}).rpartition(" = ")[0]


def _container(positions: Positions, table: Path) -> Path:
    """Return the innermost of a table and the tables around it that has a header, or a value in braces or brackets."""
    while table and table not in positions.headers and table not in positions.values:
        table = table[:-1]
    return table


def _nested(keys: Sequence[str | int], value: Any) -> str:
    """Return `key = value` for nested keys, the outer tables in braces."""
    for key in reversed(keys[1:]):
        value = {str(key): value}
    return f"{_key(str(keys[0]))} = {written(value)}"


def _dotted(keys: Sequence[str | int], value: Any) -> str:
    """Return `outer.inner = value` for nested keys."""
    return f"{'.'.join(_key(str(key)) for key in keys)} = {written(value)}"


def _with_entry(positions: Positions, table: Path, keys: Path, value: Any) -> str:
    """Return the text with one more key in a table in braces, after its last value."""
    text, start = positions.text, positions.values[table]
    inner = {path: end for path, end in positions.ends.items() if _is_within(path, table)}
    entry = _nested(keys, value)
    if not inner:
        return f"{text[:start]}{{ {entry} }}{text[positions.ends[table] :]}"
    siblings = {path: end for path, end in inner.items() if len(keys) > 1 and _is_within(path, (*table, keys[0]))}
    if siblings:  # `pools.PFT = 1` within braces: such a table is only written on
        inner, entry = siblings, _dotted(keys, value)
    last = max(inner.values())
    return f"{text[:last]}, {entry}{text[last:]}"


def _with_line(positions: Positions, table: Path, keys: Path, value: Any) -> str:
    """Return the text with one more line in a table under a header, after its last line."""
    text = positions.text
    in_table = [pair for pair in positions.pairs if pair.table == table]
    siblings = [pair for pair in in_table if len(keys) > 1 and _is_within(pair.path, (*table, keys[0]))]
    line = _dotted(keys, value) if siblings else _nested(keys, value)
    last = (siblings or in_table)[-1:]
    if last:
        (start, offset), before = _line_of(positions, last[0]), last[0].start
        indent = text[start:before]
    else:
        offset = _next_line(text, positions.headers[table]) if table in positions.headers else 0
        indent = ""
    if offset and text[offset - 1] != "\n":  # the file's last line has no end, and continues without one
        return f"{text}\n{indent}{line}"
    return f"{text[:offset]}{indent}{line}\n{text[offset:]}"


def _without_entry(positions: Positions, path: Path) -> str:
    """Return the text without a key of a table in braces, and without the comma beside it."""
    text = positions.text
    start, end = positions.places[path], max(e for p, e in positions.ends.items() if p[: len(path)] == path)
    if comma := re.compile(r"[ \t]*,[ \t]*").match(text, end):
        return text[:start] + text[comma.end() :]
    before = re.search(r"[ \t]*,\s*\Z", text[:start])
    if before is not None:
        return text[: before.start()] + text[end:]
    return text[:start].rstrip(" \t") + text[end:].lstrip(" \t")


def _is_within(path: Path, table: Path) -> bool:
    """Return whether `path` leads to something inside the table, and not to the table itself."""
    return len(path) > len(table) and path[: len(table)] == table


def _line_of(positions: Positions, pair: Pair) -> tuple[int, int]:
    """Return the bounds of the line or lines of a pair, with the line feed."""
    start = positions.text.rfind("\n", 0, pair.start) + 1
    return start, _next_line(positions.text, positions.ends[pair.path])


def _next_line(text: str, offset: int) -> int:
    """Return the beginning of the line after that of an offset."""
    feed = text.find("\n", offset)
    return len(text) if feed < 0 else feed + 1
