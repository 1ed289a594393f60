"""Page: a screen that is one pane of lines. It is drawn when it is shown and when its size changes, and closed once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from tracker.text.cells import Line
from tracker.tui.base_app import BaseApp
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.widgets.lines import LinesPane

Result = TypeVar("Result")
"""The value a page is closed with."""


class LaidOut(NamedTuple):
    """A page at one size."""

    lines: Sequence[Line]
    """The lines above the foot. Those for which there is no room are left out."""
    foot: Line
    cursor: tuple[int, int]
    """The column and the row of the cell in which the terminal's cursor stands: a screen reader follows it."""


class Page(ErrorBoundaryPump, Screen[Result]):
    """A page over the fight. Keys, clicks and the wheel do what a subclass says."""

    def __init__(self) -> None:
        super().__init__()
        self.gone = False
        """True once it is closed: keys that were on their way have no effect."""

    def compose(self) -> ComposeResult:
        yield LinesPane("page")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def leave(self, result: Result | None = None) -> None:
        """Close, once, however many keys are on their way."""
        if not self.gone:
            self.gone = True
            self.dismiss(result)

    @property
    def pane(self) -> LinesPane | None:
        """The pane to draw on. None while the screen is being closed and still receives a new size."""
        return next(self.query("#page").results(LinesPane), None)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.gone:
            self._press(event.key, event.character if event.is_printable else None)

    def on_click(self, event: events.Click) -> None:
        self._click(int(event.x), int(event.y))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(-1)

    def _draw(self) -> None:
        """Draw the page for the present size, with empty lines above the foot, or without those that have no room."""
        pane = self.pane
        if pane is None:
            return
        page = self._laid_out(*self.app.size)
        above = self.app.size.height - 1
        pane.put((*page.lines[:above], *[()] * (above - len(page.lines)), page.foot))
        cast(BaseApp, self.app).point(*page.cursor)

    @abstractmethod
    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page at this size."""

    @abstractmethod
    def _press(self, key: str, character: str | None) -> None:
        """Do what a key does here. `character` is what it prints, if anything."""

    def _click(self, x: int, y: int) -> None:
        """Do what a click into a cell does here: nothing, unless a page says more."""

    def _wheel(self, by: int) -> None:
        """Do what the wheel does here, a line down or up: nothing, unless a page says more."""
