"""Openable files: what can be opened where no file was named, and how each is opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path


class Way(Enum):
    """The way to open a file."""

    RESUME = auto()
    START = auto()
    LOOK = auto()
    """To follow what another program plays."""
    UNSAVED = auto()
    """As it stands, with nothing of it saved: a finished example."""
    UP_TO_BREAK = auto()
    JOIN = auto()
    """With the steps of `tail` behind it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to open: `detail` says what it is."""

    name: str
    detail: str
    path: Path
    way: Way = Way.RESUME
    tail: Path | None = None
    section: str = ""
    """The part of a list of files in which it stands. Empty: it is no file of such a list."""
