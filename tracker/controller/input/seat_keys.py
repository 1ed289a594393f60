"""Seat keys: the keys that stand on the fighters' rows, each the key that works there now."""

from __future__ import annotations

from collections.abc import Callable

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.game_api.target_keys import row_keys
from tracker.model.combatant import Combatant

_DIGITS = 9
"""The number of fighters whose key is a digit."""
FURTHER = "0"
"""The key before the letter of a fighter after the ninth. Before `SEARCH` it selects by name."""
SEARCH = "/"
"""The key that begins a search by name: alone in a list of choices, after `FURTHER` for a fighter."""


def shown_on_rows(controller: Controller) -> tuple[Callable[[Combatant], str], int]:
    """Return the keys that take or select the fighter of a row now: `3`, `0a`, `0/` by name. Empty: none does.

    And the cells that keys take, the same whatever is asked: two from the tenth row on.
    """
    now, session, mode = controller.prompt, controller.session, controller.mode
    keys, seated = row_keys(session.encounter), session.encounter.combatants
    taken = {choice.key for choice in (*now.choices, *now.options, *now.absent)}
    takes: dict[str, str] = {}
    for choice in (*now.choices, *now.options):
        if choice.key and choice.whom in session.encounter:
            takes.setdefault(controller.view.drawn_as(session, choice.whom), choice.key)

    def key_of(row: Combatant) -> str:
        return takes.get(row.id) or _selects(mode, keys[seated[row.profile.seat].id], taken)

    rows = controller.view.shown(session).combatants
    further = len(rows) > _DIGITS or any(not keys[seated[fighter.profile.seat].id].isdecimal() for fighter in rows)
    return key_of, 2 if further else 1


def written(key: str) -> str:
    """Return the keys that select a fighter: `3`, `0a`, or `0/` and the name."""
    if key.isdecimal():
        return key
    return FURTHER + (key or SEARCH)


def _selects(mode: Mode, key: str, taken: set[str]) -> str:
    """Return the keys that select the fighter with this key. Empty where a choice has `taken` the first of them."""
    if mode in (Mode.DICE, Mode.AMOUNT, Mode.MENU):
        return ""
    pressed = written(key)
    return "" if pressed[0] in taken else pressed
