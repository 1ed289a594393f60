"""Take a choice: what it does: run a line, answer a question, open a field to be typed in, or another menu."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.menus.menu_path import FighterMenu, MenuAction, MenuChoice, menu_left_open, menu_of_choice
from tracker.controller.menus.menu_subjects import whom_of
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.typing.fields import Field, Purpose
from tracker.game_api.values import Choice


def take(controller: Controller, choice: Choice) -> None:
    """Take a choice. A refused one says why.

    The first that applies: do its action, answer the question with its word, put its unfinished line where lines are
    typed, run its line, or open its menu.
    """
    prompt = controller.prompt
    if choice.refused:
        controller.notice = Notice(choice.refused, refused=True)
        return
    controller.view.list_used = controller.view.list_used or controller.listing() is not None
    if isinstance(choice, MenuChoice) and choice.action is not None:
        _act(controller, choice.action)
    elif prompt.mode is Mode.CHOOSE and choice.word:
        controller.answer(prompt.who, choice.word)
    elif choice.line and choice.unfinished:
        _finish_line(controller, choice)
    elif choice.line:
        if controller.say(choice.line, _by_hand(controller)):
            controller.menu = menu_left_open(choice)
    else:
        controller.open_menu(menu_of_choice(choice, prompt.who))


def _act(controller: Controller, action: MenuAction) -> None:
    """Do the action of a menu choice: close the menu, or open the field that the action needs."""
    menu, controller.menu = controller.menu, None
    match action:
        case MenuAction.CLOSE:
            return
        case MenuAction.NEWCOMER:
            controller.field = Field(Purpose.NEWCOMER, "Name of the newcomer:")
        case MenuAction.CREATURES:
            controller.field = Field(Purpose.CREATURES, "Number and creature:")
        case MenuAction.OWN_CONDITION:
            assert isinstance(menu, FighterMenu)
            whom = whom_of(controller.session.encounter, menu)
            earlier = " (↑ an earlier one)" if controller.own_conditions.words else ""
            controller.field = Field(Purpose.OWN, f"{whom.being}{earlier}:", whom.words, ids=whom.ids)


def _finish_line(controller: Controller, choice: Choice) -> None:
    """Put the unfinished line of a choice into the command field, with the caret at its end."""
    ids, text = _by_hand(controller), choice.line
    controller.menu = None
    controller.field = Field(Purpose.COMMAND, ":", text=text, caret=len(text), stays=menu_left_open(choice), ids=ids)


def _by_hand(controller: Controller) -> tuple[str, ...]:
    """Return the fighters of the open menu, if it is that of a fighter. Else none."""
    menu = controller.menu
    return whom_of(controller.session.encounter, menu).ids if isinstance(menu, FighterMenu) else ()
