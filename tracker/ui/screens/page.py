"""Page: a screen that is one pane of lines over the fight, drawn anew when it is shown and when its size changes."""

from __future__ import annotations

from abc import abstractmethod

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from tracker.ui.widgets.lines import LinesPane


class Page(Screen[None]):
    """What stands on it is its own matter: `_draw` puts it into the pane."""

    def compose(self) -> ComposeResult:
        yield LinesPane("page")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    @property
    def pane(self) -> LinesPane | None:
        """Where to draw; none while the screen is being taken down and is still told of a new size."""
        return next(self.query("#page").results(LinesPane), None)

    @abstractmethod
    def _draw(self) -> None:
        """Put the lines for the present size into the pane, if there is one."""
