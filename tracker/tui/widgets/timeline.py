"""The timeline pane: clicks pick a lane or an event, the wheel scrolls or zooms."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.text.cells import Line
from tracker.tui.line_writer import LineWriter
from tracker.tui.messages import EventPicked, KeyClicked, Picked
from tracker.tui.widgets.fighters import seen_of
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.motion import FRAMES, SLIDE, columns_to_slide, slid
from tracker.views.timeline.lanes_in_sight import lane_top
from tracker.views.timeline.timeline import Timeline, lay_timeline

_EVENTS = "events-always"
"""The row for a click on the name of the lane of events."""


class TimelinePane(ControllerPane):
    """Lanes over the counts."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: Timeline | None = None
        self._top = 0
        self._slides = 0
        """Columns by which the lanes stood further right before the last step."""
        self._clicked: int | None = None
        self.bars = 0
        """The least cells of a bar of each pool. 0: a pool is a cell."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the board from the lane it is scrolled to, else with the lane of the fighter it concerns in sight."""
        session, view = controller.session, controller.view
        scrolled, before = self.follow(controller, height), self.drawn
        self.drawn = lay_timeline(
            view.shown(session), session.rules, cells=cells, height=height, top=scrolled, near=self._top,
            scale=view.shown_scale, seen=seen_of(controller, Pane.TIMELINE), kept=view.kept_on_board, bars=self.bars,
            whole=session.encounter, ghosts=controller.ghosts, lanes=view.lanes(session),
        )  # fmt: skip
        if before is not None and before.names == self.drawn.names:
            # A second draw of the same step finds the lanes where they belong, and they are still on their way.
            self._slides = columns_to_slide(before.axis, self.drawn.axis) or self._slides
        return self.drawn.lines

    def move(self, moving: int, writer: LineWriter | None = None) -> None:
        super().move(moving, writer)
        if not moving:
            self._slides = 0

    def follow(self, controller: Controller, height: int) -> int | None:
        """Keep in mind which lane is the first of these lines. Return it where it was scrolled to."""
        session, view = controller.session, controller.view
        scrolled = view.scrolled.get(Pane.TIMELINE, view.scrolled.get(Pane.FIGHTERS))
        if scrolled is not None:
            self._top = scrolled
        else:
            aimed_at = view.drawn_as(session, controller.aimed_at or view.target(session))
            self._top = lane_top(view.shown(session), aimed_at, self._top, height, view.lanes(session))
        return scrolled

    def moved(self, lines: tuple[Line, ...], moving: int) -> tuple[Line, ...]:
        """Return lines as they are `moving` frames before rest: lanes on the way to their counts, bars that shrink."""
        assert self.drawn is not None
        columns = round(self._slides * max(0, moving - (FRAMES - SLIDE)) / SLIDE)
        shrunk = super().moved(lines, moving)
        return tuple(
            slid(line, self.drawn.names, columns) if place in self.drawn.on_axis else line
            for place, line in enumerate(shrunk)
        )

    def _lane(self, y: int) -> str:
        return self.drawn.lanes[y] if self.drawn is not None and 0 <= y < len(self.drawn.lanes) else ""

    def marked(self, controller: Controller) -> Cell | None:
        """Return the cell of the cursor, on the lane of the selected fighter. None where that is not in sight."""
        who = controller.view.drawn_as(controller.session, controller.view.selected)
        if who and self.drawn is not None and who in self.drawn.lanes:
            return (0, self.drawn.lanes.index(who))
        return None

    def _on_events(self, y: int) -> bool:
        return self.drawn is not None and self.drawn.event_row >= 0 and y == self.drawn.event_row

    def _on_counts(self, y: int) -> bool:
        """Return whether a line is that of the counts. A click there sets an event, whose lane may not be there yet."""
        return self.drawn is not None and y == 0

    def picked(self, y: int, marks: bool = False) -> None:
        """Handle a click on a lane, at the count kept from the click."""
        if who := self._lane(y):
            self.post_message(Picked(who, self._clicked, marks))

    def on_click(self, event: events.Click) -> None:
        """Take a click in the lane of events or on the counts. Of one in another lane keep the count."""
        x, y = int(event.x), int(event.y)
        if self.drawn is None:
            return
        self._clicked = self.drawn.count_at(x)
        if self._on_events(y) and x < self.drawn.names:
            self.post_message(KeyClicked(_EVENTS))
        elif self._on_events(y):
            self.post_message(EventPicked(self.drawn.event_at(x), self._clicked))
        elif self._on_counts(y) and x >= self.drawn.names:
            self.post_message(EventPicked("", self._clicked))
