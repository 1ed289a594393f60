"""Wishes: what the controller cannot do by itself, so that the screen has to."""

from __future__ import annotations

from enum import StrEnum

from tracker.encounter.statistics.summary import Account


class ScreenRequest(StrEnum):
    """What the controller cannot do by itself."""

    HELP = "help"
    QUIT = "quit"
    SETTINGS = "settings"
    STOP = "stop"
    EXPLAIN = "explain"
    THEME = "theme"
    RECKON = "reckon"
    LIBRARY = "library"
    CAME_TO = "came to"


def page_of(explained: tuple[str, ...], account: Account | None) -> ScreenRequest | None:
    """The page that opens after a line, if it has explained anything; another one where it sums up the fight."""
    return (ScreenRequest.CAME_TO if account is not None else ScreenRequest.EXPLAIN) if explained else None
