"""The footer: the keys that do something now, each fully visible."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.row import Row
from tracker.controller.typing import completion
from tracker.controller.typing.fields import Purpose
from tracker.text.cells import Line, Span, cut, width
from tracker.tui.messages import KeyClicked
from tracker.tui.widgets.panes import ControllerPane

_GAP = 2
"""The blanks between two keys."""
_UNDO = "undo"
"""The row that names the step it would undo."""
_LEAST_QUOTED = 10
"""The least cells for that name."""


class Footer(ControllerPane):
    """One line of keys. A click presses one."""

    fades = False

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._rows: tuple[Row, ...] = ()
        """The rows on the screen, by which a click is resolved."""
        self._takes_back = ""
        """The effect of undo, shown beside it."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the keys of the present mode on one line. Behind undo what it takes back, where there is room."""
        self._rows = offered(controller)
        room = cells - 1 - sum(width(_words(row)) + _GAP for row in self._rows)
        self._takes_back = _quoted(controller.runner.takes_back(), room) if room >= _LEAST_QUOTED else ""
        return (footer_line(self._rows, self._takes_back),)

    def on_click(self, event: events.Click) -> None:
        """Press the key whose words are clicked."""
        event.stop()
        column = 1
        for row in self._rows:
            taken = width(_words(row)) + (width(self._takes_back) if row.id == _UNDO else 0)
            if column <= event.x < column + taken:
                self.post_message(KeyClicked(row.id))
                return
            column += taken + _GAP


def _words(row: Row) -> str:
    return f"{shown(row.keys[0])} {row.label}"


def offered(controller: Controller) -> tuple[Row, ...]:
    """Return the rows of the mode whose keys do something now.

    Redo is among them if a step is undone, completing and older lines if they apply to the line that is typed.
    """
    rows, field = controller.keymap.footer(controller.mode), controller.field
    if field is None:
        back = bool(controller.session.journal.undone)
        return tuple(row for row in rows if back or row.id != "redo")
    alive = {"complete": completion.applies(controller.session, field), "older": field.purpose is Purpose.COMMAND}
    return tuple(row for row in rows if alive.get(row.id, True))


def _quoted(deed: str, cells: int) -> str:
    """Return the name of the step to undo, quoted and cut to its cells. Empty without one."""
    return f' "{cut(deed, cells - 3)}"' if deed else ""


def footer_line(rows: Sequence[Row], takes_back: str = "") -> Line:
    """Return the keys of the rows on one line. Behind undo are the words on what it `takes_back`."""
    spans: list[Span] = [Span(" ")]
    for place, row in enumerate(rows):
        if place:
            spans.append(Span(" " * _GAP))
        spans += [Span(shown(row.keys[0]), "key"), Span(f" {row.label}", "dim")]
        if row.id == _UNDO and takes_back:
            spans.append(Span(takes_back, "dim"))
    return tuple(spans)
