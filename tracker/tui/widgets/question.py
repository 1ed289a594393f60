"""The question line: what must be decided now, the likely answer first, and why something cannot be done."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.question_view import asking
from tracker.text.cells import Line
from tracker.tui.messages import AnswerPicked, Resized
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.question import Asked, Asking, lay_asking


class QuestionPane(ControllerPane):
    """Its choices can be clicked; those that do not fit stand in a list elsewhere."""

    fades = False

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: Asked | None = None
        self._laid: tuple[Asking, int, int] | None = None
        """What was drawn last, and in which cells and lines."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """What is asked."""
        return self._lay(controller, cells, height).lines

    def asked(self, controller: Controller, cells: int) -> Asking:
        """Everything that the lines say, for a pane `cells` wide."""
        return asking(controller)

    def fits(self, controller: Controller) -> bool:
        """Whether all that is asked stands in this pane, or there is none yet."""
        width, height = self.size
        return not width or self._lay(controller, width, height).fits

    def _lay(self, controller: Controller, cells: int, height: int) -> Asked:
        """What is asked, laid out anew only where it or the room has changed."""
        laid = self.asked(controller, cells), cells, height
        if self.drawn is None or laid != self._laid:
            self._laid, self.drawn = laid, lay_asking(*laid)
        return self.drawn

    def marked(self, controller: Controller) -> Cell | None:
        """The caret, else where the question begins."""
        return (max(0, self.drawn.caret) if self.drawn is not None else 0, 0)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        choice = self.drawn.at(int(event.x), int(event.y)) if self.drawn is not None else None
        if choice is not None:
            self.post_message(AnswerPicked(choice))

    def on_resize(self, event: events.Resize) -> None:
        if self.size != self._laid_for:
            super().on_resize(event)
            self.post_message(Resized())
