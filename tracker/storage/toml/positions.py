"""Positions: where each key and value of a TOML text is, for diagnostics and for edits.

tomli gives values without positions, and so does tomlkit. So our own scanner runs over the text, but only when there is
a diagnostic to place or a key to edit: files without errors never pay for it. It never raises, not even for text that
is no TOML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from tracker.model.lazy_dataclass import dataclass

Path = tuple[str | int, ...]

_SPACE = " \t\r"
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_KEY = re.compile(rf"\[\[?[^\]\n]*\]\]?|{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_PLAIN_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
MOST_PARTS = 32
"""The most parts of a dotted key. One with more is refused before anything is parsed."""
DEEPEST = 64
"""The depth from which values share the position of their outer value."""


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of an offset, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


@dataclass(frozen=True, slots=True)
class Pair:
    """A line `key = value`: the table whose header it is under, the path of its key, and where it begins."""

    table: Path
    path: Path
    start: int


class Positions:
    """The position of every key of `text`. `places` maps a path of keys and list indexes to an offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[Path, int] = {}
        self.values: dict[Path, int] = {}
        self.ends: dict[Path, int] = {}
        """The end of each value."""
        self.headers: dict[Path, int] = {}
        """The place of each table's header, where it has one."""
        self.pairs: list[Pair] = []
        self.too_deep = -1
        """The offset of the first dotted key with too many parts, or −1."""
        self._lines = [0]
        self._lines += [offset + 1 for offset, sign in enumerate(text) if sign == "\n"]
        self._lists: dict[Path, int] = {}
        self._at = 0
        self._scan()

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def of(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Return line and column of the key or entry at `path`.

        For a missing one, return those of the nearest table around it.
        """
        whole = tuple(path)
        for length in range(len(whole), 0, -1):
            if whole[:length] in self.places:
                return self.line_column(self.places[whole[:length]])
        return 1, 1

    def end_of_key(self, line: int, column: int) -> int:
        """Return the column behind the key, header or list entry that begins at a position. 0 when none does."""
        if line > len(self._lines):
            return 0
        key = _KEY.match(self.text, self._lines[line - 1] + column - 1)
        return column + len(key[0]) if key and key[0] else 0

    def has(self, path: Sequence[str | int]) -> bool:
        """Return whether the text has a value at `path`."""
        return tuple(path) in self.places

    # Scanning

    def _scan(self) -> None:
        """Walk over the text line by line, noting the place of each header and key."""
        table: Path = ()
        text, end = self.text, len(self.text)
        while self._at < end:
            self._skip(lines=True)
            if self._at >= end:
                return
            before = self._at
            if text[before] == "[":
                table = self._header()
            else:
                self._pair(table)
            if self._at <= before:
                self._at = self._end_of_line(before) + 1

    def _header(self) -> Path:
        """Note the place of a `[table]` or `[[list]]` header. Return the path of its table."""
        start = self._at
        double = self.text.startswith("[[", start)
        self._at += 2 if double else 1
        keys = self._key()
        self._at = self._end_of_line(self._at)
        path: Path = ()
        for part in keys[:-1]:
            path = self._last_of((*path, part))
            self.places.setdefault(path, start)
        path = (*path, *keys[-1:])
        self.places.setdefault(path, start)
        if double:
            place = self._lists.get(path, -1) + 1
            self._lists[path] = place
            path = (*path, place)
        self.places[path] = self.headers[path] = start
        return path

    def _last_of(self, path: Path) -> Path:
        """Return the path of a list's last entry, to which TOML's dotted headers refer. Other paths unchanged."""
        return (*path, self._lists[path]) if path in self._lists else path

    def _pair(self, table: Path) -> None:
        """Note the place of a `key = value` line and of everything within its value."""
        start = self._at
        keys = self._key()
        path = table
        for part in keys:
            path = (*path, part)
            self.places.setdefault(path, start)
        self._skip()
        if self.text[self._at : self._at + 1] != "=":
            return
        self.pairs.append(Pair(table, path, start))
        self._at += 1
        self._skip()
        self._value(path)

    def _key(self) -> list[str]:
        """Read a dotted key and return its parts. An overlong key sets `too_deep`."""
        parts: list[str] = []
        start = self._at
        while self._at < len(self.text):
            self._skip()
            sign = self.text[self._at : self._at + 1]
            if sign in ('"', "'") and sign:
                parts.append(self._string())
            else:
                part_start = self._at
                while self._at < len(self.text) and self.text[self._at] in _BARE:
                    self._at += 1
                if part_start == self._at:
                    break
                parts.append(self.text[part_start : self._at])
            self._skip()
            if self.text[self._at : self._at + 1] != ".":
                break
            self._at += 1
        if len(parts) > MOST_PARTS and self.too_deep < 0:
            self.too_deep = start
        return parts[: MOST_PARTS + 1]

    def _value(self, path: Path) -> None:
        """Skip one value, noting the places within it. Open lists and tables are on a stack, so depth is no risk."""
        stack: list[tuple[str, Path, int]] = []
        text, end = self.text, len(self.text)
        while self._at < end:
            self.values.setdefault(path, self._at)
            sign = text[self._at]
            if sign in "\"'":
                self._string()
                self.ends.setdefault(path, self._at)
            elif sign == "[":
                self._at += 1
                stack.append(("[", path, -1))
            elif sign == "{":
                self._at += 1
                stack.append(("{", path, -1))
            elif sign not in "]},":
                start = self._at
                while self._at < end and text[self._at] not in ",]}#\n":
                    self._at += 1
                self.ends.setdefault(path, start + len(text[start : self._at].rstrip()))
            following = self._next_path(stack)
            if following is None:
                return
            path = following

    def _next_path(self, stack: list[tuple[str, Path, int]]) -> Path | None:
        """Return the path of the next value within the open lists and tables, closing those that end.

        None when all have ended.
        """
        while stack:
            kind, path, place = stack[-1]
            self._skip(lines=True)
            if self._at >= len(self.text):
                return None
            sign = self.text[self._at]
            if sign in "]}":
                self._at += 1
                stack.pop()
                self.ends.setdefault(path, self._at)
                continue
            if sign == ",":
                self._at += 1
                continue
            if kind == "[" and len(path) >= DEEPEST:
                return path
            if kind == "[":
                stack[-1] = (kind, path, place + 1)
                self.places[(*path, place + 1)] = self._at
                return (*path, place + 1)
            start, keys = self._at, self._key()
            self._skip()
            if not keys or self.text[self._at : self._at + 1] != "=":
                return None
            inner = path
            for part in keys if len(path) < DEEPEST else ():
                inner = (*inner, part)
                self.places.setdefault(inner, start)
            self._at += 1
            self._skip(lines=True)
            return inner
        return None

    def _string(self) -> str:
        """Skip a string of any kind of quotes, and return its text with its escapes replaced."""
        text, start = self.text, self._at
        quote = text[start]
        if text.startswith(quote * 3, start):
            stop = self._close(start + 3, quote * 3)
            self._at = stop + 3
            # Two more quotes may belong to the text, before the three that close it.
            while self._at < len(text) and text[self._at] == quote and self._at < stop + 5:
                self._at += 1
            return text[start + 3 : stop]
        stop = min(self._close(start + 1, quote), self._end_of_line(start))
        self._at = stop + 1
        return _unescaped(text[start + 1 : stop]) if quote == '"' else text[start + 1 : stop]

    def _close(self, start: int, mark: str) -> int:
        """Return the offset of the mark that closes the string whose text starts at `start`."""
        while True:
            quote = self.text.find(mark, start)
            if quote < 0:
                return len(self.text)
            if mark[0] == "'":
                return quote
            slashes = quote
            while slashes > start and self.text[slashes - 1] == "\\":
                slashes -= 1
            if (quote - slashes) % 2 == 0:
                return quote
            start = quote + 1

    def _skip(self, lines: bool = False) -> None:
        """Skip spaces. With `lines` also line feeds and comments."""
        text, end = self.text, len(self.text)
        while self._at < end:
            sign = text[self._at]
            if sign in _SPACE or (lines and sign == "\n"):
                self._at += 1
            elif lines and sign == "#":
                self._at = self._end_of_line(self._at)
            else:
                return

    def _end_of_line(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return end if end >= 0 else len(self.text)


def _unescaped(raw: str) -> str:
    """Return a string of the file with its escapes replaced. Wrong ones become U+FFFD."""
    if "\\" not in raw:
        return raw
    out: list[str] = []
    offset = 0
    while offset < len(raw):
        if raw[offset] != "\\":
            out.append(raw[offset])
            offset += 1
            continue
        sign = raw[offset + 1 : offset + 2]
        length = {"x": 2, "u": 4, "U": 8}.get(sign, 0)
        if length:
            try:
                out.append(chr(int(raw[offset + 2 : offset + 2 + length], 16)))
            except (ValueError, OverflowError):
                out.append("\ufffd")
        else:
            out.append(_PLAIN_ESCAPES.get(sign, sign))
        offset += 2 + length
    return "".join(out)
