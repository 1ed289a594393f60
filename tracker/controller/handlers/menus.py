"""Menus: what is opened on whoever is meant, and closed again."""

from __future__ import annotations

from tracker.controller.fields import Field, Purpose
from tracker.controller.menus.free_events import EVENTS
from tracker.controller.menus.orders import ORDERS
from tracker.controller.menus.targets import OF, Whom, whom_of
from tracker.controller.notice import Notice
from tracker.controller.prompt import JOIN, menu_of
from tracker.controller.surface import Surface


def select(desk: Surface) -> None:
    """Ask whom to select."""
    desk.picking = True
    desk.notice = Notice("Select whom? A fighter's key.")


def declare(desk: Surface) -> None:
    """Open what somebody who waits or is busy may declare."""
    who, encounter = desk.looking.selected, desk.session.encounter
    if not who or not encounter[who].waiting:
        why = f"{encounter[who].name} neither waits nor is busy, so {{declare}} asks nothing" if who else ""
        why = why or "{declare} is for a selected fighter who waits or is busy"
        desk.notice = Notice(desk.keymap.worded(f"{why}; {{next}} goes on."), True)
        return
    desk.path, desk.marked = (), -1


def fighter_menu(desk: Surface) -> None:
    """Open the menu of whoever is meant."""
    whom = Whom(desk.session.encounter, desk.looking.meant(desk.session))
    if whom.ids:
        desk.path, desk.marked = whom.path(), -1
    else:
        desk.notice = Notice(desk.keymap.worded("Nobody is there yet: {join} lets somebody join."), True)


def mark(desk: Surface) -> None:
    """Mark whoever is selected, and go on to the next."""
    desk.looking.mark(desk.session)
    desk.mark(desk.looking.marks)


def damage(desk: Surface) -> None:
    """Open the field for damage to whoever is meant."""
    if not desk.session.rules.abilities.damage:
        words = "This game takes no damage by hand. {fighter-menu}: put a pool right"
        desk.notice = Notice(desk.keymap.worded(words), True)
        return
    whom = Whom(desk.session.encounter, desk.looking.whom(desk.session))
    if whom.ids:
        verb = desk.session.rules.abilities.damage
        named = f"{whom.names}{_of_a_row(desk, whom)}"
        desk.field = Field(Purpose.DAMAGE, f"Damage to {named}:", whom.words, verb=verb, ids=whom.ids)
    else:
        desk.notice = Notice("Select a fighter first, by its key.", True)


def _of_a_row(desk: Surface, whom: Whom) -> str:
    """That only one is meant of those its row stands for, and how all of them are: a blow by hand meets one."""
    many = len(desk.looking.row_of(desk.session, whom.one.id))
    if whom.several or many == 1 or desk.looking.marks:
        return ""
    return desk.keymap.worded(f" (1 of {many} {whom.one.group}; {{fighter-menu}} d for all)")


def join(desk: Surface) -> None:
    """Open the menu of who joins."""
    desk.path, desk.marked = JOIN, -1


def events(desk: Surface) -> None:
    """Open the menu of events on the time axis."""
    desk.path, desk.marked = EVENTS, -1


def drop(desk: Surface) -> None:
    """Leave what is open, from the innermost out: the past, a field, a menu, dice, a selection."""
    if desk.walked is not None:
        desk.walk_to(None)
    elif desk.field is not None:
        if desk.field.purpose is Purpose.FILTER:
            desk.looking.sieve("", desk.session)
        desk.path, desk.marked = desk.field.then or desk.path, -1
        desk.field = None
    elif desk.path is not None:
        desk.path, desk.marked = _outside(desk), -1
    elif desk.dice.text or desk.dice.secret:
        desk.dice.clear()
    else:
        desk.picking, desk.marked = False, -1
        desk.looking.unpin(desk.session)


def _outside(desk: Surface) -> tuple[str, ...] | None:
    """The menu around the one that is open: one that shows something else."""
    path, here = desk.path, (desk.front.choices, desk.front.text)
    if not path or path == JOIN:
        return None
    if path[:1] == (OF,):
        whom, leads = whom_of(desk.session.encounter, path)
        return (whom.path(ORDERS) if leads[:1] == (ORDERS,) and leads[1:] else whom.path()) if leads else None
    path = path[:-1]
    if path == EVENTS:
        return path
    while path:
        menu = menu_of(desk.session.encounter, desk.session.rules, desk.front.who, path)
        if menu.choices and (menu.choices, menu.title) != here:
            return path
        path = path[:-1]
    return None
