"""Progress: how far the fight in a file has come, searched for in its bytes because every start asks for it."""

from __future__ import annotations

import re
from enum import Enum, auto
from pathlib import Path

from tracker.storage.file_beginnings import beginning

_READ = 1 << 20
"""The bytes within which a begun fight says so. A longer file counts as begun."""
_BEGAN = b'kind = "Began"'
_FIRST_STEP = b"\n[[step]]"
_KINDS = re.compile(rb'kind = "(\w+)"')
_NOTHING_DONE = {b"RollerChanged"}
"""Kinds of events that come with opening an encounter: the roller of dice, by the settings."""


class Progress(Enum):
    """The progress of a fight."""

    UNTOUCHED = auto()
    """It was opened and left."""
    PREPARED = auto()
    """Something was done with it, but it was never begun."""
    BEGUN = auto()


def progress(path: Path) -> Progress:
    """Return how far the fight at `path` has come. An unreadable one counts as begun."""
    data = beginning(path, _READ)
    if not data or len(data) == _READ or _BEGAN in data:
        return Progress.BEGUN
    start = data.find(_FIRST_STEP)
    done = set(_KINDS.findall(data, start)) - _NOTHING_DONE if start >= 0 else set()
    return Progress.PREPARED if done else Progress.UNTOUCHED
