"""Pages: what opens over the fight to be read, and what else only the screen can do."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.screen_requests import AppAction, OpenPage, ReadingPage
from tracker.model.queries import Why
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session.queries import answer


def open_page(controller: Controller, page: str) -> OpenPage:
    """Open a page that needs nothing of the fight."""
    return OpenPage(page)


def ask_app(controller: Controller, action: AppAction) -> AppAction:
    """Ask the program for something."""
    return action


def let_in(controller: Controller) -> None:
    """Let in the phone that asks to join first."""
    if not controller.knocks:
        controller.notice = Notice("No phone asks to join.", refused=True)
        return
    knock, *rest = controller.knocks
    controller.knocks = tuple(rest)
    controller.admit(knock.number)
    controller.notice = Notice(f"{knock.name} ({knock.player}) is let in.")


def explain(controller: Controller) -> OpenPage | None:
    """Open the page that explains the number asked about or marked."""
    who = controller.view.target(controller.session)
    question = controller.session.encounter.question
    if question is not None and question.who:
        who = question.who
    if not who:
        controller.notice = Notice(
            controller.keymap.worded("The fight has no fighters yet. {join}: add a fighter"), refused=True
        )
        return None
    marked = _marked_about(controller)
    if marked:
        try:
            lines = answer(Why(controller.prompt.who, marked), controller.session.view).words
            controller.view.page = ReadingPage(lines=lines)
        except Refused as refused:
            controller.notice = Notice(str(refused), refused=True)
            return None
        return OpenPage("explanation")
    tries = [(question.what,), ()] if question is not None and question.ask is Ask.CHOOSE else [()]
    why_not = ""
    for words in tries:
        try:
            lines = answer(Why(who, words), controller.session.view).words
            controller.view.page = ReadingPage(lines=lines)
            return OpenPage("explanation")
        except Refused as refused:
            why_not = str(refused)
    controller.notice = Notice(why_not, refused=True)
    return None


def _marked_about(controller: Controller) -> tuple[str, ...]:
    """Return the topic that explains the marked choice, or the choice of Enter. Empty when it has no number."""
    now, marked = controller.prompt, controller.highlighted
    if now.mode is not Mode.MENU or not 0 <= marked < len(now.choices):
        return ()
    return now.choices[marked].about


def came_to(controller: Controller) -> OpenPage | None:
    """Return the page at the end of a fight. What is written back to a party is asked after it."""
    return OpenPage("fight_summary") if controller.say("summary") else None


def notes(controller: Controller) -> OpenPage | None:
    """Open the encounter's notes."""
    return OpenPage("explanation") if controller.say("notes") else None


def odds(controller: Controller) -> OpenPage | None:
    """Turn the line of odds on. When it is on, open its page. While players look at the screen, neither."""
    if controller.odds.hidden:
        controller.notice = Notice(
            controller.keymap.worded("Odds are hidden with the secret lines. {secrets}: show"), refused=True
        )
        return None
    if controller.odds.on:
        return OpenPage("odds")
    controller.odds.turn_on()
    return None


def reckon(controller: Controller) -> OpenPage | None:
    """Open the calculators of the game."""
    who = controller.view.target(controller.session)
    if controller.session.rules.sheets.reckoning(controller.session.encounter, who):
        return OpenPage("calculator")
    controller.notice = Notice("This game has no calculators.", refused=True)
    return None


def library(controller: Controller) -> OpenPage | None:
    """Open the library."""
    if controller.session.shelf is None:
        controller.notice = Notice("This fight has no library.", refused=True)
        return None
    return OpenPage("library")


def secrets(controller: Controller) -> None:
    """Leave secret lines out of the log, or show them again."""
    log = controller.runner.log
    log.show_secrets(shown=not log.secrets)
    controller.odds.hidden = not log.secrets
    controller.view.point(-1)
    words = "The log shows the secret lines again, marked §." if log.secrets else "The log hides secret lines now."
    if controller.odds.on and not log.secrets:
        words = "The log hides secret lines now, and the odds are hidden."
    key = controller.keymap.key("secrets")
    controller.notice = Notice(f"{words} {key} {'hides them' if log.secrets else 'shows them'}.")
