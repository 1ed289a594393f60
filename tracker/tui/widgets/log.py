"""The pane of rolls and other facts."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, rule
from tracker.tui.messages import EntryPicked
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.roll_log import LogPage, lay_log


def _leads_back(controller: Controller) -> str:
    """The key that goes back to the line marked; where a choice has it, the one that shows its moment first."""
    keymap, key = controller.keymap, controller.keymap.key("back-to")
    taken = controller.mode not in keymap.by_id("back-to").when or controller.prompt.choice(key) is not None
    return keymap.worded("{walk-back} to that moment") if taken else f"{key} back to here"


class LogPane(ControllerPane):
    """The newest at the bottom."""

    def __init__(self, id: str) -> None:
        super().__init__(id, edge=True)
        self.drawn: LogPage | None = None

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        view, log = controller.view, controller.runner.log
        self.drawn = lay_log(log, cells=cells, height=height - self.titled, cursor=view.cursor)
        if not self.titled:
            return self.drawn.lines
        more = f"with {log.filter}: {log.count()}" if log.filter else ""
        if not log.secrets:
            more += f"{' · ' if more else ''}without § i"
        if view.cursor >= 0:
            more += f"{' · ' if more else ''}{_leads_back(controller)}"
        return (rule("Rolls", cells, more, view.pane is Pane.LOG), *self.drawn.lines)

    def marked(self, controller: Controller) -> Cell | None:
        place = -1 if self._choices else controller.view.cursor
        if place >= 0 and self.drawn is not None and place in self.drawn.places:
            return (int(self.edge), self.titled + self.drawn.places.index(place))
        return super().marked(controller)

    def picked(self, y: int, marks: bool = False) -> None:
        row = y - self.titled
        if self.drawn is not None and 0 <= row < len(self.drawn.places) and self.drawn.places[row] >= 0:
            self.post_message(EntryPicked(self.drawn.places[row], marks))
