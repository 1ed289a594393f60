"""The question line: what must be decided now, the likely answer first, and why something cannot be done."""

from __future__ import annotations

from tracker.ui.desk import Desk
from tracker.ui.widgets.panes import DeskPane
from tracker.views.asking import lay_asking
from tracker.views.cells import Line


class QuestionPane(DeskPane):
    """Says to the desk when the choices do not fit, so that they are listed."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        desk.listed = False
        lines, fits = lay_asking(desk.asking(), cells, height)
        if not fits:
            desk.listed = True
            lines, _ = lay_asking(desk.asking(), cells, height)
        return lines
