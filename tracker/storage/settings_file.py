"""Settings file: a user's settings as flat keys of a TOML file. A key is changed in place, and comments stay."""

from __future__ import annotations

from pathlib import Path

from tracker.storage.atomic import Disk, target_of, why
from tracker.storage.edited_file import EditedFile
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import parse

_LARGEST = 64 * 1024
Value = str | bool | float


def changed(text: str, key: str, value: Value) -> str:
    """Return `text` with the key set to `value`, in its place when it is there, else before the first table."""
    import tomlkit  # late: it is slow to load, and only a changed setting needs it

    document = tomlkit.parse(text)
    document[key] = int(value) if isinstance(value, float) and value.is_integer() else value
    return tomlkit.dumps(document)


def set_in(path: Path, key: str, value: Value, disk: Disk | None = None) -> None:
    """Set one key in the settings file at `path`, creating the file if needed. Raises StorageError."""
    try:
        file = EditedFile.read(path, _LARGEST, may_lack=True)
        parse(str(path), file.text)
        new = changed(file.text, key, value)
        parse(str(path), new)
        target_of(path).parent.mkdir(parents=True, exist_ok=True)
        file.write(new, disk)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {why(error)}.") from error
    except InvalidFile as invalid:
        raise StorageError(f"{invalid.diagnostics[0]}; put it right first.") from invalid
