"""The line of odds under the head, when it is turned on."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.text.cells import Line
from tracker.tui.widgets.panes import ControllerPane


class OddsPane(ControllerPane):
    """`heroes ahead · 35–80 %`, faded while it is of another state."""

    fades = False

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        return (controller.odds.line(cells),)
