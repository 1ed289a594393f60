"""The sheet pane: whoever is due or selected; before the fight begins, who is aware of whom."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.model.refusals import Refused
from tracker.text.cells import Line, Span, rule, unseen
from tracker.tui.widgets.panes import ControllerPane
from tracker.views.sheet import lay_awareness, lay_sheet, sheet_title


class SheetPane(ControllerPane):
    """Ready-made chances."""

    last_top = 0
    """The first line shown when the last one is in sight, as it was drawn last."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        session, view = controller.session, controller.view
        encounter = session.encounter
        room = height - self.titled
        who = view.sheet_of(session)
        lit = view.pane is Pane.SHEET
        if not encounter.began and not (view.pinned and view.selected):
            title, lines = "Who is aware of whom", lay_awareness(encounter, cells)
        elif who in encounter:
            title = sheet_title(encounter, who, view.pinned and bool(view.selected))
            try:
                lines = lay_sheet(encounter, session.rules.display.card(encounter, who), cells, session.rules.unit)
            except Refused as refused:
                lines = ((Span(str(refused), "dim"),),)
        else:
            title, lines = "Sheet", ()
        self.last_top = max(0, len(lines) - room)
        top = min(view.sheet_top, self.last_top)
        more = unseen(top, self.last_top - top, "lines")
        shown = lines[top : top + room]
        return (rule(title, cells, more, lit), *shown) if self.titled else shown
