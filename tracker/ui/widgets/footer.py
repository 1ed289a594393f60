"""The footer: the keys that do something now, each fully visible."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from tracker.ui import completion
from tracker.ui.desk import Desk
from tracker.ui.fields import Purpose
from tracker.ui.key_names import shown
from tracker.ui.key_rows import Row
from tracker.ui.messages import KeyClicked
from tracker.ui.widgets.panes import DeskPane
from tracker.views.cells import Line, Span, width


class Footer(DeskPane):
    """One line of keys; a click presses one."""

    fades = False

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        return (footer_line(offered(desk)),)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if self.desk is None:
            return
        column = 1
        for row in offered(self.desk):
            taken = width(_words(row))
            if column <= event.x < column + taken:
                self.post_message(KeyClicked(row.id))
                return
            column += taken + 2


def _words(row: Row) -> str:
    return f"{shown(row.keys[0])} {row.label}"


def offered(desk: Desk) -> tuple[Row, ...]:
    """The rows of the mode, of those for lines only what does something to the line being typed."""
    rows, field = desk.keymap.footer(desk.mode), desk.field
    if field is None:
        return rows
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
