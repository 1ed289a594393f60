"""Settings file: one's own settings as flat keys of a TOML file; one is changed in its place, and comments stay."""

from __future__ import annotations

import re
from pathlib import Path

import tomli

from tracker.storage.atomic import why, write_whole
from tracker.storage.mistakes import Mistakes, StorageError
from tracker.storage.positions import Positions
from tracker.storage.source import decoded, read_bytes

_LARGEST = 64 * 1024
_VALUE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[^\s#,]+')
_TABLE = re.compile(r"^[ \t]*\[", re.M)
Value = str | bool | float


def changed(text: str, key: str, value: Value) -> str:
    """`text` with the flat `key` set to `value`: in its place where it is there, else in front of the first table."""
    new = written(value)
    places = Positions(text).values
    if (key,) in places:
        at = places[key,]
        match = _VALUE.match(text, at)
        end = match.end() if match is not None else at
        return f"{text[:at]}{new}{text[end:]}"
    table = _TABLE.search(text)
    at = table.start() if table is not None else len(text)
    before = text[:at] if not text[:at] or text[:at].endswith("\n") else f"{text[:at]}\n"
    return f"{before}{key} = {new}\n{text[at:]}"


def written(value: Value) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


def set_in(path: Path, key: str, value: Value) -> None:
    """Set one key in the file at `path`, which need not be there yet; raises StorageError with a sentence."""
    try:
        text = decoded(str(path), read_bytes(path, _LARGEST)) if path.exists() else ""
        new = changed(text, key, value)
        tomli.loads(new)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, new.encode())
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {why(error)}.") from error
    except Mistakes as mistakes:
        raise StorageError(f"{mistakes.mistakes[0]}; put it right first.") from mistakes
    except tomli.TOMLDecodeError as error:
        raise StorageError(f"{path} is no TOML that could be changed ({error}); put it right first.") from error
