"""Keys: what a key makes of what is in front: a walk, a field, dice, a choice, a row of the keymap, or a seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from tracker.controller import search
from tracker.controller.dice_field import DiceField
from tracker.controller.fields import Purpose
from tracker.controller.handlers import answers as answers_with
from tracker.controller.key_dispatch import AT_DESK, LOOKS
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.rows import ANSWERING, BEFORE_CHOICES, Act, Look, Row
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.question_view import TYPED
from tracker.controller.screen_requests import Wish
from tracker.controller.seat_keys import FURTHER, SEARCH
from tracker.controller.surface import Surface
from tracker.system_api.values import Choice
from tracker.views.sides import seated_at

Some = TypeVar("Some")
_WALKS = (Act.WALK_BACK, Act.WALK_ON, Act.WALK_HERE, Act.DROP)
_TURNS = (Look.PANE_BEFORE, Look.PANE_AFTER)
_PAGES = (Look.PAGE_UP, Look.PAGE_DOWN, Look.END)
_LOOKS_ON = (*_TURNS, Act.UP, Act.DOWN, Look.PAGE_UP, Look.PAGE_DOWN, Look.END, Look.CLOSER, Look.FARTHER)
"""What only looks, so that a list of choices stays out of the way."""
PAST = "This is an earlier moment: {walk-here} goes back to it, {drop} returns to the present."


class Keyed(Surface, Protocol):
    """A desk that takes keys."""

    @property
    def dice(self) -> DiceField:
        """The field for dice, with the dice that went on by themselves."""
        ...

    @property
    def shown(self) -> Keyed:
        """The desk that is to be seen: this one, or that of the earlier moment that is looked at."""
        ...

    def choose(self, choice: Choice) -> Wish | None:
        """Take a choice by its key; what it explains is for the screen to show."""
        ...

    def guarded(self, act: Callable[[], Some], otherwise: Some, what: str) -> Some:
        """Do something; a mistake of the program is reported and told instead."""
        ...


def press(desk: Keyed, key: str, character: str | None) -> Wish | None:
    """Take one key; the wish is what is left for the screen to do."""
    if desk.walked is not None:
        return _walked_by(desk, key, character)
    if desk.field is not None:
        return _typed(desk, key, character)
    desk.notice = Notice()
    mode = desk.mode
    row = desk.keymap.row(key, mode)
    if row is None or row.id != desk.warned[0]:
        desk.warned = "", desk.seen
    if uncovers(desk, row):
        return None
    if desk.picking and character:
        _pick(desk, character)
        return None
    if mode in TYPED and desk.dice.press(key, character):
        return None
    if key == "backspace" and desk.dice.corrected():
        return None
    choice = desk.front.choice(character or key)
    if choice is not None and not _reserved(row):
        return desk.choose(choice)
    if row is not None:
        return do(desk, row)
    if character and character.isdigit() and mode is not Mode.MENU:
        _select(desk, character)
    elif not _own_letter(desk, character or key):
        nothing = f"Nothing is on {shown(key)} now; {shown(desk.keymap.by_id('help').keys[0])} shows the keys."
        why = desk.keymap.why_not(key, mode) or nothing
        desk.notice = Notice(why, True)
    return None


def uncovers(desk: Keyed, row: Row | None) -> bool:
    """Whether a key only shows what a list of choices covers, or the list again; any that does not look does both."""
    looking, handler = desk.looking, row.handler if row is not None else None
    if looking.uncovered:
        looking.uncovered = handler in _LOOKS_ON
        return handler is Act.DROP
    looking.uncovered = handler in _TURNS and desk.listing() is not None
    return looking.uncovered


def answers(desk: Keyed, key: str, character: str | None = None) -> bool:
    """Whether a key may only act on what has been drawn, since it could answer a question."""
    if desk.field is not None or desk.walked is not None:
        return False
    row = desk.keymap.row(key, desk.mode)
    if _reserved(row) or (key == "backspace" and desk.dice.correctable):
        return False
    if desk.front.choice(character or key) is not None or desk.mode in TYPED:
        return row is None or row.id in ANSWERING or len(character or "") == 1
    return row is None or row.id in ANSWERING


def _walked_by(desk: Keyed, key: str, character: str | None) -> Wish | None:
    """A key while an earlier moment is looked at: it walks or looks; what would change the fight says why not."""
    then = desk.shown
    then.notice = Notice()
    if then.picking and character:
        _pick(then, character, walking=True)
        return None
    row = desk.keymap.row(key, Mode.WALK)
    if row is not None:
        return do(desk, row)
    if character and character.isdigit():
        _select(then, character)
    else:
        then.notice = Notice(f"{shown(character or key)} would change the fight. {desk.keymap.worded(PAST)}", True)
    return None


def do(desk: Keyed, row: Row) -> Wish | None:
    """Do what a row of the keymap says; in an earlier moment only walking is done here, the rest there."""
    if desk.walked is not None and row.handler not in _WALKS:
        return do(desk.shown, row)
    before = desk.shown
    if isinstance(row.handler, Look) and row.handler in _PAGES and desk.listing() is not None:
        desk.guarded(partial(answers_with.page, desk, row.handler), None, row.label)
        return None
    if isinstance(row.handler, Look):
        return desk.guarded(partial(LOOKS[row.handler], desk.looking, desk.session), None, row.label)
    wish = desk.guarded(partial(AT_DESK[row.handler], desk), None, row.label)
    if desk.shown is before and before is not desk:
        before.notice, desk.notice = desk.notice, Notice()
    return wish


def _typed(desk: Keyed, key: str, character: str | None) -> Wish | None:
    assert desk.field is not None
    row = desk.keymap.row(key, Mode.FIELD)
    desk.notice = Notice()
    if row is not None:
        return do(desk, row)
    if not desk.field.edit(key, character):
        desk.notice = Notice(f"{key} does nothing while a line is typed; {desk.keymap.key('drop')} drops it.", True)
    elif desk.field.purpose is Purpose.FILTER:
        desk.looking.sieve(desk.field.text, desk.session)
    elif desk.field.purpose in search.SEARCHES:
        search.follow(desk, desk.field)
    return None


def _reserved(row: Row | None) -> bool:
    return row is not None and row.id in BEFORE_CHOICES


def _own_letter(desk: Keyed, key: str) -> bool:
    """In a free moment the letters are the declarations of whoever is selected."""
    if desk.mode is not Mode.FREE or not desk.looking.selected or len(key) != 1:
        return False
    desk.path = ()
    choice = desk.front.choice(key)
    desk.path = None
    if choice is None:
        return False
    desk.take(choice)
    return True


def _pick(desk: Keyed, key: str, walking: bool = False) -> None:
    """The key after that for a fighter beyond the ninth: its letter, or a search by name."""
    desk.picking = False
    if key == SEARCH and not walking:
        search.for_a_fighter(desk)
    else:
        _select(desk, key)


def _select(desk: Keyed, key: str) -> None:
    if key == FURTHER:
        desk.picking = True
        desk.notice = Notice(f"Select whom? A fighter's letter, or {SEARCH} and a part of the name.")
        return
    if who := seated_at(desk.session.encounter, key):
        desk.looking.select(desk.looking.sits_at(desk.session, who))
    else:
        desk.notice = Notice(f"Nobody sits at {key}.", True)
