"""Notice: a line for the game master, until the next key."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Notice:
    """A refusal, or what has just happened."""

    text: str = ""
    refused: bool = False
