"""Screen requests: what only the screen can do, such as opening a page or leaving."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracker.encounter.statistics.summary import Account


class ScreenRequest(StrEnum):
    """What the controller asks of the screen."""

    HELP = "help"
    QUIT = "quit"
    SETTINGS = "settings"
    STOP = "stop"
    EXPLAIN = "explain"
    THEME = "theme"
    RECKON = "reckon"
    LIBRARY = "library"
    CAME_TO = "came to"
    SHARE = "share"
    ODDS = "odds"


@dataclass(frozen=True)
class ReadingPage:
    """What a command has given to be read."""

    title: str = "Explanation"
    lines: tuple[str, ...] = ()
    summary: Account | None = None
    """The whole fight summed up, where that is what is read."""

    @property
    def request(self) -> ScreenRequest | None:
        """The page that the screen has to open; None when there is nothing to read."""
        if not self.lines:
            return None
        return ScreenRequest.CAME_TO if self.summary is not None else ScreenRequest.EXPLAIN


NO_PAGE = ReadingPage()
