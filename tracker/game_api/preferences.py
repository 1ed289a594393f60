"""Preferences: options that a game leaves to the players, for every fight whose encounter does not set them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preference:
    """A key of `config.toml` that stands for an option of a game's encounters."""

    key: str
    word: str
    """What it is about, in a word or two."""
    option: str
    values: tuple[tuple[str | bool, str, str], ...]
    """Each value with what it means and what the option then is. With the first, the usual one, it is not said."""
