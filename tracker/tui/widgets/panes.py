"""Panes of the controller: each lays its own lines from the controller, again whenever its size changes."""

from __future__ import annotations

from textual import events
from textual.geometry import Size

from tracker.controller.controller import Controller
from tracker.text.cells import Line
from tracker.tui.line_writer import LineWriter
from tracker.tui.messages import Wheeled
from tracker.tui.widgets.lines import LinesPane
from tracker.views.motion import FRAMES, shrinking

Cell = tuple[int, int]
"""A column and a line of a pane."""
_RIGHT_BUTTON = 3


class ControllerPane(LinesPane):
    """A pane that shows some of what the controller knows."""

    fades = True

    def __init__(self, id: str, *, edge: bool = False) -> None:
        super().__init__(id, edge=edge)
        self.controller: Controller | None = None
        self._laid_for = Size()
        """The size that the shown lines were laid for."""
        self.titled = True
        """True if it has a heading."""
        self._laid: tuple[Line, ...] = ()
        """The lines at rest."""
        self.awaited = Size()
        """The size it is about to have, so that it is laid out once. Size(): the present one."""

    def show(self, controller: Controller, writer: LineWriter | None = None, moving: int = 0) -> None:
        """Draw the controller as it is now: with `writer`, else soon by Textual.

        `moving` is the number of frames until lanes and bars stop.
        """
        self.controller = controller
        if self.faded != (controller.moment is not None and self.fades):
            self.faded = not self.faded
            self.refresh()
        self._laid_for = self.awaited or self.region.size
        if self._laid_for:
            self._laid = self.lay(controller, self.cells, self._laid_for.height)
            self.move(moving, writer)

    def move(self, moving: int, writer: LineWriter | None = None) -> None:
        """Draw the lines that were laid last, as they are while `moving` more frames follow. 0: at rest."""
        self.put(self.moved(self._laid, moving) if moving else self._laid, writer)

    def moved(self, lines: tuple[Line, ...], moving: int) -> tuple[Line, ...]:
        """Return lines at rest as they are drawn `moving` frames before that: the lost part of their bars shrinks."""
        return tuple(shrinking(line, moving / FRAMES) for line in lines)

    @property
    def on_its_way(self) -> bool:
        """Return whether the pane is still moving."""
        return self._lines != self._laid

    @property
    def cells(self) -> int:
        """The cells of the last layout."""
        return max(1, self._laid_for.width - self.edge)

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        self.awaited = Size()
        if self.controller is not None and self.size != self._laid_for:
            self.show(self.controller)

    def marked(self, controller: Controller) -> Cell | None:
        """Return the place of the terminal's cursor in this pane: the marked or selected row."""
        return None

    def picked(self, y: int, marks: bool = False) -> None:
        """Handle a click on a line. `marks`: with ctrl or the right button, to mark a fighter or walk to a line."""

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.picked(int(event.y), marks=event.ctrl or event.button == _RIGHT_BUTTON)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(Wheeled(self.under(int(event.y)), 1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(Wheeled(self.under(int(event.y)), -1))

    def under(self, y: int) -> str:
        """Return the part a line belongs to for the wheel: a pane, or the list of choices."""
        return self.id or ""
