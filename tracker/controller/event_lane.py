"""The lane of free events under the mouse: a click opens an event or the line of a new one."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.fields import Field, Purpose
from tracker.controller.menu_path import EventsMenu


def pick(controller: Controller, key: str, count: int) -> None:
    """Open the menu of a free event, or the line of a new one at `count`."""
    if controller.field is not None:
        return
    if key:
        controller.open_menu(EventsMenu(key))
    else:
        text = f"event {controller.session.rules.unit.text(max(count, controller.session.encounter.count))} "
        controller.field = Field(Purpose.COMMAND, ":", text=text, caret=len(text))
