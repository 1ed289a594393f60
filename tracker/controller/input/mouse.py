"""The mouse: clicks on a fighter or a free event, and the wheel. Each does what a key does."""

from __future__ import annotations

from tracker.controller.choices.take_choice import take
from tracker.controller.controller import Controller
from tracker.controller.menus.menu_path import EventsMenu, FighterMenu
from tracker.controller.modes import Mode
from tracker.controller.typing import amounts
from tracker.controller.typing.fields import Field, Purpose

LIST = "list"
"""The name of the list of choices for the wheel."""


def pick(controller: Controller, who: str, count: int | None = None, marks: bool = False) -> None:
    """Handle a click on a fighter's row, or on its lane under a `count`. `marks`: a click that marks."""
    if who not in controller.shown.session.encounter:
        return
    if controller.walked is not None:
        controller.shown.view.select(who)
    elif marks:
        mark(controller, who)
    else:
        _pick(controller, who, count)


def _pick(controller: Controller, who: str, count: int | None) -> None:
    """Handle a click that does not mark. Where a fighter is asked for, it takes that one, as its key would.

    The end of a bar on the timeline (an action lands at `count`) opens the menu of the action under way. Any other
    click selects.
    """
    now = controller.prompt
    choice = next((choice for choice in (*now.choices, *now.options) if choice.whom == who), None)
    if choice is not None and controller.field is None:
        take(controller, choice)
        return
    controller.view.select(who)
    encounter = controller.session.encounter
    if controller.field is None and who in encounter and count in [action.lands for action in encounter[who].actions]:
        controller.open_menu(FighterMenu((who,), ("under",)))


def mark(controller: Controller, who: str) -> None:
    """Mark a fighter who was clicked, or take the mark off. On the row of a folded group, of all its members."""
    view = controller.view
    # Without marks `meant` gives the fighters of the selected row, else the marked ones.
    marked, view.marks = set(view.marks), ()
    view.select(who)
    whom = set(view.meant(controller.session))
    controller.mark(tuple(marked - whom if whom <= marked else marked | whom))


def wheel(controller: Controller, pane: str, by: int) -> None:
    """Scroll `by` rows down what is under the wheel: a list of choices, a number being given, or a pane."""
    if pane == LIST:
        most = len(controller.prompt.choices) - 1
        controller.view.highlight = max(0, min(most, controller.highlighted + by))
    elif pane == "question" and controller.mode is Mode.AMOUNT:
        controller.dice.turn_to(amounts.stepped(controller.session, controller.dice.text, -by))
    else:
        controller.view.wheel(pane, by, controller.session)


def pick_event(controller: Controller, key: str, count: int) -> None:
    """Open the menu of a free event, or the line of a new one at `count`."""
    if controller.field is not None:
        return
    if key:
        controller.open_menu(EventsMenu(key))
    else:
        text = f"event {controller.session.rules.unit.text(max(count, controller.session.encounter.count))} "
        controller.field = Field(Purpose.COMMAND, ":", text=text, caret=len(text))
