"""Notice: a line for the game master, until the next key."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Notice:
    """A refusal, or what has just happened."""

    text: str = ""
    refused: bool = False
    logged: bool = False
    """It is the newest line of the log, so it may give way where room is short."""
