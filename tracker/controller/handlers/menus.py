"""Menus: open one for a fighter, and close it again."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.menus.menu_path import EventsMenu, FighterMenu, GameMenu, MenuPath
from tracker.controller.menus.menu_subjects import Whom, whom_of
from tracker.controller.menus.orders_menu import ORDERS
from tracker.controller.menus.prompt import menu_of
from tracker.controller.notice import Notice
from tracker.controller.typing.fields import Field, Purpose
from tracker.views.fallen import LEAST


def select(controller: Controller) -> None:
    """Ask whom to select."""
    controller.picking = True
    controller.notice = Notice("Press a fighter's key to select it.")


def declare(controller: Controller) -> None:
    """Open what a fighter who waits or is busy may declare."""
    who, encounter = controller.view.selected, controller.session.encounter
    if not who or not encounter[who].waiting:
        why = f"{encounter[who].name} neither waits nor is busy, so {{declare}} does nothing" if who else ""
        why = why or "{declare} needs a selected fighter who waits or is busy"
        controller.notice = Notice(controller.keymap.worded(f"{why}. {{next}}: next event"), refused=True)
        return
    controller.open_menu(GameMenu())


def fighter_menu(controller: Controller) -> None:
    """Open the menu of the marked or selected fighters, else of the fighter who is asked or next.

    Refuse without any.
    """
    whom = Whom(controller.session.encounter, controller.view.meant(controller.session))
    if whom.ids:
        controller.open_menu(whom.menu())
    else:
        controller.notice = Notice(
            controller.keymap.worded("The fight has no fighters yet. {join}: add a fighter"), refused=True
        )


def fallen(controller: Controller) -> None:
    """Fold the fallen or give them rows again, and say so where nothing is seen of it: too few are out of the fight."""
    controller.view.fallen()
    folded, out = (
        controller.view.fallen_folded,
        [fighter for fighter in controller.session.encounter if not fighter.able],
    )
    if len(out) >= LEAST:
        words = "The fallen share one line." if folded else "The fallen have rows again, as far as there is room."
    elif folded:
        many = f"{out[0].name} alone is" if out else "nobody is"
        words = f"The fallen share one line from {LEAST} on; {many} out of the fight."
    else:
        words = "The fallen have rows, as far as there is room."
    controller.notice = Notice(words)


def mark(controller: Controller) -> None:
    """Mark the selected fighter and move to the next."""
    controller.view.mark(controller.session)
    controller.mark(controller.view.marks)


def damage(controller: Controller) -> None:
    """Open the field for damage to the selected fighter. A number with a plus gives points back."""
    verb = controller.session.rules.abilities.damage
    whom = Whom(controller.session.encounter, controller.view.whom(controller.session))
    if whom.ids:
        named = f"{whom.names}{_of_a_row(controller, whom)}"
        label = f"Damage to {named}:" if verb else f"Points back to {named}:"
        controller.field = Field(Purpose.DAMAGE, label, whom.words, verb=verb, ids=whom.ids)
    else:
        controller.notice = Notice("Select a fighter first, by its key.", refused=True)


def roll_freely(controller: Controller) -> None:
    """Open the command line with the beginning of a roll that no rule asks for."""
    line = "dice "
    controller.field = Field(Purpose.COMMAND, ":", text=line, caret=len(line))


def _of_a_row(controller: Controller, whom: Whom) -> str:
    """Return the remark that damage goes to one member of a folded row: ` (1 of 3 goblins; … for all)`. Else empty."""
    many = len(controller.view.row_of(controller.session, whom.one.id))
    if whom.several or many == 1 or controller.view.marks:
        return ""
    return controller.keymap.worded(f" (1 of {many} {whom.one.group}; {{fighter-menu}} d for all)")


def open_menu(controller: Controller, menu: MenuPath) -> None:
    """Open a menu that needs nothing of the fight."""
    controller.open_menu(menu)


def drop(controller: Controller) -> None:
    """Leave what is open, from the innermost out: the past, a field, a menu, dice, a selection."""
    if controller.walked is not None:
        controller.walk_to(None)
    elif controller.field is not None:
        if controller.field.purpose is Purpose.FILTER:
            controller.view.sieve("", controller.session)
        controller.open_menu(controller.field.stays or controller.menu)
        controller.field = None
    elif controller.menu is not None:
        controller.open_menu(_outside(controller))
    elif controller.dice.text or controller.dice.secret:
        controller.dice.clear()
    elif controller.going_to is not None:
        unit = controller.session.rules.unit
        controller.notice = Notice(f"The fight no longer goes on to {unit.moment(controller.going_to)}.")
        controller.going_to = None
    else:
        controller.picking, controller.view.highlight = False, -1
        controller.view.unpin(controller.session)


def _outside(controller: Controller) -> MenuPath | None:
    """Return the menu around the open one. None: it is the outermost."""
    match controller.menu:
        case FighterMenu(page=(name, *further)) as menu:
            whom = whom_of(controller.session.encounter, menu)
            return whom.menu(ORDERS) if name == ORDERS and further else whom.menu()
        case EventsMenu(key) if key:
            return EventsMenu()
        case GameMenu() as menu:
            return _outside_in_game(controller, menu)
        case _:
            return None


def _outside_in_game(controller: Controller, menu: GameMenu) -> GameMenu | None:
    """Return the next outer menu of the game that differs: options lead back to the same choices."""
    encounter, rules, prompt = controller.session.encounter, controller.session.rules, controller.prompt
    for length in range(len(menu.path) - 1, 0, -1):
        outside = menu_of(encounter, rules, prompt.who, menu.path[:length])
        if outside.choices and (outside.choices, outside.title) != (prompt.choices, prompt.text):
            return GameMenu(menu.path[:length], menu.owner)
    return None
