"""The fighters' pane."""

from __future__ import annotations

from tracker.ui.desk import Desk
from tracker.ui.looking import Pane
from tracker.ui.messages import Picked
from tracker.ui.widgets.panes import DeskPane
from tracker.views.cells import Line, Span, rule
from tracker.views.fighters import Fighters, fighter_top, lay_fighters
from tracker.views.roll_log import lay_log

_LEAST = 4
"""Lines that must be left over for the log to fill them."""


class FightersPane(DeskPane):
    """A row or two for everyone."""

    def __init__(self, id: str) -> None:
        super().__init__(id, hosts=False)
        self.drawn: Fighters | None = None
        self._top = 0

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        session, looking = desk.session, desk.looking
        room = height - self.titled
        going = {one.id: session.rules.heading(session.encounter, one.id) for one in session.encounter if one.able}
        signed = False
        if not self.titled and room > 2:
            signed = lay_fighters(session.encounter, cells=cells, height=room, headings=going).below > 0
        room -= signed
        if Pane.FIGHTERS in looking.scrolled:
            self._top = looking.scrolled[Pane.FIGHTERS]
        else:
            self._top = fighter_top(session.encounter, looking.target(session), self._top, cells, room, going)
        self.drawn = lay_fighters(
            session.encounter, cells=cells, height=room, top=self._top, selected=looking.selected, headings=going
        )
        if signed:
            sign = f"  ↑ {self.drawn.above} ↓ {self.drawn.below} more of {len(session.encounter.combatants)}"
            return (*self.drawn.lines, (Span(sign, "dim"),))
        if not self.titled:
            return (*self.drawn.lines, *self._latest(desk, cells, room - len(self.drawn.lines)))
        hidden = self.drawn.above or self.drawn.below
        more = f"↑{self.drawn.above} ↓{self.drawn.below} more" if hidden else ""
        return (rule("Fighters", cells, more, looking.pane is Pane.FIGHTERS), *self.drawn.lines)

    def _latest(self, desk: Desk, cells: int, rows: int) -> tuple[Line, ...]:
        """Where lines are left over, the newest of the log fill them: what has just happened is seen at once."""
        if rows < _LEAST:
            return ()
        page = lay_log(desk.log, cells=cells, height=rows - 1)
        return (rule("Rolls", cells, ""), *page.lines)

    def picked(self, y: int) -> None:
        row = y - self.titled
        if self.drawn is not None and 0 <= row < len(self.drawn.rows):
            self.post_message(Picked(self.drawn.rows[row]))
