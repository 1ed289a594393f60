"""The fighters' pane."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.seat_keys import shown_on_rows
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, rule
from tracker.tui.layout import KEPT
from tracker.tui.messages import EntryPicked, Picked
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.tui.widgets.sheet_page import lay_sheets
from tracker.views.fighters.fighters import Fighters, Seen, lay_fighters, lay_focus
from tracker.views.focus import last_losses
from tracker.views.log.roll_log import LogPage, lay_log

_LEAST_SHEETS = 12
"""Lines that stay for the sheets below the fighters."""
_LEAST = 3
"""Lines that must be left over for the log to fill them."""


class FightersPane(ControllerPane):
    """A row or two for everyone."""

    def __init__(self, id: str) -> None:
        super().__init__(id, hosts=False)
        self.drawn: Fighters | None = None
        self.with_sheets = False
        """Whether the sheets stand below the fighters, in this pane."""
        self.last_top = 0
        """The first line of those sheets shown when the last one is in sight."""
        self._page: LogPage | None = None
        """The lines of the log under the fighters, where there is room for them."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """The fighters, and below them the sheets or the newest lines of the log, where there is room."""
        shown, rules = controller.view.shown(controller.session), controller.session.rules
        seen, whole, kept = self._seen(controller), controller.session.encounter, controller.view.kept
        room = height - (_LEAST_SHEETS if self.with_sheets and height > 2 * _LEAST_SHEETS else 0)
        self.drawn = lay_fighters(shown, rules, cells=cells, height=room, seen=seen, whole=whole, kept=kept)
        if self.titled:
            self._page = None
            if not self.with_sheets:
                return self.drawn.lines
            sheets = lay_sheets(controller, cells, height - len(self.drawn.lines))
            self.last_top = sheets.last_top
            return (*self.drawn.lines, *sheets.lines)
        return (*self.drawn.lines, *self._latest(controller, cells, height - len(self.drawn.lines)))

    def _seen(self, controller: Controller) -> Seen:
        """What the rows show of the view: who is selected and marked, how far they are scrolled, the last losses."""
        view = controller.view
        title, lit = "Fighters" if self.titled else "", view.pane is Pane.FIGHTERS
        top = view.scrolled.get(Pane.FIGHTERS, 0)
        selected = view.drawn_as(controller.session, view.selected)
        lost = last_losses(controller.session.journal)
        return Seen(
            selected, view.marks, top, title, lit, lost, view.fallen_folded, *shown_on_rows(controller),
            touched=view.touched(controller.session),
        )  # fmt: skip

    def wished(self, controller: Controller) -> int:
        """The heading and a row for everybody."""
        return 1 + len(controller.view.shown(controller.session).combatants)

    def kept(self, controller: Controller, cells: int) -> tuple[Line, ...]:
        """The rows of the fighter who is asked and of the other whom it concerns, which stay in sight."""
        shown, rules = controller.view.shown(controller.session), controller.session.rules
        seen, whole, kept = self._seen(controller), controller.session.encounter, controller.view.kept
        return lay_focus(
            shown, rules, cells=cells, most=KEPT, seen=seen, whole=whole, kept=kept, aimed_at=controller.aimed_at
        )

    def _latest(self, controller: Controller, cells: int, rows: int) -> tuple[Line, ...]:
        """Where lines are left over, the newest of the log fill them: what has just happened is seen at once."""
        self._page = None
        if rows < _LEAST:
            return ()
        self._page = lay_log(controller.runner.log, cells=cells, height=rows - 1)
        return (rule("Rolls", cells, ""), *self._page.lines)

    def marked(self, controller: Controller) -> Cell | None:
        """The cursor on the row of the selected fighter, unless a choice is marked."""
        who = controller.view.drawn_as(controller.session, controller.view.selected)
        if who and not self._choices and self.drawn is not None and who in self.drawn.rows:
            return (0, self.drawn.rows.index(who))
        return super().marked(controller)

    def picked(self, y: int, marks: bool = False) -> None:
        """A fighter's row was clicked, or a line of the log below."""
        if self.drawn is not None and 0 <= y < len(self.drawn.rows) and self.drawn.rows[y]:
            self.post_message(Picked(self.drawn.rows[y], marks=marks))
        elif self.drawn is not None and self._page is not None:
            row = y - len(self.drawn.lines) - 1
            if 0 <= row < len(self._page.places) and self._page.places[row] >= 0:
                self.post_message(EntryPicked(self._page.places[row], marks))

    def under(self, y: int) -> str:
        """The lines of the log or of the sheets are scrolled as these are."""
        if self.drawn is None or y < len(self.drawn.lines):
            return super().under(y)
        return Pane.LOG.value if self._page is not None else Pane.SHEET.value if self.with_sheets else super().under(y)
