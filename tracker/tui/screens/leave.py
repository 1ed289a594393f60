"""Leaving: asked in front of the fight when the game master wants to go and steps are not saved."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tracker.encounter.engine.journal import steps_are
from tracker.text.cells import Span, rule, wrap
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.widgets.foot import foot_line, key_at
from tracker.tui.widgets.lines import LinesPane

_FOOT = (("enter", "leave"), ("escape", "stay"))


class Leaving(ErrorBoundaryPump, ModalScreen[bool]):
    """Enter leaves, esc stays."""

    def __init__(self, steps: int, reason: str) -> None:
        super().__init__()
        self._words = f"{steps_are(steps)} not saved: {reason}; enter leaves, esc stays."
        self._left = False

    def compose(self) -> ComposeResult:
        yield LinesPane("leaving")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        """Draw the question whether to leave, with the words on what is not saved, as high as it needs."""
        cells = self.app.size.width
        lines = [(Span(f" {text}", "alarm"),) for text in wrap(self._words, cells - 2, 1)]
        explanation = (Span(" What is left over is put into a file of its own, and you are told where.", "dim"),)
        page = (rule("Leave?", cells), *lines, explanation, foot_line(_FOOT))
        pane = self.query_one("#leaving", LinesPane)
        pane.styles.height = len(page)
        pane.put(page)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self._answer(event.key)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if int(event.screen_y) == self.query_one("#leaving", LinesPane).region.bottom - 1:
            self._answer(key_at(_FOOT, int(event.screen_x)))

    def _answer(self, key: str) -> None:
        if key in ("enter", "escape") and not self._left:
            self._left = True
            self.dismiss(key == "enter")
