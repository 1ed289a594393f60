"""Positions: the line and column of each key of a TOML text, for diagnostics.

tomli gives values without positions, and so does tomlkit. So our own scanner runs over the text, but only when there is
a diagnostic to place: files without errors never pay for it. It never raises, not even for text that is no TOML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

Path = tuple[str | int, ...]

_SPACE = " \t\r"
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_KEY = re.compile(rf"\[\[?[^\]\n]*\]\]?|{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_PLAIN_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
MOST_PARTS = 32
"""A dotted key with more parts is refused before anything is parsed."""
DEEPEST = 64
"""What lies deeper within other values is not told apart."""


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class Positions:
    """Line and column of every key of `text`; `places` maps a path of keys and list places to an offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[Path, int] = {}
        self.values: dict[Path, int] = {}
        self.too_deep = -1
        """The offset of the first dotted key with too many parts, or −1."""
        self._lines = [0]
        self._lines += [at + 1 for at, sign in enumerate(text) if sign == "\n"]
        self._lists: dict[Path, int] = {}
        self._at = 0
        self._scan()

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def of(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Where the key or entry `path` stands; of what is not there, where the nearest table around it does."""
        whole = tuple(path)
        for length in range(len(whole), 0, -1):
            if whole[:length] in self.places:
                return self.line_column(self.places[whole[:length]])
        return 1, 1

    def end_of_key(self, line: int, column: int) -> int:
        """The column behind the key, header or entry of a list that begins there; 0 where none does."""
        if line > len(self._lines):
            return 0
        key = _KEY.match(self.text, self._lines[line - 1] + column - 1)
        return column + len(key[0]) if key and key[0] else 0

    def has(self, path: Sequence[str | int]) -> bool:
        """Whether something stands at `path`."""
        return tuple(path) in self.places

    # Scanning

    def _scan(self) -> None:
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
        self.places[path] = start
        return path

    def _last_of(self, path: Path) -> Path:
        return (*path, self._lists[path]) if path in self._lists else path

    def _pair(self, table: Path) -> None:
        start = self._at
        keys = self._key()
        path = table
        for part in keys:
            path = (*path, part)
            self.places.setdefault(path, start)
        self._skip()
        if self.text[self._at : self._at + 1] != "=":
            return
        self._at += 1
        self._skip()
        self._value(path)

    def _key(self) -> list[str]:
        parts: list[str] = []
        start = self._at
        while self._at < len(self.text):
            self._skip()
            sign = self.text[self._at : self._at + 1]
            if sign in ('"', "'") and sign:
                parts.append(self._string())
            else:
                begin = self._at
                while self._at < len(self.text) and self.text[self._at] in _BARE:
                    self._at += 1
                if begin == self._at:
                    break
                parts.append(self.text[begin : self._at])
            self._skip()
            if self.text[self._at : self._at + 1] != ".":
                break
            self._at += 1
        if len(parts) > MOST_PARTS and self.too_deep < 0:
            self.too_deep = start
        return parts[: MOST_PARTS + 1]

    def _value(self, path: Path) -> None:
        """Pass over one value; the open lists and tables are kept on a list of our own, so depth costs nothing."""
        open_ones: list[tuple[str, Path, int]] = []
        text, end = self.text, len(self.text)
        while self._at < end:
            self.values.setdefault(path, self._at)
            sign = text[self._at]
            if sign in "\"'":
                self._string()
            elif sign == "[":
                self._at += 1
                open_ones.append(("[", path, -1))
            elif sign == "{":
                self._at += 1
                open_ones.append(("{", path, -1))
            elif sign not in "]},":
                while self._at < end and text[self._at] not in ",]}#\n":
                    self._at += 1
            following = self._following(open_ones)
            if following is None:
                return
            path = following

    def _following(self, open_ones: list[tuple[str, Path, int]]) -> Path | None:
        """The path of the next value inside what is open, with everything closed that ends here."""
        while open_ones:
            kind, path, place = open_ones[-1]
            self._skip(lines=True)
            if self._at >= len(self.text):
                return None
            sign = self.text[self._at]
            if sign in "]}":
                self._at += 1
                open_ones.pop()
                continue
            if sign == ",":
                self._at += 1
                continue
            if kind == "[" and len(path) >= DEEPEST:
                return path
            if kind == "[":
                open_ones[-1] = (kind, path, place + 1)
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
        """Pass over a string and give what it means."""
        text, at = self.text, self._at
        sign = text[at]
        if text.startswith(sign * 3, at):
            stop = self._close(at + 3, sign * 3)
            self._at = stop + 3
            while self._at < len(text) and text[self._at] == sign and self._at < stop + 5:
                self._at += 1
            return text[at + 3 : stop]
        stop = min(self._close(at + 1, sign), self._end_of_line(at))
        self._at = stop + 1
        return _unescaped(text[at + 1 : stop]) if sign == '"' else text[at + 1 : stop]

    def _close(self, at: int, mark: str) -> int:
        """Where the string that opened just before `at` is closed."""
        while True:
            quote = self.text.find(mark, at)
            if quote < 0:
                return len(self.text)
            if mark[0] == "'":
                return quote
            slashes = quote
            while slashes > at and self.text[slashes - 1] == "\\":
                slashes -= 1
            if (quote - slashes) % 2 == 0:
                return quote
            at = quote + 1

    def _skip(self, lines: bool = False) -> None:
        text, end = self.text, len(self.text)
        while self._at < end:
            sign = text[self._at]
            if sign in _SPACE or (lines and sign == "\n"):
                self._at += 1
            elif lines and sign == "#":
                self._at = self._end_of_line(self._at)
            else:
                return

    def _end_of_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return end if end >= 0 else len(self.text)


def _unescaped(raw: str) -> str:
    if "\\" not in raw:
        return raw
    out: list[str] = []
    at = 0
    while at < len(raw):
        if raw[at] != "\\":
            out.append(raw[at])
            at += 1
            continue
        sign = raw[at + 1 : at + 2]
        length = {"x": 2, "u": 4, "U": 8}.get(sign, 0)
        if length:
            try:
                out.append(chr(int(raw[at + 2 : at + 2 + length], 16)))
            except (ValueError, OverflowError):
                out.append("\ufffd")
        else:
            out.append(_PLAIN_ESCAPES.get(sign, sign))
        at += 2 + length
    return "".join(out)
