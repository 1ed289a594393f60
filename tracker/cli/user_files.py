"""Own: the files that belong to a person, keys and settings, in the configuration folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tracker.controller.keymap.user_keymap import Keys, own_keys
from tracker.controller.user_settings import Settings, read_settings
from tracker.storage.paths import config_dir
from tracker.storage.settings_file import Value, set_in
from tracker.storage.toml.diagnostics import Diagnostic

KEYS, SETTINGS = "keys.toml", "config.toml"


def keys_file() -> Path:
    """One's own file of keys, which need not be there."""
    return config_dir() / KEYS


def settings_file() -> Path:
    """One's own file of settings, which need not be there."""
    return config_dir() / SETTINGS


@dataclass(frozen=True)
class Own:
    """What both files say, and sentences about what is wrong in them."""

    keys: Mapping[str, Keys]
    settings: Settings
    remarks: tuple[str, ...]


def own() -> Own:
    """Both files as they are now."""
    keys, (settings, diagnostics) = own_keys(keys_file()), read_settings(settings_file())
    remarks = [str(wrong[0]) for wrong in (keys.diagnostics, diagnostics) if wrong]
    more = len(keys.diagnostics) + len(diagnostics) - len(remarks)
    return Own(keys.keys, settings, (*remarks, *([f"({more} more; `tracker check` on the file)"] if more else [])))


def keep(key: str, value: Value) -> None:
    """Keep a setting; raises StorageError."""
    set_in(settings_file(), key, value)


def mistakes_of(path: Path) -> tuple[Diagnostic, ...] | None:
    """What is wrong in a file that is named like one of the two; None for any other."""
    if path.name == KEYS:
        return own_keys(path).diagnostics
    return read_settings(path)[1] if path.name == SETTINGS else None
