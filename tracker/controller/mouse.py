"""The mouse: what a click on somebody, a bar being dragged and the wheel do at the desk; each does what a key does."""

from __future__ import annotations

from tracker.controller import amounts
from tracker.controller.menus.targets import Whom
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.surface import Surface
from tracker.model.state import DECLARE, LAND
from tracker.session.dry_run import why_refused

LIST = "list"
"""What the wheel is over when it is over a list of choices."""


def pick(desk: Surface, who: str, at: int | None = None) -> None:
    """A click on somebody's row, or on its lane under count `at`.

    Where somebody is asked for, that one is taken, as its key would take it; the end of a bar opens what can be done
    with what is under way; else it is selected.
    """
    now = desk.front
    choice = next((choice for choice in (*now.choices, *now.options) if choice.whom == who), None)
    if choice is not None and desk.field is None:
        desk.take(choice)
        return
    desk.looking.select(who)
    encounter = desk.session.encounter
    if desk.field is None and who in encounter and at in [action.lands for action in encounter[who].actions]:
        desk.path, desk.marked = Whom(encounter, (who,)).path("under"), -1


def mark(desk: Surface, who: str) -> None:
    """Mark somebody who was clicked, or no longer; on the row of a folded group, all of it."""
    looking = desk.looking
    marked, looking.marks = set(looking.marks), ()
    looking.select(who)
    whom = set(looking.meant(desk.session))
    desk.mark(tuple(marked - whom if whom <= marked else marked | whom))


def moved(desk: Surface, who: str, by: int) -> tuple[str, str]:
    """The line that moves what somebody has pending by so many counts, and what it says; ("", why) when nothing is."""
    encounter, unit = desk.session.encounter, desk.session.rules.unit
    pending = next((due for due in encounter.agenda.of(who) if due.what in (DECLARE, LAND)), None)
    if pending is None:
        return "", f"{desk.name(who)} has nothing pending that could be moved."
    to = pending.count + by
    does = "lands" if pending.what == LAND else "may declare"
    words = f"{desk.name(who)} {does} at {unit.text(to)} instead of {unit.text(pending.count)}"
    return f"fix {who} count {unit.text(to)}", words


def dragging(desk: Surface, who: str, by: int) -> None:
    """Say what letting go now would do, or why it would be refused."""
    line, words = moved(desk, who, by)
    why = words if not line else why_refused(desk.session, line) if by else ""
    desk.notice = Notice(why, True) if why else Notice(f"{words}: let go to move it." if by else "")


def drag(desk: Surface, who: str, by: int) -> None:
    """Move what somebody has pending by so many counts."""
    line, words = moved(desk, who, by)
    if line:
        desk.say(line)
    else:
        desk.notice = Notice(words, True)


def wheel(desk: Surface, pane: str, by: int) -> None:
    """Scroll what is under the wheel: a list of choices, a number being given, or a pane."""
    if pane == LIST:
        most = len(desk.front.choices) - 1
        desk.marked = max(0, min(most, desk.highlighted + by))
    elif pane == "question" and desk.mode is Mode.AMOUNT:
        desk.dice.turn_to(amounts.stepped(desk.session, desk.dice.text, -by))
    else:
        desk.looking.wheel(pane, by, desk.session)
