"""The pane of rolls and other facts."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.text.cells import Line
from tracker.tui.messages import EntryPicked
from tracker.tui.widgets.log_page import split_log
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.tui.widgets.sheet import SheetPane
from tracker.views.log.roll_log import LogPage, lay_log


class LogPane(ControllerPane):
    """The newest at the bottom; where the sheets above it leave lines over, it begins in these."""

    def __init__(self, id: str, sheet: SheetPane) -> None:
        super().__init__(id, edge=True)
        self._sheet = sheet
        self.drawn: LogPage | None = None

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """The lines of the log; the newest of them stand below the sheet where that has room."""
        view, log = controller.view, controller.runner.log
        if self.titled:
            spare = self._sheet.spare if self._sheet.display else 0
            self.drawn = split_log(controller, cells, spare, height).lower
        else:
            self.drawn = lay_log(log, cells=cells, height=height, cursor=view.cursor)
        return self.drawn.lines

    def under_list(self, controller: Controller, height: int) -> tuple[Line, ...]:
        """Below a list: the newest lines."""
        return split_log(controller, self.cells, height, 0).upper.lines if height > 1 else ()

    def marked(self, controller: Controller) -> Cell | None:
        """The cursor on the marked line of the log, unless a choice is marked."""
        place = -1 if self._choices else controller.view.cursor
        if place >= 0 and self.drawn is not None and place in self.drawn.places:
            return (int(self.edge), self.drawn.places.index(place))
        return super().marked(controller)

    def picked(self, y: int, marks: bool = False) -> None:
        """A line of the log was clicked."""
        if self.drawn is not None and 0 <= y < len(self.drawn.places) and self.drawn.places[y] >= 0:
            self.post_message(EntryPicked(self.drawn.places[y], marks))
