"""The sheet pane: whoever is due or selected; before the fight begins, who is aware of whom."""

from __future__ import annotations

from tracker.encounter.refusals import Refused
from tracker.ui.desk import Desk
from tracker.ui.looking import Pane
from tracker.ui.widgets.panes import DeskPane
from tracker.views.cells import Line, Span, rule
from tracker.views.sheet import lay_awareness, lay_sheet, sheet_title


class SheetPane(DeskPane):
    """Ready-made chances."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        session, looking = desk.session, desk.looking
        encounter = session.encounter
        room = height - self.titled
        who = looking.target(session)
        lit = looking.pane is Pane.SHEET
        if not encounter.began and not looking.selected:
            title, lines = "Who is aware of whom", lay_awareness(encounter, cells)
        elif who in encounter:
            title = sheet_title(encounter, who, bool(looking.selected))
            try:
                lines = lay_sheet(encounter, session.rules.card(encounter, who), cells, session.rules.unit)
            except Refused as refused:
                lines = ((Span(str(refused), "dim"),),)
        else:
            title, lines = "Sheet", ()
        looking.sheet_top = top = max(0, min(looking.sheet_top, len(lines) - room))
        more = f"↑{top} ↓{len(lines) - top - room} lines" if len(lines) > room else ""
        shown = lines[top : top + room]
        return (rule(title, cells, more, lit), *shown) if self.titled else shown
