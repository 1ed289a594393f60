"""The outcome line: what came of the last blow, until the next thing happens."""

from __future__ import annotations

from tracker.ui.desk import Desk
from tracker.ui.widgets.panes import DeskPane
from tracker.views.cells import Line
from tracker.views.outcome import lay_outcome


class OutcomePane(DeskPane):
    """One line, drawn as the heading of the question below it."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        return (lay_outcome(desk.session.encounter, desk.session.journal, cells, desk.session.rules.unit),)
