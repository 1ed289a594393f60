"""Screen requests: what only the screen can do, such as opening a page or leaving."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tracker.model.lazy_dataclass import dataclass

if TYPE_CHECKING:  # the list of fights names no account, and would load most of the kernel for it
    from tracker.narration.summary import Account


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Open a page over the fight."""

    name: str
    """A module of `tui/screens`, whose function `open_over` opens the page."""


class AppAction(StrEnum):
    """The acts of the program that do not depend on the shown fight."""

    LEAVE = "leave"
    SETTINGS = "settings"
    SUSPEND = "suspend"
    THEME = "theme"


ScreenRequest = OpenPage | AppAction


@dataclass(frozen=True)
class ReadingPage:
    """The text that a command shows for reading."""

    title: str = "Explanation"
    lines: tuple[str, ...] = ()
    summary: Account | None = None

    @property
    def request(self) -> OpenPage | None:
        """Return the page to open. None when there is nothing to read."""
        if not self.lines:
            return None
        return OpenPage("fight_summary" if self.summary is not None else "explanation")


NO_PAGE = ReadingPage()
