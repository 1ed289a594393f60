"""The footer: the keys that do something now, each fully visible."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from tracker.controller import completion
from tracker.controller.controller import Controller
from tracker.controller.fields import Purpose
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.row import Row
from tracker.text.cells import Line, Span, width
from tracker.tui.messages import KeyClicked
from tracker.tui.widgets.panes import ControllerPane


class Footer(ControllerPane):
    """One line of keys; a click presses one."""

    fades = False

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._rows: tuple[Row, ...] = ()
        """The rows that are drawn: a click means what is seen."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """The keys of the mode."""
        self._rows = offered(controller)
        return (footer_line(self._rows),)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        column = 1
        for row in self._rows:
            taken = width(_words(row))
            if column <= event.x < column + taken:
                self.post_message(KeyClicked(row.id))
                return
            column += taken + 2


def _words(row: Row) -> str:
    """A row as the footer shows it."""
    return f"{shown(row.keys[0])} {row.label}"


def offered(controller: Controller) -> tuple[Row, ...]:
    """The rows of the mode: redo only where something can be brought back, of those for lines what does something."""
    rows, field = controller.keymap.footer(controller.mode), controller.field
    if field is None:
        back = bool(controller.session.journal.undone)
        return tuple(row for row in rows if back or row.id != "redo")
    alive = {"complete": completion.applies(controller.session, field), "older": field.purpose is Purpose.COMMAND}
    return tuple(row for row in rows if alive.get(row.id, True))


def footer_line(rows: Sequence[Row]) -> Line:
    """Keys on one line."""
    spans: list[Span] = [Span(" ")]
    for place, row in enumerate(rows):
        if place:
            spans.append(Span("  "))
        spans += [Span(shown(row.keys[0]), "key"), Span(f" {row.label}", "dim")]
    return tuple(spans)
