"""Preferences: options that a game leaves to the players, for every fight whose encounter does not set them."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Preference:
    """A key of `config.toml` that stands for an option of a game's encounters."""

    key: str
    word: str
    """The topic, in a word or two."""
    option: str
    values: tuple[tuple[str | bool, str, str], ...]
    """Each value with its meaning and the resulting option. The first value is the default and is not shown."""
