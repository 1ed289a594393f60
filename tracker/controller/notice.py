"""Notices: a line for the game master until the next key, and a key that has to be pressed once more."""

from __future__ import annotations

from tracker.encounter.engine.journal import NO_STATE, JournalState
from tracker.model.lazy_dataclass import dataclass


@dataclass
class Notice:
    """A refusal, or what has just happened."""

    text: str = ""
    refused: bool = False
    logged: bool = False
    """True if it is the newest line of the log, so it may give way where room is short."""


@dataclass(frozen=True, slots=True)
class PendingRepeat:
    """A key that warned, and does its work when it is pressed again before anything else happens."""

    row: str = ""
    """The id of the row of the keymap. Empty: no key has warned."""
    seen: JournalState = NO_STATE
    """The state of the fight at the warning: after another step the warning is void."""
