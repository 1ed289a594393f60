"""The command line: what is typed is sent, completed, and fetched again."""

from __future__ import annotations

from tracker.controller.choices import search
from tracker.controller.controller import Controller
from tracker.controller.handlers.history import walk_back
from tracker.controller.handlers.pages import library, reckon
from tracker.controller.menus.menu_path import FighterMenu
from tracker.controller.notice import Notice
from tracker.controller.screen_requests import AppAction, OpenPage, ScreenRequest
from tracker.controller.typing import completion
from tracker.controller.typing.fields import Field, Purpose
from tracker.controller.view_state import Pane
from tracker.encounter.language.parser import parse
from tracker.model import commands as cmd
from tracker.model.refusals import Refused


def carry_out(controller: Controller, line: str) -> None:
    """Carry out a line, as if it had been typed."""
    controller.say(line)


def command(controller: Controller) -> None:
    """Open the command line."""
    controller.field = Field(Purpose.COMMAND, ":")


def sieve(controller: Controller) -> None:
    """Open the field that filters the log, or that searches the list of choices that is open."""
    if controller.listing() is not None:
        search.in_list(controller)
        return
    controller.view.show(Pane.LOG)
    controller.field = Field(Purpose.FILTER, "Log lines with:")


def send(controller: Controller) -> ScreenRequest | None:
    """Take the line that is typed, in whatever field it is."""
    field = controller.field
    assert field is not None
    line = field.line()
    if field.purpose in search.SEARCHES and field.text.strip():
        return search.take_match(controller)
    if field.purpose in (Purpose.FILTER, *search.SEARCHES) or not field.text.strip():
        controller.field = None
        return None
    if field.purpose is Purpose.OWN and not _has_settled_end(controller, line):
        controller.field, controller.menu = (
            None,
            FighterMenu(field.ids, ("is", field.text.strip())),
        )
        return None
    if field.purpose is Purpose.COMMAND:
        controller.history.add(line)
        if line.casefold() in completion.SCREEN_LINES:
            controller.field = None
            return _screen_line(controller, line.casefold())
    dice_text, secret = controller.dice.text, controller.dice.secret  # read before the line runs: that clears them
    if not controller.say(line, field.ids):
        return None
    controller.field, controller.menu = None, field.stays or controller.menu
    if field.purpose in (Purpose.NEWCOMER, Purpose.CREATURES):
        # A fighter who joins answers no question: the dice typed so far stay.
        controller.dice.replace(dice_text)
        controller.dice.secret = secret
    return controller.view.page.request


def _has_settled_end(controller: Controller, line: str) -> bool:
    """Return whether the line of a condition in the GM's own words needs no question about its end.

    True where the line states the end, and where it is refused, which running it shows.
    """
    session = controller.session
    try:
        command = parse(session.encounter, session.rules, line)
    except Refused:
        return True
    first = command.commands[0] if isinstance(command, cmd.Together) else command
    return not isinstance(first, cmd.FixCondition) or first.until is not None or bool(first.acts)


def _screen_line(controller: Controller, line: str) -> ScreenRequest | None:
    """Do a line that concerns the screen and not the fight. Return the page or action it opens. None without one."""
    match line:
        case "settings":
            return AppAction.SETTINGS
        case "walk":
            walk_back(controller)
            return None
        case "fold":
            controller.view.groups(controller.session)
            return None
        case "reckon":
            return reckon(controller)
        case "library" | "party":
            return library(controller)
        case "quit" | "q":
            return AppAction.LEAVE
        case _:
            return OpenPage("help_page")


def complete(controller: Controller) -> None:
    """Complete the command line."""
    field, session = controller.field, controller.session
    if field is None or field.purpose is not Purpose.COMMAND:
        controller.notice = Notice("Tab completes command lines only.", refused=True)
        return
    text = completion.completed(session.encounter, session.rules, field.text)
    if text == field.text:
        possible = completion.applies(session, field)
        why = "Several words begin so; type more letters." if possible else "No possible word begins so."
        controller.notice = Notice(why, refused=True)
    field.replace(text)


def recall(controller: Controller, by: int) -> None:
    """Turn `by` places on to another match, side or line typed before, as the open field has it."""
    if controller.field is not None and controller.field.purpose in search.SEARCHES:
        search.turn(controller, by)
    elif controller.field is not None and controller.field.purpose in (Purpose.NEWCOMER, Purpose.CREATURES):
        controller.field.side = completion.another_side(controller.session, controller.field, by)
    elif controller.field is not None and controller.field.purpose is Purpose.OWN:
        if text := controller.own_conditions.recalled(by):
            controller.field.replace(text)
        else:
            controller.notice = Notice("No condition in your own words has been kept yet.", refused=True)
    elif not controller.history.lines:
        controller.notice = Notice("There is no earlier line.", refused=True)
    elif controller.field is not None and controller.field.purpose is Purpose.COMMAND:
        controller.field.replace(controller.history.recalled(by))
