"""BaseApp: what every screen of the program has in common: colours, signals, the terminal given back as it was."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import App, ScreenStackError
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.geometry import Offset

from tracker.tui.line_filters import Colourless, OnlyDrawable
from tracker.tui.line_writer import LineWriter
from tracker.tui.screen_error_boundary import ErrorBoundaryPump, ShowsSentence
from tracker.tui.shutdown import Ending
from tracker.tui.textual_private import driver_of, holds_back, synchronizes
from tracker.tui.theme import PALETTES, PLAIN, Palette

if sys.platform == "win32":
    from tracker.tui.windows_driver import TableDriver
else:
    from tracker.tui.driver import TableDriver

if TYPE_CHECKING:
    from rich.console import RenderableType

_LOOK = 0.5
"""The seconds between looks at whether the terminal is still there."""


_SYNC_START, _SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
"""The marks of a synchronized frame, written here around lines that Textual does not draw."""
_SWEEPS = (5000, 20, 20)
"""The objects made before garbage is collected: some keys, where Python's usual 700 are part of one."""

_MOST_CAUGHT = 20
"""The number of errors within `_STORM` seconds that means that nothing can be drawn any more."""
_STORM = 10.0
_PAUSE = 1.0
"""The seconds within which the same error is not shown again."""

Made = TypeVar("Made", bound="BaseApp")
Report = Callable[[str], str]
"""A function that keeps a report about a bug and returns a sentence with its place."""


def _to(x: int, y: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H"


class BaseApp(ErrorBoundaryPump, App[int]):
    """An app in a terminal that is left in order whatever happens."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", "Stop for now", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        colour: bool | None,
        last_words: Callable[[], str] = lambda: "",
        palette: Palette = PALETTES[0],
        report: Report | None = None,
    ) -> None:
        """Prepare the app. `colour` None: as NO_COLOR has it. `last_words` are printed at an end in a hurry.

        Without `report` a bug raises its error.
        """
        self.colour = not os.environ.get("NO_COLOR") if colour is None else colour
        self.palette: Palette = palette if self.colour else PLAIN
        self._own_filters: list[LineFilter] = [OnlyDrawable()] if self.colour else [OnlyDrawable(), Colourless()]
        super().__init__(driver_class=TableDriver, ansi_color=None if self.colour else True)
        if self.colour:
            self._paint()
        self.title = title
        self.ending = Ending(self._leave, last_words)
        self.leaving = False
        """True once the end has begun: further input does not count."""
        self.mistaken = False
        self._line_writer: LineWriter | None = None
        self._reports = report
        self._reported: dict[str, str] = {}
        """The sentence for each report, so that the same error is reported once."""
        self._caught: list[tuple[float, str]] = []
        """The times and sentences of the last errors."""
        self.on_terminal = False
        """True while signals and the terminal are watched, as set by `run_on_terminal`."""

    def _paint(self) -> None:
        """Take the first palette before any style sheet is read, so that each is read once."""
        for palette in PALETTES:
            self.register_theme(palette.theme())
        self.set_reactive(App.theme, self.palette.name)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return only our filters: nothing here is drawn in the sixteen colours Textual would convert."""
        return self._own_filters

    def on_load(self) -> None:
        if self.on_terminal:
            self.ending.watch()

    def look_after_terminal(self) -> None:
        """Watch for the terminal's end, from the moment the app is mounted."""
        if self.on_terminal:
            self.set_interval(_LOOK, self.ending.hung_up)
            self.call_after_refresh(self._freeze_objects)

    def _freeze_objects(self) -> None:
        """Freeze the objects of the first frame, so that garbage is collected only among later ones."""
        # Freeze before enabling: a sweep in between would go through everything that the first frame has made.
        gc.freeze()
        gc.set_threshold(*_SWEEPS)
        gc.enable()

    def next_palette(self) -> None:
        """Switch to the next of dark, light and high contrast. Without colour there is only one."""
        if self.colour:
            self.put_on(PALETTES[(PALETTES.index(self.palette) + 1) % len(PALETTES)])

    def put_on(self, palette: Palette) -> None:
        """Put a palette in force on every screen, and draw the panes again."""
        self.palette = palette
        self.theme = palette.name
        for screen in self.screen_stack:
            # By name: the panes import this module for the colours of their app.
            for pane in screen.query("LinesPane"):
                pane.refresh()

    # Services for the screens

    def point(self, x: int, y: int) -> None:
        """Put the terminal's cursor on a cell. It stays there until it is put elsewhere."""
        if (x, y) == self.cursor_position:
            return
        self.cursor_position = Offset(x, y)
        self._write(_to(x, y))

    def line_writer(self) -> LineWriter | None:
        """Return the writer of changed lines. None where Textual does not write either."""
        # Lines written while Textual holds back its own drawing would be drawn over by what it still owes.
        if driver_of(self) is None or self.is_headless or holds_back(self):
            return None
        if self._line_writer is None:
            self._line_writer = LineWriter(self.console)
        return self._line_writer

    def sent(self) -> int:
        """Return how many bytes the terminal was sent so far."""
        driver = driver_of(self)
        return driver.sent if isinstance(driver, TableDriver) else 0

    def write(self, writer: LineWriter, cell: tuple[int, int] | None) -> None:
        """Write the gathered lines in one go, and put the cursor on `cell` (column, row). None: where it was before."""
        lines = writer.taken()
        if lines:
            x, y = cell or self.cursor_position
            self.cursor_position = Offset(x, y)
            both = f"{lines}{_to(x, y)}"
            self._write(f"{_SYNC_START}{both}{_SYNC_END}" if synchronizes(self) else both)
        elif cell is not None:
            self.point(*cell)

    def _write(self, sequence: str) -> None:
        """Write a sequence to the terminal, in order with Textual's output."""
        driver = driver_of(self)
        if driver is not None and not self.is_headless:
            driver.write(sequence)
            driver.flush()

    @property
    def moves(self) -> bool:
        """Return whether panes may move after a step."""
        return False

    def show_settings(self) -> None:
        """Show the page of settings, in an app that has one."""

    def leave(self) -> None:
        self.ending.end(0)

    # Mistakes of the program

    @property
    def code(self) -> int:
        """The exit code. An end by a mistake of the program is never 0."""
        return self.ending.code or self.return_code or int(self.mistaken)

    def caught(self, error: Exception) -> bool:
        """Report a bug and show the sentence about it. Return False where it cannot be shown.

        The same report within `_PAUSE` seconds is shown once. Once more than `_MOST_CAUGHT` come within `_STORM`
        seconds, nothing can be drawn any more.
        """
        if self._reports is None:
            return False
        words = f"A mistake in the program ({type(error).__name__}): what was just done may not be seen. "
        report, now = words + self._report_of(self._reports, error), monotonic()
        self._caught = [(time, other) for time, other in self._caught if now - time < _STORM]
        if any(other == report and now - time < _PAUSE for time, other in self._caught):
            return True  # telling it draws, which may be what fails
        self._caught.append((now, report))
        return len(self._caught) <= _MOST_CAUGHT and self.tell(report)

    def tell(self, sentence: str) -> bool:
        """Show a sentence on the topmost screen with a place for it, and close those above. False without one."""
        for above, screen in enumerate(reversed(self.screen_stack)):
            if isinstance(screen, ShowsSentence):
                for _ in range(above):
                    with suppress(ScreenStackError):
                        self.pop_screen()
                with suppress(Exception):
                    screen.tell(sentence)
                return True
        return False

    def _report_of(self, reports: Report, error: Exception) -> str:
        """Return the sentence about an error. The same error is reported once."""
        trace = "".join(traceback.format_exception(error))
        if trace not in self._reported:
            self._reported[trace] = reports(f"{self.title}: {type(self.screen).__name__}\n\n{trace}")
        return self._reported[trace]

    # Private in Textual, and its only way out for every error that no pump catches: timers, workers, style sheets.
    def _handle_exception(self, error: Exception) -> None:
        """Catch errors in Textual's parts as well. One ends the app only where nothing can be shown."""
        if self.caught(error):
            return
        self.mistaken = True
        if self._reports is None:
            super()._handle_exception(error)
            return
        from rich.text import Text

        where = self._report_of(self._reports, error)
        # What Textual does itself after printing a traceback: these lines are printed once the terminal is given back,
        # and the pumps are closed without waiting for one that may be the cause.
        self._exit_renderables.append(Text(f"A mistake in the program ({type(error).__name__}) ended it. {where}"))
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Leave because of a mistake in the program, which the exit code tells."""
        self.mistaken = True
        super().panic(*renderables)

    def action_suspend_process(self) -> None:
        """Suspend the program until the shell resumes it."""
        # Textual's own action leaves the reading thread behind; `TableDriver` stops and starts it.
        driver = driver_of(self)
        if isinstance(driver, TableDriver):
            driver.stop()

    def _leave(self, code: int) -> None:
        self.call_later(self.exit, code, code)


def run_on_terminal(make: Callable[[], Made], closing: Callable[[], None] = lambda: None) -> Made:
    """Run the app that `make` returns until it is left. Return it.

    `closing` is called when the terminal is as it was, before another signal can end the process.
    """
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
    app = make()
    app.on_terminal = True
    try:
        app.run()
    finally:
        driver = driver_of(app)  # kept by Textual after the run; whether its reader ended in time is known nowhere else
        # In this order: files are closed with the terminal restored, and only then may another signal end the process.
        app.ending.restored(isinstance(driver, TableDriver) and driver.stuck)
        closing()
        app.ending.release()
    return app
