"""The head line."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.text.cells import Line
from tracker.tui.widgets.panes import ControllerPane
from tracker.views.headline import lay_head


class Head(ControllerPane):
    """Title, count, now, next, then, saved."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the headline: what comes next, the present count, the title, and whether the steps are saved."""
        session = controller.session
        whole, drawn = session.encounter, controller.view.shown(session)
        over = controller.mode is Mode.FREE and bool(controller.prompt.choices)  # the summary, once one side is left
        return (lay_head(whole, session.rules, whole.title, controller.trouble(), cells, drawn, over),)
