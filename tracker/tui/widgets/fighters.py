"""The fighters' pane."""

from __future__ import annotations

from tracker.controller.controller import Desk
from tracker.controller.seat_keys import shown_on_rows
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, rule
from tracker.tui.layout import KEPT
from tracker.tui.messages import EntryPicked, Picked
from tracker.tui.widgets.panes import Cell, DeskPane
from tracker.views.fighters import Fighters, Seen, lay_fighters, lay_focus
from tracker.views.focus import last_losses
from tracker.views.roll_log import LogPage, lay_log

_LEAST = 4
"""Lines that must be left over for the log to fill them."""


class FightersPane(DeskPane):
    """A row or two for everyone."""

    def __init__(self, id: str) -> None:
        super().__init__(id, hosts=False)
        self.drawn: Fighters | None = None
        self._page: LogPage | None = None
        """The lines of the log under the fighters, where there is room for them."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        shown, rules = desk.looking.shown(desk.session), desk.session.rules
        seen, whole, kept = self._seen(desk), desk.session.encounter, desk.looking.kept
        self.drawn = lay_fighters(shown, rules, cells=cells, height=height, seen=seen, whole=whole, kept=kept)
        if self.titled:
            self._page = None
            return self.drawn.lines
        return (*self.drawn.lines, *self._latest(desk, cells, height - len(self.drawn.lines)))

    def _seen(self, desk: Desk) -> Seen:
        looking = desk.looking
        title, lit = "Fighters" if self.titled else "", looking.pane is Pane.FIGHTERS
        top = looking.scrolled.get(Pane.FIGHTERS, 0)
        selected = looking.drawn_as(desk.session, looking.selected)
        lost = last_losses(desk.session.journal)
        return Seen(selected, looking.marks, top, title, lit, lost, *shown_on_rows(desk))

    def wished(self, desk: Desk) -> int:
        """The heading and a row for everybody."""
        return 1 + len(desk.looking.shown(desk.session).combatants)

    def kept(self, desk: Desk, cells: int) -> tuple[Line, ...]:
        """Whoever is asked and the other whom it concerns stay in sight."""
        shown, rules = desk.looking.shown(desk.session), desk.session.rules
        seen, whole, kept = self._seen(desk), desk.session.encounter, desk.looking.kept
        return lay_focus(shown, rules, cells=cells, most=KEPT, seen=seen, whole=whole, kept=kept)

    def _latest(self, desk: Desk, cells: int, rows: int) -> tuple[Line, ...]:
        """Where lines are left over, the newest of the log fill them: what has just happened is seen at once."""
        self._page = None
        if rows < _LEAST:
            return ()
        self._page = lay_log(desk.log, cells=cells, height=rows - 1)
        return (rule("Rolls", cells, ""), *self._page.lines)

    def marked(self, desk: Desk) -> Cell | None:
        who = desk.looking.drawn_as(desk.session, desk.looking.selected)
        if who and not self._choices and self.drawn is not None and who in self.drawn.rows:
            return (0, self.drawn.rows.index(who))
        return super().marked(desk)

    def picked(self, y: int, marks: bool = False) -> None:
        if self.drawn is not None and 0 <= y < len(self.drawn.rows) and self.drawn.rows[y]:
            self.post_message(Picked(self.drawn.rows[y], marks=marks))
        elif self.drawn is not None and self._page is not None:
            row = y - len(self.drawn.lines) - 1
            if 0 <= row < len(self._page.places) and self._page.places[row] >= 0:
                self.post_message(EntryPicked(self._page.places[row], marks))

    def under(self, y: int) -> str:
        """The log's lines are scrolled as the log is."""
        below = self.drawn is not None and self._page is not None and y >= len(self.drawn.lines)
        return Pane.LOG.value if below else super().under(y)
