"""The outcome line: what came of the last blow, until the next thing happens."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.text.cells import Line, Span, line_width
from tracker.tui.widgets.panes import ControllerPane
from tracker.tui.widgets.question import QuestionPane


class OutcomePane(ControllerPane):
    """One line, the heading of the question below it, which may need it and more for a notice until the next key."""

    def __init__(self, id: str, question: QuestionPane) -> None:
        super().__init__(id)
        self._question = question

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Lay out the result of an action. Where the question needs the room, lay out its first lines."""
        asked = self._question.drawn
        if asked is not None and asked.above:
            *first, last = asked.above
            line = (*last, Span(" "))
            return (*first, (*line, Span("─" * (cells - line_width(line)), "rule")))
        return (self._question.outcome or (Span("─" * cells, "rule"),),)
