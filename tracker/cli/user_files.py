"""The user's own files, keys and settings, in the configuration folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.controller.input.user_keymap import Keys, own_keys
from tracker.controller.user_settings import Settings, read_settings
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.paths import config_dir

if TYPE_CHECKING:
    from tracker.storage.settings_file import Value
    from tracker.storage.toml.diagnostics import Diagnostic

KEYS, SETTINGS = "keys.toml", "config.toml"


def keys_file() -> Path:
    """Return the path of the user's own keys. The file may be missing."""
    return config_dir() / KEYS


def settings_file() -> Path:
    """Return the path of the user's own settings. The file may be missing."""
    return config_dir() / SETTINGS


@dataclass(frozen=True)
class Own:
    """The user's own keys and settings, and sentences about mistakes in them."""

    keys: Mapping[str, Keys]
    settings: Settings
    remarks: tuple[str, ...]


def own() -> Own:
    """Read the user's files of keys and settings.

    Of each file the first mistake is a remark, and a last remark has the number of the others.
    """
    keys, (settings, diagnostics) = own_keys(keys_file()), read_settings(settings_file())
    remarks = [
        str(diagnostics_of_file[0]) for diagnostics_of_file in (keys.diagnostics, diagnostics) if diagnostics_of_file
    ]
    unshown = len(keys.diagnostics) + len(diagnostics) - len(remarks)
    return Own(
        keys.keys, settings, (*remarks, *([f"({unshown} more; `tracker check` on the file)"] if unshown else []))
    )


def keep(key: str, value: Value) -> None:
    """Write one setting into the user's settings file. Raises StorageError."""
    from tracker.storage.settings_file import set_in  # here, for the first frame writes no setting

    set_in(settings_file(), key, value)


def mistakes_of(path: Path) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes in a file named like that of keys or that of settings. None for any other file."""
    if path.name == KEYS:
        return own_keys(path).diagnostics
    if path.name != SETTINGS:
        return None
    _, diagnostics = read_settings(path)
    return diagnostics
