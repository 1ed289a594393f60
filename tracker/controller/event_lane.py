"""The lane of free events under the mouse: a click opens an event or the line of a new one, dragging moves one."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.fields import Field, Purpose
from tracker.controller.menu_path import EventsMenu
from tracker.controller.notice import Notice
from tracker.encounter.features.free_events import pending
from tracker.session.dry_run import why_refused


def pick(controller: Controller, key: str, count: int) -> None:
    """Open the menu of a free event, or the line of a new one at `count`."""
    if controller.field is not None:
        return
    if key:
        controller.open_menu(EventsMenu(key))
    else:
        text = f"event {controller.session.rules.unit.text(max(count, controller.session.encounter.count))} "
        controller.field = Field(Purpose.COMMAND, ":", text=text, caret=len(text))


def drag(controller: Controller, key: str, to: int) -> None:
    """Put a free event at another count."""
    line = _moves(controller, key, to)
    if line:
        controller.say(line)


def dragging(controller: Controller, key: str, to: int) -> None:
    """Say what letting go now would do, or why it would be refused."""
    line = _moves(controller, key, to)
    if line:
        why = why_refused(controller.session, line)
        at = controller.session.rules.unit.text(to)
        controller.notice = Notice(why, True) if why else Notice(f"The event comes at {at}: release to move it.")


def _moves(controller: Controller, key: str, to: int) -> str:
    """The line that puts an event at another count; empty when it cannot be said now."""
    keys = [free.key for free in pending(controller.session.encounter)]
    if key not in keys or controller.field is not None:
        return ""
    return f"event move {keys.index(key) + 1} {controller.session.rules.unit.text(to)}"
