"""The pane of bars: every pool of the fighters as a bar with its number."""

from __future__ import annotations

from dataclasses import replace

from tracker.controller.controller import Controller
from tracker.controller.input.seat_keys import shown_on_rows
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, rule
from tracker.tui.messages import EntryPicked, Picked
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.fighters.fighters import Fighters, Seen, lay_fighters
from tracker.views.focus import last_broken, last_losses
from tracker.views.log.roll_log import LogPage, lay_log

_LEAST = 3
"""The least spare lines for the log."""


def seen_of(controller: Controller, pane: Pane) -> Seen:
    """Return what rows of fighters show of the view: who is selected and marked, how far scrolled, the last losses."""
    view, keymap, journal = controller.view, controller.keymap, controller.session.journal
    key_of, key_cells = shown_on_rows(controller)
    return Seen(
        selected=view.drawn_as(controller.session, view.selected),
        marks=view.marks,
        top=view.scrolled.get(pane, 0),
        lit=view.pane is pane,
        lost=last_losses(journal),
        broken=last_broken(journal, controller.session.encounter),
        fold_fallen=view.fallen_folded,
        keys=key_of,
        key_cells=key_cells,
        touched=view.touched(controller.session),
        pane_keys=(keymap.key("timeline"), keymap.key("fighters")),
    )


class FightersPane(ControllerPane):
    """A row or two for everyone."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: Fighters | None = None
        self._page: LogPage | None = None
        """The lines of the log under the fighters, where there is room for them."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the fighters, and below them the newest lines of the log, where there is room."""
        shown, rules = controller.view.shown(controller.session), controller.session.rules
        whole, kept = controller.session.encounter, controller.view.kept
        seen = replace(seen_of(controller, Pane.FIGHTERS), title="Fighters" if self.titled else "")
        self.drawn = lay_fighters(shown, rules, cells=cells, height=height, seen=seen, whole=whole, kept=kept)
        return (*self.drawn.lines, *self._latest(controller, cells, height - len(self.drawn.lines)))

    def _latest(self, controller: Controller, cells: int, rows: int) -> tuple[Line, ...]:
        """Fill `rows` spare lines with the newest of the log, so that the last event is in sight at once."""
        self._page = None
        if rows < _LEAST:
            return ()
        self._page = lay_log(controller.runner.log, cells=cells, height=rows - 1)
        return (rule("Rolls", cells, ""), *self._page.lines)

    def marked(self, controller: Controller) -> Cell | None:
        """Return the cell of the cursor, on the row of the selected fighter. None where that is not in sight."""
        who = controller.view.drawn_as(controller.session, controller.view.selected)
        if who and self.drawn is not None and who in self.drawn.rows:
            return (0, self.drawn.rows.index(who))
        return None

    def picked(self, y: int, marks: bool = False) -> None:
        """Handle a click on a fighter's row, or on a line of the log below. A click that `marks` selects nothing."""
        if self.drawn is not None and 0 <= y < len(self.drawn.rows) and self.drawn.rows[y]:
            self.post_message(Picked(self.drawn.rows[y], marks=marks))
        elif self.drawn is not None and self._page is not None:
            row = y - len(self.drawn.lines) - 1
            if 0 <= row < len(self._page.places) and self._page.places[row] >= 0:
                self.post_message(EntryPicked(self._page.places[row], marks))

    def under(self, y: int) -> str:
        """Return the pane a line belongs to for the wheel: the log, the sheets, or this one."""
        if self.drawn is None or y < len(self.drawn.lines):
            return super().under(y)
        return Pane.LOG.value if self._page is not None else super().under(y)
