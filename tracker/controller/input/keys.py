"""Keys: what a key makes of what is in front: a walk, a field, dice, a choice, a row of the keymap, or a seat."""

from __future__ import annotations

from functools import partial

from tracker.controller.choices import search
from tracker.controller.choices.question_view import TYPED
from tracker.controller.choices.take_choice import take
from tracker.controller.controller import Controller
from tracker.controller.handlers import dice
from tracker.controller.handlers.answers import play_on_after
from tracker.controller.input.seat_keys import FURTHER, SEARCH
from tracker.controller.keymap.key_names import other_layout, shown, small
from tracker.controller.keymap.row import Kind, Row
from tracker.controller.menus.menu_path import GameMenu, MenuChoice
from tracker.controller.menus.prompt import is_own
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice, PendingRepeat
from tracker.controller.screen_requests import ReadingPage, ScreenRequest
from tracker.controller.time_travel import EARLIER
from tracker.controller.typing.fields import Purpose
from tracker.game_api.target_keys import keyed_by
from tracker.game_api.values import Choice


def press(controller: Controller, key: str, character: str | None = None) -> ScreenRequest | None:
    """Take one key. Gives what is left for the screen to do."""
    if _stop_playback(controller):
        return None
    return controller.guarded(lambda: _press(controller, key, character), None, f"The key {character or key}")


def _press(controller: Controller, key: str, character: str | None) -> ScreenRequest | None:
    """Give a key to the first that takes it, and return the page it opens. `character` is the sign it types, if any."""
    key, character = meant(controller, key, character)
    # Whatever is innermost takes the key first: an earlier moment, a field, a warning, a fighter to pick, dice, a
    # choice; the keymap comes last, so that a choice may have the letter of a row for itself.
    if controller.walked is not None:
        return _press_in_past(controller, key, character)
    if controller.field is not None:
        return _press_in_field(controller, key, character)
    controller.notice = Notice()
    mode = controller.mode
    row = controller.keymap.row(key, mode)
    if row is None or row.id != controller.pending_repeat.row:
        controller.pending_repeat = PendingRepeat()
    if controller.picking and character:
        _pick(controller, character)
        return None
    if mode in TYPED and dice.press(controller, key, character):
        return None
    if key == "backspace" and dice.correct(controller):
        return None
    choice = controller.prompt.choice(character or key)
    # Enter takes the marked choice, so it is never the key of another one.
    if choice is not None and key != "enter" and not _reserved(row):
        return None if _only_marks(controller, choice) else choose(controller, choice)
    if row is not None:
        return do(controller, row)
    if character and character.isdigit() and mode is not Mode.MENU:
        _select(controller, character)
    elif not _declare_by_letter(controller, character or key):
        nothing = f"{shown(key)} does nothing now; {shown(controller.keymap.by_id('help').keys[0])} shows the keys."
        why = controller.keymap.why_not(key, mode) or other_layout(key) or nothing
        controller.notice = Notice(why, refused=True)
    return None


def _stop_playback(controller: Controller) -> bool:
    """Stop the playback. Return whether it ran: then the key was meant for another moment."""
    if controller.playback is None:
        return False
    controller.playback, controller.shown.notice = None, Notice()
    return True


def choose(controller: Controller, choice: Choice) -> ScreenRequest | None:
    """Take a choice by its key or a click. Gives the page that it opens."""
    if _stop_playback(controller):
        return None
    if isinstance(choice, MenuChoice) and choice.row:
        return do(controller, controller.keymap.by_id(choice.row))
    if controller.walked is not None:
        return do(controller, controller.keymap.by_id("walk-on"))
    controller.view.page = ReadingPage()
    before = controller.seen
    take(controller, choice)
    play_on_after(controller, before)
    return controller.view.page.request


def click(controller: Controller, row: Row) -> ScreenRequest | None:
    """Do what a click on a row's key does: the same as the key."""
    if _stop_playback(controller):
        return None
    return do(controller, row)


def needs_drawn_prompt(controller: Controller, key: str, character: str | None = None) -> bool:
    """Return whether a key may only act on what has been drawn, since it could answer a question."""
    if controller.field is not None or controller.walked is not None:
        return False
    key, character = meant(controller, key, character)
    row = controller.keymap.row(key, controller.mode)
    if _reserved(row) or (key == "backspace" and dice.correctable(controller)):
        return False
    if controller.prompt.choice(character or key) is not None or controller.mode in TYPED:
        return row is None or Kind.ANSWER in row.kind or len(character or "") == 1
    return row is None or Kind.ANSWER in row.kind


def meant(controller: Controller, key: str, character: str | None) -> tuple[str, str | None]:
    """Return a key and its character, as the small letter for a capital that means nothing. Unchanged in a field."""
    letter = small(key)
    if letter == key or controller.field is not None:
        return key, character
    then, mode = controller.shown, Mode.WALK if controller.walked is not None else controller.mode
    takes = controller.keymap.row(key, mode) is not None or then.prompt.choice(key) is not None
    return (key, character) if takes else (letter, letter)


def _press_in_past(controller: Controller, key: str, character: str | None) -> ScreenRequest | None:
    """Take a key in an earlier moment: it walks or looks. A key that would change the fight explains why not."""
    then = controller.shown
    then.notice = Notice()
    if then.picking and character:
        _pick(then, character, walking=True)
        return None
    row = controller.keymap.row(key, Mode.WALK)
    if row is not None:
        return do(controller, row)
    if character and character.isdigit():
        _select(then, character)
    else:
        changes = f"{shown(character or key)} changes the fight. {controller.keymap.worded(EARLIER)}"
        then.notice = Notice(other_layout(key) or changes, refused=True)
    return None


def do(controller: Controller, row: Row) -> ScreenRequest | None:
    """Do what a row of the keymap says. In an earlier moment a row that does not walk acts on that moment."""
    if controller.walked is not None and Kind.WALK not in row.kind:
        return do(controller.shown, row)
    before = controller.shown
    request = controller.guarded(partial(row.do, controller), None, row.label)
    if controller.shown is before and before is not controller:
        before.notice, controller.notice = controller.notice, Notice()
    return request


def _press_in_field(controller: Controller, key: str, character: str | None) -> ScreenRequest | None:
    """Take a key in the open field."""
    assert controller.field is not None
    row = controller.keymap.row(key, Mode.FIELD)
    controller.notice = Notice()
    if row is not None:
        return do(controller, row)
    if not controller.field.edit(key, character):
        controller.notice = Notice(
            f"{key} does nothing while you type a line; {controller.keymap.key('drop')} drops the line.", refused=True
        )
    elif controller.field.purpose is Purpose.FILTER:
        controller.view.sieve(controller.field.text, controller.session)
    elif controller.field.purpose in search.SEARCHES:
        search.follow(controller, controller.field)
    return None


def _only_marks(controller: Controller, choice: Choice) -> bool:
    """Mark a choice at the first press of its key, with `press_twice` set. Return whether it was only marked."""
    view, choices = controller.view, controller.prompt.choices
    done = (choice.line and not choice.unfinished) or choice.word
    if not view.settings.press_twice or not done or choice.refused or choice not in choices or is_own(controller.menu):
        return False
    first, view.highlight = choices.index(choice) != view.highlight, choices.index(choice)
    return first


def _reserved(row: Row | None) -> bool:
    """Return whether a row has its key before any choice."""
    return row is not None and Kind.RESERVED in row.kind


def _declare_by_letter(controller: Controller, key: str) -> bool:
    """Declare by a letter for the selected fighter while no question is open. Return whether the letter is a choice."""
    if controller.mode is not Mode.FREE or not controller.view.selected or len(key) != 1:
        return False
    choice = controller.prompt_with(GameMenu()).choice(key)
    if choice is None:
        return False
    take(controller, choice)
    return True


def _pick(controller: Controller, key: str, walking: bool = False) -> None:
    """Take the second key for a fighter beyond the ninth: its letter, or a search by name.

    While `walking` through earlier moments there is no search.
    """
    controller.picking = False
    if key == SEARCH and not walking:
        search.for_a_fighter(controller)
    else:
        _select(controller, key)


def _select(controller: Controller, key: str) -> None:
    """Select the fighter of a key, or wait for the letter after the key for those beyond the ninth."""
    if key == FURTHER:
        controller.picking = True
        controller.notice = Notice(f"Type a fighter's letter, or {SEARCH} and part of its name.")
        return
    if who := keyed_by(controller.session.encounter, key):
        controller.view.select(controller.view.sits_at(controller.session, who))
    else:
        controller.notice = Notice(f"No fighter has the key {key}.", refused=True)
