"""Openable files: what can be opened where no file was named, and how each is opened."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path

from tracker.model.lazy_dataclass import dataclass


class Way(Enum):
    """The way to open a file."""

    RESUME = auto()
    START = auto()
    LOOK = auto()
    """Follow another program's play."""
    UNSAVED = auto()
    """Play on with nothing saved: a finished example."""
    UP_TO_BREAK = auto()
    JOIN = auto()
    """Open with the steps of `tail` appended."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to open: `detail` says what it is."""

    name: str
    detail: str
    path: Path
    way: Way = Way.RESUME
    tail: Path | None = None
    section: str = ""
    """The section of a list of files. Empty: it is no file of such a list."""
