"""Menus: what is opened on whoever is meant, and closed again."""

from __future__ import annotations

from tracker.controller.fields import Field, Purpose
from tracker.controller.menus.free_events import EVENTS
from tracker.controller.menus.orders import ORDERS
from tracker.controller.menus.targets import OF, Whom, whom_of
from tracker.controller.notice import Notice
from tracker.controller.prompt import JOIN, menu_of
from tracker.controller.surface import Surface


def select(controller: Surface) -> None:
    """Ask whom to select."""
    controller.picking = True
    controller.notice = Notice("Select whom? A fighter's key.")


def declare(controller: Surface) -> None:
    """Open what somebody who waits or is busy may declare."""
    who, encounter = controller.view.selected, controller.session.encounter
    if not who or not encounter[who].waiting:
        why = f"{encounter[who].name} neither waits nor is busy, so {{declare}} asks nothing" if who else ""
        why = why or "{declare} is for a selected fighter who waits or is busy"
        controller.notice = Notice(controller.keymap.worded(f"{why}; {{next}} goes on."), True)
        return
    controller.path, controller.marked = (), -1


def fighter_menu(controller: Surface) -> None:
    """Open the menu of whoever is meant."""
    whom = Whom(controller.session.encounter, controller.view.meant(controller.session))
    if whom.ids:
        controller.path, controller.marked = whom.path(), -1
    else:
        controller.notice = Notice(controller.keymap.worded("Nobody is there yet: {join} lets somebody join."), True)


def mark(controller: Surface) -> None:
    """Mark whoever is selected, and go on to the next."""
    controller.view.mark(controller.session)
    controller.mark(controller.view.marks)


def damage(controller: Surface) -> None:
    """Open the field for damage to whoever is meant."""
    if not controller.session.rules.abilities.damage:
        words = "This game takes no damage by hand. {fighter-menu}: put a pool right"
        controller.notice = Notice(controller.keymap.worded(words), True)
        return
    whom = Whom(controller.session.encounter, controller.view.whom(controller.session))
    if whom.ids:
        verb = controller.session.rules.abilities.damage
        named = f"{whom.names}{_of_a_row(controller, whom)}"
        controller.field = Field(Purpose.DAMAGE, f"Damage to {named}:", whom.words, verb=verb, ids=whom.ids)
    else:
        controller.notice = Notice("Select a fighter first, by its key.", True)


def _of_a_row(controller: Surface, whom: Whom) -> str:
    """That only one is meant of those its row stands for, and how all of them are: a blow by hand meets one."""
    many = len(controller.view.row_of(controller.session, whom.one.id))
    if whom.several or many == 1 or controller.view.marks:
        return ""
    return controller.keymap.worded(f" (1 of {many} {whom.one.group}; {{fighter-menu}} d for all)")


def join(controller: Surface) -> None:
    """Open the menu of who joins."""
    controller.path, controller.marked = JOIN, -1


def events(controller: Surface) -> None:
    """Open the menu of events on the time axis."""
    controller.path, controller.marked = EVENTS, -1


def drop(controller: Surface) -> None:
    """Leave what is open, from the innermost out: the past, a field, a menu, dice, a selection."""
    if controller.walked is not None:
        controller.walk_to(None)
    elif controller.field is not None:
        if controller.field.purpose is Purpose.FILTER:
            controller.view.sieve("", controller.session)
        controller.path, controller.marked = controller.field.then or controller.path, -1
        controller.field = None
    elif controller.path is not None:
        controller.path, controller.marked = _outside(controller), -1
    elif controller.dice.text or controller.dice.secret:
        controller.dice.clear()
    else:
        controller.picking, controller.marked = False, -1
        controller.view.unpin(controller.session)


def _outside(controller: Surface) -> tuple[str, ...] | None:
    """The menu around the one that is open: one that shows something else."""
    path, here = controller.path, (controller.prompt.choices, controller.prompt.text)
    if not path or path == JOIN:
        return None
    if path[:1] == (OF,):
        whom, leads = whom_of(controller.session.encounter, path)
        return (whom.path(ORDERS) if leads[:1] == (ORDERS,) and leads[1:] else whom.path()) if leads else None
    path = path[:-1]
    if path == EVENTS:
        return path
    while path:
        menu = menu_of(controller.session.encounter, controller.session.rules, controller.prompt.who, path)
        if menu.choices and (menu.choices, menu.title) != here:
            return path
        path = path[:-1]
    return None
