"""Seat keys: the keys that stand on the fighters' rows, each the key that works there now."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.encounter.names import row_keys
from tracker.ui.modes import Mode
from tracker.ui.surface import Surface

FURTHER = "0"
"""The key before the letter of a fighter after the ninth; before `SEARCH` whoever has that name is selected."""
SEARCH = "/"
"""The key that begins a search by name: in a list of choices by itself, for a fighter after `FURTHER`."""


def shown_on_rows(desk: Surface) -> Mapping[str, str]:
    """Row id → the key that takes or selects that fighter now: `3`, `0a`, `0/` by name; empty where none does."""
    now, encounter = desk.front, desk.session.encounter
    own = row_keys(encounter)
    taken = {choice.key for choice in (*now.choices, *now.options, *now.absent)}
    takes = {choice.whom: choice.key for choice in (*now.options, *now.choices) if choice.whom and choice.key}
    shown: dict[str, str] = {}
    for row in desk.looking.shown(desk.session):
        first = encounter.combatants[row.profile.seat].id
        of_the_row = (first, *desk.looking.row_of(desk.session, row.id))
        key = next((takes[who] for who in of_the_row if who in takes), "")
        shown[row.id] = key or _selects(desk.mode, own[first], taken)
    return shown


def key_cells(desk: Surface) -> int:
    """Cells that the keys of the rows take, the same whatever is asked: two from the tenth row on."""
    encounter = desk.session.encounter
    own = row_keys(encounter)
    rows = desk.looking.shown(desk.session).combatants
    return max((len(written(own[encounter.combatants[row.profile.seat].id])) for row in rows), default=1)


def written(key: str) -> str:
    """How the key of a fighter is pressed to select it: `3`, `0a`, or `0/` and the name."""
    if key.isdecimal():
        return key
    return FURTHER + (key or SEARCH)


def _selects(mode: Mode, key: str, taken: set[str]) -> str:
    """The keys that select the fighter whose key this is; empty where they have other work now."""
    if mode in (Mode.DICE, Mode.AMOUNT, Mode.MENU):
        return ""
    pressed = written(key)
    return "" if pressed[0] in taken else pressed
