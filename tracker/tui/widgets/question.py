"""The moment: what must be decided now, its choices as a table, and why something cannot be done."""

from __future__ import annotations

from dataclasses import replace

from textual import events

from tracker.controller.choices.question_view import asking
from tracker.controller.controller import Controller
from tracker.controller.input.mouse import LIST
from tracker.model.last_value import Last
from tracker.text.cells import Line
from tracker.tui.messages import AnswerPicked, ChoiceHovered, ChoicePicked, Resized
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.choices.choice_list import NO_TABLE, lay_table
from tracker.views.choices.choice_table import list_rows
from tracker.views.choices.question import Asked, Asking, lay_asking
from tracker.views.outcome import lay_outcome


class QuestionPane(ControllerPane):
    """Stands right below the board. Each of its choices can be clicked."""

    fades = False

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: Asked | None = None
        self.outcome: Line = ()
        """The first line of the last outcome, above this pane. The others use its empty lines."""
        self._laid_out: tuple[Asking, int, int, tuple[int, int], int] | None = None
        """The key of the last layout: question, cells, lines, step and marked choice."""
        self._outcomes: Last[dict[tuple[int, int], tuple[Line, ...]]] = Last()
        """The lines of the last outcome, by the most lines and cells."""
        self._wished: tuple[tuple[Asking, int, int, tuple[int, int]], int] | None = None
        """The last number of lines wished for, with its key."""
        self._table = NO_TABLE
        self._table_top = 0
        """The first line of the table."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        return self._lay(controller, cells, height).lines

    def asked(self, controller: Controller, cells: int) -> Asking:
        """Return everything that the lines show, for a pane `cells` wide."""
        return asking(controller)

    def fits(self, controller: Controller, cells: int, height: int) -> bool:
        """Return whether the whole question fits a pane of this size without a table."""
        return self._below_outcome(controller, self.asked(controller, cells), cells, height)[1].fits

    def _lay(self, controller: Controller, cells: int, height: int) -> Asked:
        """Lay out the question, again only where it, the fight or the room has changed."""
        listed = controller.listing() is not None
        laid = self.asked(controller, cells), cells, height, controller.seen, controller.highlighted if listed else -1
        if self.drawn is None or laid != self._laid_out:
            self._table = NO_TABLE
            if listed:
                self.outcome, self.drawn = self._with_table(controller, laid[0], cells, height)
            else:
                self.outcome, self.drawn = self._below_outcome(controller, laid[0], cells, height)
            self._laid_out = laid
        return self.drawn

    def wished(self, controller: Controller, cells: int, most: int) -> int:
        """Return the lines, at most `most`, of the question without a table and the outcome above it."""
        asking = self.asked(controller, cells)
        if self._wished is None or self._wished[0] != (asking, cells, most, controller.seen):
            filled = self._below_outcome(controller, asking, cells, most)[1].filled
            self._wished = ((asking, cells, most, controller.seen), filled)
        return self._wished[1]

    def _with_table(self, controller: Controller, asking: Asking, cells: int, height: int) -> tuple[Line, Asked]:
        """Return the outcome's first line, and the question with the table of its choices, scrolled to the marked one.

        The hint has the lines that the table leaves over, unless that is a page of many, and the outcome's other lines
        those that are free then.
        """
        session, marked = controller.session, controller.highlighted
        rows = list_rows(controller.prompt.choices, session.encounter, session.rules.unit)
        # With the hint, if all rows fit. Else without it. If they do not fit then either, the table is a page: with it.
        for shown in (asking, replace(asking, hint=""), asking):
            asked = lay_asking(shown, cells, height)
            below = sum(bool(line) for line in asked.lines[asked.asks :])
            self._table, self._table_top = (
                lay_table(rows, cells, marked, max(1, height - asked.asks - below)),
                asked.asks,
            )
            if self.listed == len(rows):
                break
        room, asks = height - len(self._table.lines), self._table_top
        asked = lay_asking(asking, cells, max(1, room), asks)
        spare = 0 if asked.above else room - asked.filled
        for most in range(1 + max(0, spare), 1, -1):
            first, *others = self._outcome(controller, most, cells)
            lower = lay_asking(asking, cells, max(1, room - len(others)), asks)
            if others and lower.filled >= asked.filled and not lower.above:
                self._table_top += len(others)
                return first, lower.with_table(self._table.lines).under(others)
        return self._outcome(controller, 1, cells)[0], asked.with_table(self._table.lines)

    def _below_outcome(self, controller: Controller, asking: Asking, cells: int, height: int) -> tuple[Line, Asked]:
        """Return the outcome's first line, and the question below its other lines, if there is one."""
        asked = lay_asking(asking, cells, height)
        spare = 0 if asked.above else height - asked.filled
        first: Line = ()
        for most in range(1 + max(0, spare), 0, -1):
            first, *others = self._outcome(controller, most, cells)
            below = lay_asking(asking, cells, height - len(others)) if others else asked
            if below.filled >= asked.filled and not below.above:
                return first, below.under(others) if others else asked
        return first, asked

    def _outcome(self, controller: Controller, most: int, cells: int) -> tuple[Line, ...]:
        """Return the last outcome in at most `most` lines, cached for each state of the fight."""
        session = controller.session
        laid = self._outcomes.get(dict, session.encounter, session.journal, controller.seen)
        if (most, cells) not in laid:
            laid[most, cells] = lay_outcome(
                most, session.encounter, session.journal, cells, session.rules.unit, session.rules
            )
        return laid[most, cells]

    @property
    def listed(self) -> int:
        """The number of choices in the table drawn here. 0 without one."""
        return len({*self._table.left, *self._table.right} - {-1})

    def marked(self, controller: Controller) -> Cell | None:
        """Return the caret, else the marked choice, else the beginning of the question."""
        choice = controller.highlighted
        if self.drawn is None or self.drawn.caret >= 0 or choice < 0:
            return (max(0, self.drawn.caret), self.drawn.top) if self.drawn is not None else (0, 0)
        if choice in self._table.right:
            return (self.cells // 2, self._table_top + self._table.right.index(choice))
        if choice in self._table.left:
            return (0, self._table_top + self._table.left.index(choice))
        return (0, self.drawn.top)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        x, y = int(event.x), int(event.y)
        place = self._choice_at(x, y)
        if place >= 0:
            self.post_message(ChoicePicked(place))
        elif self.drawn is not None and (choice := self.drawn.at(x, y)) is not None:
            self.post_message(AnswerPicked(choice))

    def _choice_at(self, x: int, y: int) -> int:
        """Return the position of the table's choice under a cell. −1: none."""
        table, row = self._table, y - self._table_top
        column = table.right if table.right and x >= self.cells // 2 else table.left
        return column[row] if 0 <= row < len(column) else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the choice of the table under the mouse, once it is another one."""
        self._hover(self._choice_at(int(event.x), int(event.y)))

    def on_leave(self, event: events.Leave) -> None:
        self._hover(-1)

    def _hover(self, place: int) -> None:
        """Report that the mouse is over another choice. −1: none."""
        if self.controller is not None and place != self.controller.shown.view.hovered:
            self.post_message(ChoiceHovered(place))

    def under(self, y: int) -> str:
        """Return the part a line belongs to for the wheel: the list of choices, where one is drawn."""
        return LIST if self._table.lines else super().under(y)

    def on_resize(self, event: events.Resize) -> None:
        if self.size != self._laid_for:
            super().on_resize(event)
            self.post_message(Resized())
