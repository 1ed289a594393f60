"""The footer: the keys that do something now, each fully visible."""

from __future__ import annotations

from textual import events

from tracker.ui.desk import Desk
from tracker.ui.key_names import shown
from tracker.ui.keymap import Keymap, Mode, Row
from tracker.ui.messages import KeyClicked
from tracker.ui.widgets.panes import DeskPane
from tracker.views.cells import Line, Span, width


class Footer(DeskPane):
    """One line of keys; a click presses one."""

    fades = False

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        return (footer_line(desk.keymap, desk.mode),)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if self.desk is None:
            return
        column = 1
        for row in self.desk.keymap.footer(self.desk.mode):
            taken = width(_words(row))
            if column <= event.x < column + taken:
                self.post_message(KeyClicked(row.id))
                return
            column += taken + 2


def _words(row: Row) -> str:
    return f"{shown(row.keys[0])} {row.label}"


def footer_line(keymap: Keymap, mode: Mode) -> Line:
    """The keys of a mode on one line."""
    spans: list[Span] = [Span(" ")]
    for place, row in enumerate(keymap.footer(mode)):
        if place:
            spans.append(Span("  "))
        spans += [Span(shown(row.keys[0]), "key"), Span(f" {row.label}", "dim")]
    return tuple(spans)
