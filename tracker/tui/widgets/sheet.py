"""The sheet pane: the fighter who is due or selected, both fighters of an open blow, or who is aware of whom."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.text.cells import Line
from tracker.tui.widgets.panes import ControllerPane
from tracker.tui.widgets.sheet_page import lay_one, lay_sheets


class SheetPane(ControllerPane):
    """Ready-made chances."""

    last_top = 0
    """The first line when the last one is in sight, as drawn last."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the sheets with their headings, or without titles the one sheet, scrolled."""
        page = (lay_sheets if self.titled else lay_one)(controller, cells, height)
        self.last_top = page.last_top
        return page.lines
