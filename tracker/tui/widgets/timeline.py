"""The timeline pane: clicks pick a lane, dragging moves what is pending, the wheel scrolls or zooms."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.model.state import FREE_EVENT
from tracker.text.cells import Line, rule
from tracker.tui.messages import Dragged, Dragging, EventDragged, EventDragging, EventPicked, KeyClicked, Picked
from tracker.tui.widgets.panes import Cell, ControllerPane
from tracker.views.axis import SCALES, scale_words
from tracker.views.lanes_in_sight import lane_top
from tracker.views.timeline import Timeline, lay_timeline

_EVENTS = "events-always"
"""The key that a click on the name of the lane of events stands for."""
_LEGEND = "├ declared  ● lands  ◆ may declare  ╌ can be spoiled  = tie"


class TimelinePane(ControllerPane):
    """Lanes over the counts."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.drawn: Timeline | None = None
        self._top = 0
        self._grabbed: tuple[str, int] | None = None
        self._grabbed_event: tuple[str, int] | None = None
        self._clicked: int | None = None
        self._by = 0
        self._moved = False

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """The timeline from the lane it is scrolled to, else with the lane of the fighter it concerns in sight."""
        session, view = controller.session, controller.view
        shown = view.shown(session)
        room = height - self.titled
        scrolled = view.scrolled.get(Pane.TIMELINE)
        if scrolled is not None:
            self._top = scrolled
        else:
            aimed_at = controller.aimed_at or view.target(session)
            self._top = lane_top(shown, view.drawn_as(session, aimed_at), self._top, room, view.lanes(session))
        self.drawn = lay_timeline(
            shown, session.rules, cells=cells, height=room, top=scrolled, near=self._top, scale=view.shown_scale,
            selected=view.drawn_as(session, view.selected), whole=session.encounter,
            ghosts=controller.ghosts, lanes=view.lanes(session), fold_fallen=view.fallen_folded,
        )  # fmt: skip
        if not self.titled:
            return self.drawn.lines
        more = scale_words(SCALES[view.shown_scale], session.rules.unit)
        if cells >= 100:
            more += f" · {_LEGEND}"
        return (rule("Timeline", cells, more, view.pane is Pane.TIMELINE), *self.drawn.lines)

    def _lane(self, y: int) -> str:
        """The fighter of a line; empty where it is no lane."""
        row = y - self.titled
        return self.drawn.lanes[row] if self.drawn is not None and 0 <= row < len(self.drawn.lanes) else ""

    def marked(self, controller: Controller) -> Cell | None:
        """The cursor on the lane of the selected fighter."""
        who = controller.view.drawn_as(controller.session, controller.view.selected)
        if who and self.drawn is not None and who in self.drawn.lanes:
            return (0, self.titled + self.drawn.lanes.index(who))
        return None

    def _on_events(self, y: int) -> bool:
        return self.drawn is not None and self.drawn.event_row >= 0 and y - self.titled == self.drawn.event_row

    def _on_counts(self, y: int) -> bool:
        """Whether a line is that of the counts, where an event is set as well: its lane is there only when one is."""
        return self.drawn is not None and y == self.titled

    def picked(self, y: int, marks: bool = False) -> None:
        """A lane was clicked, at the count kept from the click."""
        if who := self._lane(y):
            self.post_message(Picked(who, self._clicked, marks))

    def on_click(self, event: events.Click) -> None:
        """Keep where it was before the click is taken; the end of a drag is none on the end of a bar."""
        at = self.drawn.count_at(int(event.x)) if self.drawn is not None else None
        self._clicked = None if self._moved else at
        self._moved = False

    def on_mouse_down(self, event: events.MouseDown) -> None:
        who, column = self._lane(int(event.y)), int(event.x)
        if self.drawn is not None and self._on_events(int(event.y)):
            self._grabbed_event = (self.drawn.event_at(column), self.drawn.count_at(column))
        elif self.drawn is not None and self._on_counts(int(event.y)) and column >= self.drawn.names:
            self._grabbed_event = ("", self.drawn.count_at(column))
        if who and self.drawn is not None:
            self._grabbed, self._by, self._moved = (who, self.drawn.count_at(int(event.x))), 0, False
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._grabbed_event is not None and self._grabbed_event[0]:
            self._drag_event(int(event.x))
        if self._grabbed is None or self.drawn is None:
            return
        who, from_ = self._grabbed
        by = self.drawn.count_at(int(event.x)) - from_ if self._lane(int(event.y)) == who else 0
        if by != self._by:
            self._by, self._moved = by, True
            self.post_message(Dragging(who, by))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._grabbed_event is not None:
            self._drop_event(int(event.x), int(event.y))
        grabbed, self._grabbed = self._grabbed, None
        self.release_mouse()
        if grabbed is None or self.drawn is None:
            return
        by = self.drawn.count_at(int(event.x)) - grabbed[1]
        self._moved = self._moved or bool(by)
        if by and self._lane(int(event.y)) == grabbed[0]:
            self.post_message(Dragged(grabbed[0], by))

    def _event_to(self, column: int) -> int | None:
        """The count that the event grabbed would get in a column; None where it would not move."""
        if self._grabbed_event is None or self.drawn is None or self.controller is None:
            return None
        (key, from_), to = self._grabbed_event, self.drawn.count_at(column)
        due = self.controller.session.encounter.agenda.find("", FREE_EVENT, key) if key else None
        return due.count + to - from_ if due is not None and to != from_ else None

    def _drag_event(self, column: int) -> None:
        to = self._event_to(column)
        if to is not None and self._grabbed_event is not None and to != self._by:
            self._by = to
            self.post_message(EventDragging(self._grabbed_event[0], to))

    def _drop_event(self, column: int, y: int) -> None:
        """What was grabbed in the lane of events is let go: moved to another count, or only clicked."""
        to = self._event_to(column)
        grabbed, self._grabbed_event = self._grabbed_event, None
        if grabbed is None or self.drawn is None or not (self._on_events(y) or self._on_counts(y)):
            return
        if column < self.drawn.names:
            self.post_message(KeyClicked(_EVENTS))
        elif to is not None:
            self.post_message(EventDragged(grabbed[0], to))
        else:
            self.post_message(EventPicked(grabbed[0], self.drawn.count_at(column)))
