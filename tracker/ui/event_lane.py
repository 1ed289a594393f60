"""The lane of free events under the mouse: a click opens an event or the line of a new one, dragging moves one."""

from __future__ import annotations

from tracker.encounter.free_events import pending
from tracker.ui.fields import Field, Purpose
from tracker.ui.menus.free_events import EVENTS
from tracker.ui.surface import Surface


def pick(desk: Surface, key: str, count: int) -> None:
    """Open the menu of a free event, or the line of a new one at `count`."""
    if desk.field is not None:
        return
    if key:
        desk.path, desk.marked = (*EVENTS, key), -1
    else:
        text = f"event {desk.session.rules.unit.text(max(count, desk.session.encounter.count))} "
        desk.field = Field(Purpose.COMMAND, ":", text=text, caret=len(text))


def drag(desk: Surface, key: str, to: int) -> None:
    """Put a free event at another count."""
    keys = [free.key for free in pending(desk.session.encounter)]
    if key in keys and desk.field is None:
        desk.say(f"event move {keys.index(key) + 1} {desk.session.rules.unit.text(to)}")
