"""TOML reader: reads the keys of a file. Refuses everything but a small, clean text file.

tomli and not the standard library's tomllib, which is the same parser: only tomli's errors have `lineno`, `colno` and
`pos` on every supported version of Python, and a diagnostic needs them.
"""

from __future__ import annotations

import os
import re
import stat as kinds
from dataclasses import field
from pathlib import Path
from typing import Any

import tomli

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.file_beginnings import open_without_blocking
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.positions import MOST_PARTS, Positions, line_column
from tracker.storage.toml.positions import Path as KeyPath
from tracker.text.characters import called, hostile, may_be_hostile, shows_nothing
from tracker.text.characters import shown as shown_text
from tracker.text.suggestions import nearest

LARGEST = 256 * 1024
"""The most bytes. A larger file is refused unread."""
DEEPEST = 24
"""The deepest nesting of lists and tables."""
_MESSAGES = {
    "Cannot overwrite a value": "this is there already; lists of tables have two brackets, as in [[combatant]]",
    "Cannot mutate immutable namespace": "this table was given on one line before and is complete",
}
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?|'
    r"'[^'\n]*+'?|#[^\n]*",
    re.DOTALL,
)
"""Strings and comments, closed or not: their text is no key."""
_MANY_PARTS = re.compile(r"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]++[ \t]*+\.[ \t]*+){" + str(MOST_PARTS) + "}")
_LIST = re.compile(r"\[\[([A-Za-z0-9_-]{1,60})\]\]\s*(?:#.*)?$")
_LONG_NUMBER = re.compile(r"[0-9_]{400,}")
_BAD_NUMBER = re.compile(r"[=\[,{]\s*[+-]?(?:inf|nan)\b")


@dataclass
class Source:
    """A TOML text that could be parsed: `shown` is its path as the user gave it."""

    shown: str
    text: str
    data: dict[str, Any]
    _positions: Positions | None = field(default=None, repr=False)

    @property
    def positions(self) -> Positions:
        if self._positions is None:
            self._positions = Positions(self.text)
        return self._positions

    def diagnostic(self, path: KeyPath, text: str) -> Diagnostic:
        """Return a mistake at the place of `path` in the text."""
        line, column = self.positions.of(path)
        return Diagnostic(self.shown, line, column, text, end=self.positions.end_of_key(line, column))


def read(path: Path) -> Source:
    """Read the TOML file at `path`. Raises InvalidFile."""
    return parse(str(path), decoded(str(path), read_bytes(path, LARGEST)))


def read_bytes(path: Path, most: int, owned_only: bool = False) -> bytes:
    """Read a regular file of at most `most` bytes. Raises InvalidFile with a sentence.

    With `owned_only` it must be this user's, at the path itself: no symbolic link is followed.
    """
    shown = str(path)
    try:
        size = _size_of_regular_file(shown, path.lstat() if owned_only else path.stat())
        if size > most:
            raise _invalid_file(shown, f"has {size} bytes; at most {most} are read, so make it smaller")
        with open(path, "rb", opener=_open_itself if owned_only else open_without_blocking) as file:
            state = os.fstat(file.fileno())
            _size_of_regular_file(shown, state)
            if owned_only and not is_own(state):
                raise _invalid_file(shown, "belongs to another user, so it is not read")
            data: bytes = file.read(most + 1)
    except FileNotFoundError as error:
        raise _invalid_file(shown, "there is no such file") from error
    except NotADirectoryError as error:
        raise _invalid_file(shown, "there is no such file: a part of its path is not a folder") from error
    except PermissionError as error:
        raise _invalid_file(shown, "cannot be read: permission denied") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _invalid_file(shown, f"cannot be read: {reason}") from error
    if len(data) > most:
        raise _invalid_file(shown, f"has more than the {most} bytes that are read; make it smaller")
    return data


def _size_of_regular_file(shown: str, state: os.stat_result) -> int:
    """Return the size of a file in bytes. Raises InvalidFile for a folder, a pipe or a device."""
    if kinds.S_ISDIR(state.st_mode):
        raise _invalid_file(shown, "is a folder, not a file; give a .toml file in it")
    if not kinds.S_ISREG(state.st_mode):
        raise _invalid_file(shown, "is not an ordinary file, so it is not read")
    return state.st_size


def _open_itself(path: str, flags: int) -> int:
    """Open without blocking and without following a link that has replaced the file."""
    return open_without_blocking(path, flags | getattr(os, "O_NOFOLLOW", 0))


def is_own(state: os.stat_result) -> bool:
    """Return whether a file is this user's, by its owner. On a system without owners every file is."""
    return not hasattr(os, "getuid") or state.st_uid == os.getuid()


def _invalid_file(shown: str, text: str) -> InvalidFile:
    """Return the error for a file as a whole, without a line."""
    return InvalidFile([Diagnostic(shown, 0, 0, text)])


def decoded(shown: str, data: bytes) -> str:
    """Decode UTF-8 bytes, drop a byte order mark and turn CRLF into line feeds. Raises InvalidFile."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise InvalidFile([Diagnostic(shown, 1, 1, "this is UTF-16; save it as UTF-8")])
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        body = data.removeprefix(b"\xef\xbb\xbf")
        before = body[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        byte = body[error.start]
        text_ = f"byte 0x{byte:02X} is not UTF-8; save the file as UTF-8"
        raise InvalidFile([Diagnostic(shown, line, column, text_)]) from error
    return text.replace("\r\n", "\n")


def parse(shown: str, text: str, played: bool = False) -> Source:
    """Parse a TOML text. Raises InvalidFile when it is not TOML, or has values that are refused.

    With `played` it is the head of a fight, which may hold values that were refused only later.
    """
    if (
        text.count(".") >= MOST_PARTS
        and _MANY_PARTS.search(_QUOTED.sub("_", text))
        and (deep := Positions(text)).too_deep >= 0
    ):
        line, column = deep.line_column(deep.too_deep)
        raise InvalidFile([Diagnostic(shown, line, column, f"a key of more than {MOST_PARTS} parts is refused")])
    try:
        source = Source(shown, text, tomli.loads(text))
    except tomli.TOMLDecodeError as error:
        raise InvalidFile([_not_toml(shown, text, error)]) from error
    except RecursionError as error:
        place = line_column(text, _deepest(text))
        raise InvalidFile([Diagnostic(shown, *place, "lists and tables lie too deep within each other")]) from error
    except (ValueError, OverflowError) as error:
        number = _LONG_NUMBER.search(text)
        place = line_column(text, number.start() if number else 0)
        raise InvalidFile([Diagnostic(shown, *place, "a number has more digits than any number here needs")]) from error
    diagnostics = _forbidden_values(source, played)
    if diagnostics:
        raise InvalidFile(diagnostics)
    return source


def _not_toml(shown: str, text: str, error: tomli.TOMLDecodeError) -> Diagnostic:
    """Return the mistake for a text that is not TOML. A misspelt list header before the error is reported instead."""
    line, column = error.lineno, error.colno
    raw = error.doc[error.pos : error.pos + 1] if error.pos < len(error.doc) else ""
    if raw and hostile(raw, lines=True) >= 0:
        return Diagnostic(shown, line, column, f"the character {called(raw)} is refused")
    lines = text.split("\n")
    misspelt = _misspelt_list(lines[:line])
    if misspelt:
        list_line, written, meant = misspelt
        return Diagnostic(shown, list_line, 1, f'unknown key "{shown_text(written)}"; did you mean "{meant}"?')
    while line > 1 and line <= len(lines) + 1 and not "".join(lines[line - 1 : line]).strip():
        line -= 1
        column = len(lines[line - 1]) + 1
    message = _MESSAGES.get(error.msg, error.msg[:1].lower() + error.msg[1:])
    return Diagnostic(shown, line, column, f"this is not TOML: {message}")


def _misspelt_list(lines: list[str]) -> tuple[int, str, str] | None:
    """Return line, name and intended name of a misspelt list header that makes the last of `lines` fail, or None.

    After `[[combatnt]]`, `[combatant.stats]` makes a table of `combatant`. The next `[[combatant]]` is then no TOML.
    """
    opened = _LIST.match(lines[-1]) if lines else None
    if opened is None:
        return None
    name = opened[1]
    inner = next((index for index, line in enumerate(lines) if line.startswith(f"[{name}.")), len(lines))
    for index in range(min(inner, len(lines) - 1) - 1, -1, -1):
        other = _LIST.match(lines[index])
        if other is not None:
            return (index + 1, other[1], name) if other[1] != name and nearest(other[1], (name,)) else None
    return None


def _deepest(text: str) -> int:
    """Return the offset of the bracket that opens the deepest nesting."""
    best, depth, deepest_place = 0, 0, 0
    for place, sign in enumerate(text):
        if sign in "[{":
            depth += 1
            if depth > best:
                best, deepest_place = depth, place
        elif sign in "]}":
            depth -= 1
    return deepest_place


def _forbidden_values(source: Source, played: bool) -> list[Diagnostic]:
    """Return the values that no file may have: control characters, invisible text, infinite numbers, deep nesting."""
    text = source.text
    diagnostics = []
    offset = hostile(text, lines=True, played=played)
    while offset >= 0:
        line, column = source.positions.line_column(offset)
        diagnostics.append(
            Diagnostic(source.shown, line, column, f"the character {called(text[offset])} is refused; take it out")
        )
        next_offset = hostile(text[offset + 1 :], lines=True, played=played)
        offset = offset + 1 + next_offset if next_offset >= 0 and len(diagnostics) < 20 else -1
    if diagnostics:
        return diagnostics
    if may_be_hostile(text) or _BAD_NUMBER.search(text):
        _check_values(source, source.data, (), diagnostics, played)
    return diagnostics


def _check_values(source: Source, value: object, path: KeyPath, diagnostics: list[Diagnostic], played: bool) -> None:
    """Append a mistake for each forbidden value within `value`, up to twenty."""
    if len(diagnostics) >= 20:
        return
    if len(path) > DEEPEST:
        _add(source, path, "lists and tables lie too deep within each other", diagnostics)
    elif isinstance(value, dict):
        for key, inner in value.items():
            offset = hostile(key, played=played)
            if offset >= 0:
                _add(source, (*path, key), f"the character {called(key[offset])} is refused in a key", diagnostics)
            _check_values(source, inner, (*path, key), diagnostics, played)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            _check_values(source, inner, (*path, place), diagnostics, played)
    elif isinstance(value, str):
        offset = hostile(value, lines=path in {("notes",), ("encounter", "notes")}, played=played)
        name = path[-1] if isinstance(path[-1], str) else f"entry {path[-1] + 1} of {path[-2]}"
        if offset >= 0:
            _add(
                source, path, f"{name} holds the character {called(value[offset])}, which is refused here", diagnostics
            )
        elif not played and value.strip() and shows_nothing(value):
            _add(source, path, f"{name} has no visible character; give a readable text", diagnostics)
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        _add(source, path, f"{path[-1]} must be an ordinary number, not {value}", diagnostics)


def _add(source: Source, path: KeyPath, text: str, diagnostics: list[Diagnostic]) -> None:
    """Append a mistake at `path`, with the words of where that is before its text."""
    diagnostics.append(source.diagnostic(path, context(source.data, path) + text))
