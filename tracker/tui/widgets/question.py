"""The question line: what must be decided now, the likely answer first, and why something cannot be done."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.question_view import asking
from tracker.text.cells import Line
from tracker.tui.messages import AnswerPicked, Resized
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.choices.question import Asked, Asking, lay_asking
from tracker.views.outcome import lay_outcome_in


class QuestionPane(ControllerPane):
    """Its choices can be clicked; those that do not fit stand in a list elsewhere."""

    fades = False

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: Asked | None = None
        self.outcome: Line = ()
        """The first line of the last outcome, which stands above this pane; the others have its empty lines."""
        self._laid: tuple[Asking, int, int, tuple[int, int]] | None = None
        """What was drawn last, in which cells and lines, and after which step."""

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
        """What is asked, laid out anew only where it, the fight or the room has changed."""
        laid = self.asked(controller, cells), cells, height, controller.seen
        if self.drawn is None or laid != self._laid:
            self._laid, self.drawn = laid, self._below_outcome(controller, laid[0], cells, height)
        return self.drawn

    def _below_outcome(self, controller: Controller, asking: Asking, cells: int, height: int) -> Asked:
        """What is asked, below the lines of the last outcome that find no room above it; nothing asked gives way."""
        asked, session = lay_asking(asking, cells, height), controller.session
        spare = 0 if asked.above else height - asked.filled
        for most in range(1 + max(0, spare), 0, -1):
            self.outcome, *others = lay_outcome_in(
                most, session.encounter, session.journal, cells, session.rules.unit, session.rules
            )
            below = lay_asking(asking, cells, height - len(others)) if others else asked
            if below.filled >= asked.filled and not below.above:
                return below.under(others) if others else asked
        return asked

    def marked(self, controller: Controller) -> Cell | None:
        """The caret, else where the question begins."""
        return (max(0, self.drawn.caret), self.drawn.top) if self.drawn is not None else (0, 0)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        choice = self.drawn.at(int(event.x), int(event.y)) if self.drawn is not None else None
        if choice is not None:
            self.post_message(AnswerPicked(choice))

    def on_resize(self, event: events.Resize) -> None:
        if self.size != self._laid_for:
            super().on_resize(event)
            self.post_message(Resized())
