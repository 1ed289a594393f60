"""The footer: the keys that do something now, each fully visible."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from tracker.controller import completion
from tracker.controller.controller import Desk
from tracker.controller.fields import Purpose
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.rows import Act, Row
from tracker.text.cells import Line, Span, width
from tracker.tui.messages import KeyClicked
from tracker.tui.widgets.panes import DeskPane


class Footer(DeskPane):
    """One line of keys; a click presses one."""

    fades = False

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._rows: tuple[Row, ...] = ()
        """The rows that are drawn: a click means what is seen."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        self._rows = offered(desk)
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
    return f"{shown(row.keys[0])} {row.label}"


def offered(desk: Desk) -> tuple[Row, ...]:
    """The rows of the mode: redo only where something can be brought back, of those for lines what does something."""
    rows, field = desk.keymap.footer(desk.mode), desk.field
    if field is None:
        back = bool(desk.session.journal.undone)
        return tuple(row for row in rows if back or row.handler is not Act.REDO)
    alive = {"complete": completion.applies(desk.session, field), "older": field.purpose is Purpose.COMMAND}
    return tuple(row for row in rows if alive.get(row.id, True))


def footer_line(rows: Sequence[Row]) -> Line:
    """Keys on one line."""
    spans: list[Span] = [Span(" ")]
    for place, row in enumerate(rows):
        if place:
            spans.append(Span("  "))
        spans += [Span(shown(row.keys[0]), "key"), Span(f" {row.label}", "dim")]
    return tuple(spans)
