"""The mouse: clicks on a fighter, dragged bars and the wheel; each does what a key does."""

from __future__ import annotations

from tracker.controller import amounts
from tracker.controller.controller import Controller
from tracker.controller.menu_path import FighterMenu
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.take_choice import take
from tracker.controller.time_travel import EARLIER
from tracker.model.state import DECLARE, LAND
from tracker.session.dry_run import why_refused

LIST = "list"
"""What the wheel is over when it is over a list of choices."""


def pick(controller: Controller, who: str, at: int | None = None, marks: bool = False) -> None:
    """A click on a fighter's row, or on its lane under count `at`; `marks`: a click that marks."""
    controller.view.uncovered = False
    if who not in controller.shown.session.encounter:
        return
    if controller.walked is not None:
        controller.shown.view.select(who)
    elif marks:
        mark(controller, who)
    else:
        _pick(controller, who, at)


def _pick(controller: Controller, who: str, at: int | None) -> None:
    """A click that does not mark.

    Where a fighter is asked for, that one is taken, as its key would take it; the end of a bar opens what can be done
    with what is under way; else it is selected.
    """
    now = controller.prompt
    choice = next((choice for choice in (*now.choices, *now.options) if choice.whom == who), None)
    if choice is not None and controller.field is None:
        take(controller, choice)
        return
    controller.view.select(who)
    encounter = controller.session.encounter
    if controller.field is None and who in encounter and at in [action.lands for action in encounter[who].actions]:
        controller.open_menu(FighterMenu((who,), ("under",)))


def mark(controller: Controller, who: str) -> None:
    """Mark a fighter who was clicked, or no longer; on the row of a folded group, all of it."""
    view = controller.view
    marked, view.marks = set(view.marks), ()
    view.select(who)
    whom = set(view.meant(controller.session))
    controller.mark(tuple(marked - whom if whom <= marked else marked | whom))


def moved(controller: Controller, who: str, by: int) -> tuple[str, str]:
    """The line that moves what a fighter has pending by `by` counts, and what it says; ("", why) when nothing is."""
    encounter, unit = controller.session.encounter, controller.session.rules.unit
    pending = next((due for due in encounter.agenda.of(who) if due.what in (DECLARE, LAND)), None)
    if pending is None:
        return "", f"{controller.runner.name(who)} has no pending entry to move."
    to = pending.count + by
    does = "lands" if pending.what == LAND else "may declare"
    words = f"{controller.runner.name(who)} {does} at {unit.text(to)} instead of {unit.text(pending.count)}"
    return f"fix {who} count {unit.text(to)}", words


def dragging(controller: Controller, who: str, by: int) -> None:
    """Say what letting go now would do, or why it would be refused."""
    line, words = moved(controller, who, by)
    why = words if not line else why_refused(controller.session, line) if by else ""
    controller.notice = Notice(why, True) if why else Notice(f"{words}: release to move it." if by else "")


def drag(controller: Controller, who: str, by: int) -> None:
    """Move what a fighter has pending by `by` counts."""
    if controller.walked is not None:
        words = f"Moving it changes the fight. {controller.keymap.worded(EARLIER)}"
        controller.shown.notice = Notice(words, True)
        return
    line, words = moved(controller, who, by)
    if line:
        controller.say(line)
    else:
        controller.notice = Notice(words, True)


def wheel(controller: Controller, pane: str, by: int) -> None:
    """Scroll what is under the wheel: a list of choices, a number being given, or a pane."""
    if pane == LIST:
        most = len(controller.prompt.choices) - 1
        controller.view.highlight = max(0, min(most, controller.highlighted + by))
    elif pane == "question" and controller.mode is Mode.AMOUNT:
        controller.dice.turn_to(amounts.stepped(controller.session, controller.dice.text, -by))
    else:
        controller.view.wheel(pane, by, controller.session)
