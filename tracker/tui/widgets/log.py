"""The pane of rolls and other facts."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, Span, rule
from tracker.tui.messages import EntryPicked
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.log.roll_log import LogPage, lay_log


class LogPane(ControllerPane):
    """The newest at the bottom."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: LogPage | None = None

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the lines of the log, below a heading unless the log is a tab."""
        view, log = controller.view, controller.runner.log
        self.drawn = lay_log(log, cells=cells, height=height - self.titled, cursor=view.cursor, columns=self.titled)
        empty: tuple[Line, ...] = () if log.filter else ((Span(" Rolls come here.", "dim"),),)
        lines = self.drawn.lines or empty
        return (_heading(controller, cells), *lines) if self.titled else lines

    def marked(self, controller: Controller) -> Cell | None:
        """Return the cursor's cell on the marked line of the log. None where none is in sight."""
        place = controller.view.cursor
        if place >= 0 and self.drawn is not None and place in self.drawn.places:
            return (int(self.edge), self.titled + self.drawn.places.index(place))
        return None

    def picked(self, y: int, marks: bool = False) -> None:
        """Tell the screen that a line of the log was clicked. `marks`: the click is one that marks."""
        row = y - self.titled
        if self.drawn is not None and 0 <= row < len(self.drawn.places) and self.drawn.places[row] >= 0:
            self.post_message(EntryPicked(self.drawn.places[row], marks))


def _heading(controller: Controller, cells: int) -> Line:
    """Return the heading of the log: its filter, and the effect of the marked line."""
    view, log = controller.view, controller.runner.log
    parts = [f"with {log.filter}: {log.count()}"] if log.filter else []
    if not log.secrets:
        parts.append("without § i")
    if view.cursor >= 0:
        parts.append(_leads_back(controller))
    return rule("Rolls", cells, " · ".join(parts), lit=view.pane is Pane.LOG)


def _leads_back(controller: Controller) -> str:
    """Return the key that goes back to the marked line, or where a choice has it, the key that shows its moment."""
    keymap, key = controller.keymap, controller.keymap.key("back-to")
    taken = controller.mode not in keymap.by_id("back-to").modes or controller.prompt.choice(key) is not None
    return keymap.worded("{walk-back} to that moment") if taken else f"{key} back to here"
