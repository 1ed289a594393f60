"""Panes of the controller: each lays its own lines from the controller, again whenever its size changes."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.geometry import Size

from tracker.controller.controller import Controller
from tracker.controller.mouse import LIST
from tracker.controller.prompt import Prompt
from tracker.game_api.values import Choice
from tracker.text.cells import Line, rule
from tracker.tui.line_writer import LineWriter
from tracker.tui.messages import ChoiceHovered, ChoicePicked, Resized, Wheeled
from tracker.tui.widgets.lines import LinesPane
from tracker.tui.widgets.sheet_page import lay_card
from tracker.views.choices.choice_list import lay_columns, lay_menu
from tracker.views.choices.choice_table import list_rows

Cell = tuple[int, int]
"""A column and a line of a pane."""
_RIGHT_BUTTON = 3
_LEAST_BELOW = 3
"""Lines a short list must leave over for what the pane shows otherwise to stay in sight."""


class ControllerPane(LinesPane):
    """A pane that shows some of what the controller knows."""

    fades = True
    """Whether it is drawn faded while an earlier moment is looked at."""

    def __init__(self, id: str, *, edge: bool = False, hosts: bool = False) -> None:
        super().__init__(id, edge=edge)
        self.controller: Controller | None = None
        self._laid_for = Size()
        """The size that what is shown was laid for."""
        self.titled = True
        self.hosts = hosts
        """Whether a list of choices takes the place of what it usually shows."""
        self.awaited = Size()
        """The room it is about to have, so that what is drawn in it is drawn once; none: that which it has."""
        self._choices: tuple[int, ...] = ()
        self._right: tuple[int, ...] = ()
        """The choices at the right, where a list stands in two columns."""
        self._below = 0
        """The line from which on, under a list of choices, stands what the pane usually shows."""

    def show(self, controller: Controller, writer: LineWriter | None = None) -> None:
        """Draw the controller as it is now: with `writer`, else soon by Textual."""
        self.controller = controller
        if self.faded != (controller.moment is not None and self.fades):
            self.faded = not self.faded
            self.refresh()
        self._laid_for = self.awaited or self.region.size
        if self._laid_for:
            choices = self._list(controller)
            self.put(choices or self.lay(controller, self.cells, self._laid_for.height), writer)

    @property
    def cells(self) -> int:
        """Cells that what is shown was laid for."""
        return max(1, self._laid_for.width - self.edge)

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """The lines for this size."""
        raise NotImplementedError

    def wished(self, controller: Controller) -> int:
        """Lines that what the pane usually shows needs under a list, for which that stands in two columns if it can."""
        return 0

    def kept(self, controller: Controller, cells: int) -> tuple[Line, ...]:
        """What stays under a list of choices however little room there is."""
        return ()

    def on_resize(self, event: events.Resize) -> None:
        self.awaited = Size()
        if self.controller is not None and self.size != self._laid_for:
            listed = self.listed
            self.show(self.controller)
            if self.listed != listed:
                self.post_message(
                    Resized()
                )  # the question says by which keys a list longer than its pane is gone through

    def _list(self, controller: Controller) -> tuple[Line, ...]:
        self._choices, self._right, self._below = (), (), 0
        now = controller.listing() if self.hosts else None
        if now is None:
            return ()
        if self.titled:
            return self._beside(now, controller)
        kept = self.kept(controller, self.cells) if now.who else ()
        return self._covering(now.choices, controller, kept)

    def under_list(self, controller: Controller, height: int) -> tuple[Line, ...]:
        """Below a list: the sheet of the fighter the marked choice stands for, else of the one asked."""
        encounter, who = controller.session.encounter, controller.aimed_at or controller.prompt.who
        if who not in encounter or height < _LEAST_BELOW:
            return ()
        return (rule(encounter[who].name, self.cells), *lay_card(controller, who, self.cells, True)[: height - 1])

    def _beside(self, now: Prompt, controller: Controller) -> tuple[Line, ...]:
        """The list under a heading of its own, scrolled to what is marked."""
        height, marked = self._laid_for.height - 1, controller.highlighted
        table = list_rows(now.choices, controller.session.encounter, controller.session.rules.unit)
        lines, rows = lay_menu(table, self.cells, marked, whole=True)
        if len(lines) > height:
            lines, rows = lay_menu(table, self.cells, marked)
        at = rows.index(marked) if marked in rows else 0
        top = max(0, min(at - height // 2, len(lines) - height))
        more = f"{top + 1}–{min(top + height, len(lines))} of {len(lines)}" if len(lines) > height else ""
        self._choices, self._below = (-1, *rows[top : top + height]), 1 + height
        shown = (rule("Choices", self.cells, more, lit=True), *lines[top : top + height])
        return (*shown, *self.under_list(controller, height + 1 - len(shown)))

    def _covering(self, choices: Sequence[Choice], controller: Controller, kept: tuple[Line, ...]) -> tuple[Line, ...]:
        """The list over what the pane usually shows, of which below it stands what there is room for, or `kept`."""
        full, marked = self._laid_for.height, controller.highlighted
        room = max(1, full - len(kept))
        rows = list_rows(choices, controller.session.encounter, controller.session.rules.unit)
        lines, self._choices = lay_menu(rows, self.cells, marked) if len(rows) <= room else ((), ())
        if len(lines) == room + 1:
            lines, self._choices = lay_menu(rows, self.cells, marked, headed=False)
        fits, targets = 0 < len(lines) <= room, any(row.tabled for row in rows)
        if not fits or (not targets and full - len(lines) <= self.wished(controller)):
            columns = lay_columns(rows, self.cells, marked, len(lines) - 1 if fits else room)
            if not fits or (columns.whole and full - len(columns.lines) > self.wished(controller)):
                lines, self._choices, self._right = columns.lines, columns.left, columns.right
        rest, self._below = full - len(lines), full
        if rest > _LEAST_BELOW:
            kept = (rule("", self.cells), *self.lay(controller, self.cells, rest - 1)[: rest - 1])
            self._below = len(lines) + 1
        return (*lines, *kept)

    @property
    def listed(self) -> int:
        """How many choices stand in the list that is drawn here; 0: there is none."""
        return len({*self._choices, *self._right} - {-1})

    def marked(self, controller: Controller) -> Cell | None:
        """Where the terminal's cursor belongs in this pane: on what is marked or selected in it."""
        if controller.highlighted < 0:
            return None
        if controller.highlighted in self._right:
            return (int(self.edge) + self.cells // 2, self._right.index(controller.highlighted))
        if controller.highlighted in self._choices:
            return (int(self.edge), self._choices.index(controller.highlighted))
        return None

    def picked(self, y: int, marks: bool = False) -> None:
        """A line was clicked; `marks`: with ctrl or the right button, which marks a fighter and walks to a line."""

    def on_click(self, event: events.Click) -> None:
        event.stop()
        y = int(event.y)
        marks = event.ctrl or event.button == _RIGHT_BUTTON
        if y >= len(self._choices):
            if not self._choices or y >= self._below:
                self.picked(y - self._below, marks)
            return
        place = self._choice_at(int(event.x), y)
        if place >= 0:
            self.post_message(ChoicePicked(place))

    def _choice_at(self, x: int, y: int) -> int:
        """The choice of the list under a cell, by its place among the choices; −1: none."""
        column = self._right if self._right and x >= self.cells // 2 else self._choices
        return column[y] if 0 <= y < len(column) else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say which choice of the list the mouse is over, once it is another one."""
        self._hover(self._choice_at(int(event.x), int(event.y)))

    def on_leave(self, event: events.Leave) -> None:
        self._hover(-1)

    def _hover(self, place: int) -> None:
        """Say that the mouse is over another choice; −1: over none."""
        if self.controller is not None and place != self.controller.shown.view.hovered:
            self.post_message(ChoiceHovered(place))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(Wheeled(self._under(int(event.y)), 1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(Wheeled(self._under(int(event.y)), -1))

    def _under(self, y: int) -> str:
        """What a line belongs to for the wheel: the list of choices, or a pane."""
        return LIST if y < len(self._choices) else self.under(y - self._below)

    def under(self, y: int) -> str:
        """The pane whose lines stand in a line of this one."""
        return self.id or ""
