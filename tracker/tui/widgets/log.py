"""The pane of rolls and other facts."""

from __future__ import annotations

from tracker.controller.controller import Desk
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, rule
from tracker.tui.messages import EntryPicked
from tracker.tui.widgets.panes import Cell, DeskPane
from tracker.views.roll_log import LogPage, lay_log


def _leads_back(desk: Desk) -> str:
    """The key that goes back to the line marked; where a choice has it, the one that shows its moment first."""
    keymap, key = desk.keymap, desk.keymap.key("back-to")
    taken = desk.mode not in keymap.by_id("back-to").when or desk.front.choice(key) is not None
    return keymap.worded("{walk-back} to that moment") if taken else f"{key} back to here"


class LogPane(DeskPane):
    """The newest at the bottom."""

    def __init__(self, id: str) -> None:
        super().__init__(id, edge=True)
        self.drawn: LogPage | None = None

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        looking, log = desk.looking, desk.log
        self.drawn = lay_log(log, cells=cells, height=height - self.titled, cursor=looking.cursor)
        if not self.titled:
            return self.drawn.lines
        more = f"with {log.filter}: {log.count()}" if log.filter else ""
        if not log.secrets:
            more += f"{' · ' if more else ''}without § i"
        if looking.cursor >= 0:
            more += f"{' · ' if more else ''}{_leads_back(desk)}"
        return (rule("Rolls", cells, more, looking.pane is Pane.LOG), *self.drawn.lines)

    def marked(self, desk: Desk) -> Cell | None:
        place = -1 if self._choices else desk.looking.cursor
        if place >= 0 and self.drawn is not None and place in self.drawn.places:
            return (int(self.edge), self.titled + self.drawn.places.index(place))
        return super().marked(desk)

    def picked(self, y: int, marks: bool = False) -> None:
        row = y - self.titled
        if self.drawn is not None and 0 <= row < len(self.drawn.places) and self.drawn.places[row] >= 0:
            self.post_message(EntryPicked(self.drawn.places[row], marks))
