"""Panes: the keys that move through the panes and the log, and zoom. They change nothing in the fight."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.typing import amounts
from tracker.controller.view_state import PAGE, Pane
from tracker.views.timeline.axis import scale_words
from tracker.views.timeline.scales import SCALES


def show(controller: Controller, pane: Pane) -> None:
    """Give the arrows to a pane."""
    controller.view.show(pane)


def turn(controller: Controller, by: int) -> None:
    """Give the arrows to the pane `by` places on. The last one is followed by the first."""
    controller.view.turn(by)


def zoom(controller: Controller, by: int) -> None:
    """Zoom the timeline out by `by` scales, or in for a negative number."""
    controller.view.zoom(by)
    words = scale_words(SCALES[controller.view.shown_scale], controller.session.rules.unit)
    controller.notice = Notice(f"The timeline has {words}.")


def move(controller: Controller, by: int) -> None:
    """Move down by `by`, up where it is negative: the number typed, else the mark among choices, else the pane."""
    if controller.mode is Mode.AMOUNT:
        controller.dice.turn_to(amounts.stepped(controller.session, controller.dice.text, -by))
    elif _marks(controller):
        _mark(controller, controller.highlighted + by)
    else:
        controller.view.move(by, controller.session)


def page(controller: Controller, by: int) -> None:
    """Turn `by` pages down: in the list of choices where one is shown, else in the pane."""
    if controller.listing() is None:
        controller.view.move(by * PAGE, controller.session)
    else:
        _mark(controller, max(0, controller.highlighted) + by * (controller.view.list_page or PAGE))


def end(controller: Controller) -> None:
    """Mark the last choice of the list that is shown. Without a list go to the newest line of the log."""
    if controller.listing() is None:
        controller.view.point(-1)
    else:
        _mark(controller, len(controller.prompt.choices) - 1)


def groups(controller: Controller) -> None:
    """Unfold the group of the selected fighter, else all groups. Or fold it again."""
    controller.view.groups(controller.session)


def _mark(controller: Controller, place: int) -> None:
    """Mark the choice at a position, or the nearest one."""
    controller.view.highlight = max(0, min(len(controller.prompt.choices) - 1, place))


def _marks(controller: Controller) -> bool:
    """Return whether the arrows mark a choice: in an open list, and for an answer while no fighter is selected."""
    view = controller.view
    if not controller.prompt.choices:
        return controller.mode is Mode.MENU
    answering = controller.mode is Mode.CHOOSE and view.pane is Pane.FIGHTERS and not view.selected
    return controller.mode is Mode.MENU or view.list_shown or answering
