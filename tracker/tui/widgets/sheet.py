"""The sheet pane: the fighter who is due or selected, both fighters of an open blow, or who is aware of whom."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.text.cells import Line
from tracker.tui.messages import EntryPicked
from tracker.tui.widgets.log_page import split_log
from tracker.tui.widgets.panes import ControllerPane
from tracker.tui.widgets.sheet_page import lay_one, lay_sheets
from tracker.views.log.roll_log import LogPage

_LEAST_SPARE = 2
"""Lines that sheets must leave over for the log to begin in them."""


class SheetPane(ControllerPane):
    """Ready-made chances."""

    last_top = 0
    """The first line shown when the last one is in sight, as it was drawn last."""
    spare = 0
    """Lines left over below the sheets, in which the log begins."""

    def __init__(self, id: str, *, edge: bool = False, hosts: bool = False) -> None:
        super().__init__(id, edge=edge, hosts=hosts)
        self.below: ControllerPane | None = None
        """The pane of the log, when it stands right below."""
        self._log = LogPage((), ())
        """The lines of the log that stand in this pane."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """The sheets, and below them the lines of the log that have room here."""
        page = (lay_sheets if self.titled else lay_one)(controller, cells, height)
        self.last_top = page.last_top
        left_over = height - len(page.lines) if self.titled and self.below is not None else 0
        self.spare = left_over if left_over >= _LEAST_SPARE else 0
        self._log = LogPage((), ())
        if self.spare and self.below is not None:
            self._log = split_log(controller, cells, self.spare, self.below.region.height).upper
        return (*page.lines, *self._log.lines)

    def on_resize(self, event: events.Resize) -> None:
        """Draw the log again too, where another part of it begins in this pane now."""
        before = self.spare
        super().on_resize(event)
        if self.spare != before and self.below is not None and self.below.controller is not None:
            self.below.show(self.below.controller)

    def picked(self, y: int, marks: bool = False) -> None:
        """A line of the log below the sheets was clicked."""
        row = y - (len(self._lines) - len(self._log.lines))
        if 0 <= row < len(self._log.places) and self._log.places[row] >= 0:
            self.post_message(EntryPicked(self._log.places[row], marks))

    def under(self, y: int) -> str:
        """The log's lines are scrolled as the log is."""
        in_log = bool(self._log.lines) and y >= len(self._lines) - len(self._log.lines)
        return Pane.LOG.value if in_log else super().under(y)
