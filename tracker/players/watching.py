"""Watching: the players' screen, which only looks on and follows the fight by itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.geometry import Size

from tracker.players.lines import lay_screen
from tracker.players.spectator import Spectator
from tracker.ui.driver import TableDriver
from tracker.ui.ending import Ending
from tracker.ui.filters import Colourless, OnlyDrawable
from tracker.ui.theme import PALETTES, PLAIN, Palette
from tracker.ui.widgets.lines import LinesPane

LOOK = 0.08
"""Seconds between looks at the file."""
_GONE = 0.5
"""Seconds between looks whether the terminal is still there."""


class WatchApp(App[int]):
    """One pane with what a spectator sees."""

    CSS = "LinesPane { width: 1fr; height: 1fr; } Screen { overflow: hidden; }"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+t", "next_palette", "Other colours", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Stop for now", show=False, priority=True),
    ]

    def __init__(self, spectator: Spectator, *, colour: bool | None = None) -> None:
        self.colour = not os.environ.get("NO_COLOR") if colour is None else colour
        self.palette: Palette = PALETTES[0] if self.colour else PLAIN
        self._own_filters: list[LineFilter] = [OnlyDrawable()] if self.colour else [OnlyDrawable(), Colourless()]
        super().__init__(driver_class=TableDriver, ansi_color=None if self.colour else True)
        self.title = "tracker"
        self.spectator = spectator
        self.ending = Ending(self._leave)
        self._drawn = Size(0, 0)
        """The size of the pane when it was last drawn."""
        self.leaving = False
        self.on_terminal = False
        """Whether signals and the terminal are watched; `run` says so."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Only these: nothing here is drawn in the sixteen colours Textual would convert."""
        return self._own_filters

    def compose(self) -> ComposeResult:
        yield LinesPane("scene")

    def on_load(self) -> None:
        if self.on_terminal:
            self.ending.watch()

    def on_mount(self) -> None:
        if self.colour:
            for palette in PALETTES:
                self.register_theme(palette.theme())
            self.theme = self.palette.name
        if self.on_terminal:
            self.set_interval(_GONE, self.ending.hung_up)
        self.set_interval(LOOK, self.look)
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """Look at the fight, and draw when it, or the size of the screen, has changed."""
        if self.spectator.look() or self.query_one(LinesPane).size != self._drawn:
            self.draw()

    def draw(self) -> None:
        """Draw what is seen now."""
        pane = self.query_one(LinesPane)
        self._drawn = pane.size
        pane.put(lay_screen(self.spectator.scene(), self.spectator.trouble, *pane.size))

    def action_next_palette(self) -> None:
        """The colours after these."""
        if self.colour:
            self.palette = PALETTES[(PALETTES.index(self.palette) + 1) % len(PALETTES)]
            self.theme = self.palette.name
            self.query_one(LinesPane).refresh()

    def action_leave(self) -> None:
        """Leave."""
        self.leaving = True
        self.ending.end(0)

    def _leave(self, code: int) -> None:
        self.call_later(self.exit, code, code)

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell until it lets the program go on."""
        if isinstance(self._driver, TableDriver):
            self._driver.stop()


def run(spectator: Spectator) -> int:
    """Show the players' screen until it is left; the exit code, 128 + n when signal n ended it."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            print("tracker watch needs a terminal; `tracker log --for players` prints.", file=sys.stderr, flush=True)
        return 2
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
    app = WatchApp(spectator)
    app.on_terminal = True
    try:
        app.run()
    finally:
        driver = app._driver
        app.ending.restored(isinstance(driver, TableDriver) and driver.stuck)
        app.ending.release()
    return app.ending.code or app.return_code or 0
