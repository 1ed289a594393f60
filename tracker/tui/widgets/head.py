"""The head line."""

from __future__ import annotations

from tracker.controller.controller import Desk
from tracker.text.cells import Line
from tracker.tui.widgets.panes import DeskPane
from tracker.views.headline import lay_head


class Head(DeskPane):
    """Title, count, now, next, then, saved."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        session = desk.session
        whole, drawn = session.encounter, desk.looking.shown(session)
        return (lay_head(whole, session.rules, whole.title, desk.trouble(), cells, drawn),)
