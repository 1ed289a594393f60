"""The command line: what is typed is sent, completed, and fetched again."""

from __future__ import annotations

from tracker.controller import completion, search
from tracker.controller.fields import Field, Purpose
from tracker.controller.handlers.history import walk_back
from tracker.controller.handlers.pages import library, reckon
from tracker.controller.menus.targets import Whom
from tracker.controller.notice import Notice
from tracker.controller.screen_requests import Wish, page_of
from tracker.controller.surface import Surface
from tracker.encounter.language.parser import parse
from tracker.model import commands as cmd
from tracker.model.refusals import Refused


def command(desk: Surface) -> None:
    """Open the command line."""
    desk.field = Field(Purpose.COMMAND, ":")


def sieve(desk: Surface) -> None:
    """Open the field that filters the log, or that searches the list of choices that stands open."""
    if desk.listing() is not None:
        search.in_list(desk)
        return
    desk.looking.log_pane(desk.session)
    desk.field = Field(Purpose.FILTER, "Log lines with:")


def send(desk: Surface) -> Wish | None:
    """Take the line that is typed, in whatever field it is."""
    field = desk.field
    assert field is not None
    line = field.line()
    if field.purpose in search.SEARCHES and field.text.strip():
        return search.take(desk)
    if field.purpose in (Purpose.FILTER, *search.SEARCHES) or not field.text.strip():
        desk.field = None
        return None
    if field.purpose is Purpose.OWN and not _ends(desk, line):
        desk.field, desk.path = None, Whom(desk.session.encounter, field.ids).path("is", field.text.strip())
        return None
    if field.purpose is Purpose.COMMAND:
        desk.history.add(line)
        if line.casefold() in completion.SCREEN_LINES:
            desk.field = None
            return _screen_line(desk, line.casefold())
    dice = desk.dice.text, desk.dice.secret
    if not desk.say(line, field.ids):
        return None
    desk.field, desk.path = None, field.then or desk.path
    if field.purpose in (Purpose.NEWCOMER, Purpose.CREATURES):
        desk.dice.replace(dice[0])
        desk.dice.secret = dice[1]
    return page_of(desk.explained, desk.account)


def _ends(desk: Surface, line: str) -> bool:
    """Whether a condition in one's own words says when it ends, or cannot be begun; else that is asked next."""
    session = desk.session
    try:
        command = parse(session.encounter, session.rules, line)
    except Refused:
        return True
    first = command.commands[0] if isinstance(command, cmd.Together) else command
    return not isinstance(first, cmd.FixCondition) or first.until is not None or bool(first.acts)


def _screen_line(desk: Surface, line: str) -> Wish | None:
    """Carry out a line that is the screen's own."""
    match line:
        case "settings":
            return Wish.SETTINGS
        case "walk":
            walk_back(desk)
            return None
        case "fold":
            desk.looking.groups(desk.session)
            return None
        case "reckon":
            return reckon(desk)
        case "library" | "party":
            return library(desk)
        case "quit" | "q":
            return Wish.QUIT
        case _:
            return Wish.HELP


def complete(desk: Surface) -> None:
    """Complete the command line."""
    field, session = desk.field, desk.session
    if field is None or field.purpose is not Purpose.COMMAND:
        desk.notice = Notice("Only command lines are completed.", True)
        return
    text = completion.completed(session.encounter, session.rules, field.text)
    if text == field.text:
        some = completion.applies(session, field)
        why = "More than one word would do; type more of it." if some else "No word that could stand here begins so."
        desk.notice = Notice(why, True)
    field.replace(text)


def older(desk: Surface) -> None:
    """Fetch the line typed before."""
    _recall(desk, -1)


def newer(desk: Surface) -> None:
    """Fetch the line typed after."""
    _recall(desk, 1)


def _recall(desk: Surface, by: int) -> None:
    if desk.field is not None and desk.field.purpose in search.SEARCHES:
        search.turn(desk, by)
    elif desk.field is not None and desk.field.purpose in (Purpose.NEWCOMER, Purpose.CREATURES):
        desk.field.side = completion.another_side(desk.session, desk.field, by)
    elif not desk.history.lines:
        desk.notice = Notice("No line has been typed before.", True)
    elif desk.field is not None and desk.field.purpose is Purpose.COMMAND:
        desk.field.replace(desk.history.recalled(by))
