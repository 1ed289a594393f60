"""The players' screen: read-only, and it follows the fight without a key."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Spectator
from tracker.tui import terminal_presence
from tracker.tui.base_app import BaseApp, Report, run_on_terminal
from tracker.tui.widgets.lines import LinesPane

LOOK = 0.08
"""The seconds between looks at the file."""


class WatchApp(BaseApp):
    """One pane with what a spectator sees."""

    CSS = "LinesPane { width: 1fr; height: 1fr; } Screen { overflow: hidden; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+t", "next_palette", "Other colours", show=False, priority=True),
    ]

    def __init__(self, spectator: Spectator, *, colour: bool | None = None, report: Report | None = None) -> None:
        super().__init__("tracker", colour, report=report)
        self.spectator = spectator
        self._pane = LinesPane("scene")
        self._told = ""
        """A sentence about a bug, shown instead of other trouble."""
        self._drawn = Size(0, 0)

    def compose(self) -> ComposeResult:
        yield self._pane

    def on_mount(self) -> None:
        self.look_after_terminal()
        self.set_interval(LOOK, self.look)
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """Look at the fight, and redraw when it or the size of the screen has changed.

        On a busy machine the first look may come before the pane is on the screen. Then nothing is drawn.
        """
        try:
            if self._pane.is_mounted and (self.spectator.look() or self._pane.size != self._drawn):
                self._told = ""
                self.draw()
        except Exception as error:
            if not self.caught(error):
                raise

    def draw(self) -> None:
        """Draw the scene at the size of the pane, with a sentence about a bug or other trouble."""
        self._drawn = self._pane.size
        trouble = self._told or self.spectator.trouble
        self._pane.put(lay_screen(self.spectator.scene(), trouble, *self._pane.size))

    def tell(self, sentence: str) -> bool:
        """Show a sentence about a bug. When the scene cannot be drawn, instead of it."""
        self._told = sentence
        try:
            self.draw()
        except Exception:
            self._pane.put(lay_screen(None, sentence, *self._pane.size))
        return True

    def action_next_palette(self) -> None:
        self.next_palette()

    def action_leave(self) -> None:
        """Leave the players' screen."""
        self.leaving = True
        self.ending.end(0)


def run(spectator: Spectator, report: Report | None = None) -> int:
    """Show the players' screen until it is left. Return the exit code, 128 + n when signal n ended it."""
    sentence = terminal_presence.lacking(
        "tracker watch needs a terminal; `tracker log --for players` prints the log.",
        "print the log with `tracker log --for players`",
    )
    if sentence:
        with suppress(OSError, ValueError):
            print(sentence, file=sys.stderr, flush=True)
        return 2
    app = run_on_terminal(partial(WatchApp, spectator, report=report))
    return app.code
