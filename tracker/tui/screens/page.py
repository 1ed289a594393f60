"""Page: a screen that is one pane of lines, drawn anew when it is shown and when its size changes, and closed once."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.widgets.lines import LinesPane

Result = TypeVar("Result")
"""What a page is closed with."""


class Page(ErrorBoundaryPump, Screen[Result]):
    """A page over the fight. A subclass draws into the pane by `_draw`."""

    def __init__(self) -> None:
        super().__init__()
        self.gone = False
        """It has been closed. Keys that were on their way do nothing any more."""

    def compose(self) -> ComposeResult:
        yield LinesPane("page")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    @property
    def pane(self) -> LinesPane | None:
        """The pane to draw on. None while the screen is being closed and still receives a new size."""
        return next(self.query("#page").results(LinesPane), None)

    def leave(self, result: Result | None = None) -> None:
        """Close, once, however many keys are on their way."""
        if not self.gone:
            self.gone = True
            self.dismiss(result)

    @abstractmethod
    def _draw(self) -> None:
        """Put the lines for the present size into the pane, if there is one."""
