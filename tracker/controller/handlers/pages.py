"""Pages: what opens over the fight to be read, and what else only the screen can do."""

from __future__ import annotations

from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.screen_requests import Wish
from tracker.controller.surface import Surface
from tracker.model import commands as cmd
from tracker.model.questions import Ask
from tracker.model.refusals import Refused


def explain(desk: Surface) -> Wish | None:
    """Open the page that explains the number asked about or marked."""
    who = desk.looking.target(desk.session)
    question = desk.session.encounter.question
    if question is not None and question.who:
        who = question.who
    if not who:
        desk.notice = Notice(desk.keymap.worded("Nobody is there yet: {join} lets somebody join."), True)
        return None
    marked = _marked_about(desk)
    if marked:
        try:
            desk.explained = desk.session.explain(desk.front.who, marked)
            desk.page, desk.account = "The sum", None
        except Refused as refused:
            desk.notice = Notice(str(refused), True)
            return None
        return Wish.EXPLAIN
    tries = [(question.what,), ()] if question is not None and question.ask is Ask.CHOOSE else [()]
    for words in tries:
        try:
            desk.explained = desk.session.carry_out(cmd.Why(who, words), "").words
            desk.page, desk.account = "The sum", None
            return Wish.EXPLAIN
        except Refused as refused:
            desk.notice = Notice(str(refused), True)
    return None


def _marked_about(desk: Surface) -> tuple[str, ...]:
    """What explains the choice that is marked in a menu, or would be taken; empty when it has no number."""
    now, at = desk.front, desk.highlighted
    if now.mode is not Mode.MENU or not 0 <= at < len(now.choices):
        return ()
    return now.choices[at].about


def came_to(desk: Surface) -> Wish | None:
    """The page at the end of a fight; what is written back to a party is asked after it."""
    return Wish.CAME_TO if desk.say("summary") else None


def notes(desk: Surface) -> Wish | None:
    """Open the encounter's notes."""
    return Wish.EXPLAIN if desk.say("notes") else None


def reckon(desk: Surface) -> Wish | None:
    """Open the calculators of the game."""
    who = desk.looking.target(desk.session)
    if desk.session.rules.sheets.reckoning(desk.session.encounter, who):
        return Wish.RECKON
    desk.notice = Notice("This game has nothing to reckon.", True)
    return None


def library(desk: Surface) -> Wish | None:
    """Open the library."""
    if desk.session.shelf is None:
        desk.notice = Notice("No library is at hand in this fight.", True)
        return None
    return Wish.LIBRARY


def secrets(desk: Surface) -> None:
    """Leave secret lines out of the log, or show them again."""
    log = desk.log
    log.show_secrets(not log.secrets)
    desk.looking.end(desk.session)
    words = "The log shows the secret lines again, marked §." if log.secrets else "Secret lines are left out now."
    key = desk.keymap.key("secrets")
    desk.notice = Notice(f"{words} {key} {'leaves them out' if log.secrets else 'shows them'}.")


def help(desk: Surface) -> Wish:
    """Open the help."""
    return Wish.HELP


def quit(desk: Surface) -> Wish:
    """Leave the fight, asking first where something is unsaved."""
    return Wish.QUIT


def stop(desk: Surface) -> Wish:
    """Leave the program at once."""
    return Wish.STOP


def settings(desk: Surface) -> Wish:
    """Open the settings."""
    return Wish.SETTINGS


def theme(desk: Surface) -> Wish:
    """Take the next theme."""
    return Wish.THEME
