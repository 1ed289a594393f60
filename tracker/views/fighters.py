"""The fighters: a key for everyone, every pool as bar and number, conditions as words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.encounter.combatant import Combatant, Presence
from tracker.encounter.state import Encounter
from tracker.views.cells import Line, Span, cut, fit, line_width, width
from tracker.views.numbers import bar, health, signed
from tracker.views.sides import seat_key, side_mark, side_order, side_role

_WIDEST_NAME = 16
_LONGEST_BAR = 12
ORDERS = "orders"
"""Said of whoever has standing orders where there is room; it takes no line of its own."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """The lines to draw; `rows` says whose each line is."""

    lines: tuple[Line, ...]
    rows: tuple[str, ...]
    above: int = 0
    below: int = 0


@dataclass(frozen=True, slots=True)
class _Grid:
    """How the pools of one fighter are laid out: `per` in a line, each a label, a bar and a number."""

    left: int
    per: int
    label: int
    bar: int
    number: int
    apart: str
    """What stands between bar and number: nothing when there is no room."""
    before: str
    """What stands between label and bar."""


def lay_fighters(
    encounter: Encounter,
    *,
    cells: int,
    height: int,
    top: int = 0,
    selected: str = "",
    headings: Mapping[str, str] | None = None,
) -> Fighters:
    """As many fighters as `height` lines hold, from number `top` on; `headings` say where pools are going."""
    going = headings or {}
    top = max(0, min(top, len(encounter.combatants) - 1))
    near = encounter.combatants[top : top + height]
    grid = _roomy(encounter, near, cells, height, going) or _grid(near, cells)
    apart = len(near) == len(encounter.combatants) and _room_between(encounter, near, grid, cells, height, going)
    lines: list[Line] = []
    rows: list[str] = []
    shown = 0
    for combatant in near:
        own = _fighter(encounter, combatant, grid, cells, selected, going)
        if apart and lines and len(own) > 1:
            lines.append(())
            rows.append("")
        if lines and len(lines) + len(own) > height:
            break
        lines += own
        rows += [combatant.id] * len(own)
        shown += 1
    below = len(encounter.combatants) - top - shown
    return Fighters(tuple(lines[:height]), tuple(rows[:height]), top, below)


def _room_between(
    encounter: Encounter, near: tuple[Combatant, ...], grid: _Grid, cells: int, height: int, going: Mapping[str, str]
) -> bool:
    return sum(len(_fighter(encounter, combatant, grid, cells, "", going)) + 1 for combatant in near) - 1 <= height


def fighter_top(
    encounter: Encounter, who: str, top: int, cells: int, height: int, headings: Mapping[str, str] | None = None
) -> int:
    """The first fighter to show so that `who` is seen, scrolling no more than needed."""
    if who not in encounter:
        return top
    at = encounter.seats[who]
    if at <= top:
        return at
    rows = 0
    grid = _grid(encounter.combatants[max(0, at - height) : at + 1], cells)
    for place in range(at, max(-1, at - height), -1):
        rows += len(_fighter(encounter, encounter.combatants[place], grid, cells, "", headings or {}))
        if rows > height:
            return max(top, min(at, place + 1))
        if place <= top:
            break
    return top


def _roomy(
    encounter: Encounter, near: tuple[Combatant, ...], cells: int, height: int, going: Mapping[str, str]
) -> _Grid | None:
    """With room for everyone: fewer pools in a line, so that their bars are long enough to be read as bars."""
    most = max((len(combatant.profile.pools) for combatant in near), default=0)
    if len(near) < len(encounter.combatants) or most < 2:
        return None
    grid = _grid(near, cells, -(-most // 2))
    lines = sum(len(_fighter(encounter, combatant, grid, cells, "", going)) for combatant in near)
    return grid if grid.bar > _grid(near, cells).bar and lines <= height else None


def _grid(combatants: tuple[Combatant, ...], cells: int, at_most: int = 99) -> _Grid:
    names = max((width(combatant.name) for combatant in combatants), default=0)
    pools = [pool for combatant in combatants for pool in combatant.profile.pools]
    label = max((width(pool.name) for pool in pools), default=0)
    number = max((2 * len(str(pool.full)) + 1 for pool in pools), default=3)
    most = max((len(combatant.profile.pools) for combatant in combatants), default=1)
    left = 5 + max(6, min(names, _WIDEST_NAME, cells // 3))
    least = label + 1 + number + 1
    fits = max(1, (cells - left + 1) // least)
    fits = min(fits, at_most)
    per = most if most <= fits else -(-most // -(-most // fits)) if most else 1
    longest = (cells - left + 1) // max(1, per) - label - number - 2
    before = " " if longest > 3 else ""
    blocks = max(1, min(_LONGEST_BAR, longest - len(before)))
    return _Grid(left, max(1, per), label, blocks, number, " " if longest >= 1 else "", before)


_Look = tuple[_Grid, int, bool, bool, str, str, str]
_kept: dict[tuple[str, _Look], tuple[Combatant, list[Line]]] = {}
"""Lines already laid for a combatant that has not changed since."""
_MOST_KEPT = 4000


def _fighter(
    encounter: Encounter, combatant: Combatant, grid: _Grid, cells: int, selected: str, going: Mapping[str, str]
) -> list[Line]:
    question = encounter.question
    asked = question is not None and question.who == combatant.id
    order = side_order(encounter)
    side = combatant.profile.side
    mark, role = side_mark(order, side), side_role(order, side) if combatant.able else "dim"
    look = (grid, cells, asked, combatant.id == selected, mark, role, going.get(combatant.id, ""))
    kept = _kept.get((combatant.id, look))
    if kept is not None and kept[0] is combatant:
        return kept[1]
    lines = _laid(combatant, look)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[combatant.id, look] = (combatant, lines)
    return lines


def _laid(combatant: Combatant, look: _Look) -> list[Line]:
    grid, cells, asked, picked, mark, role, heading = look
    name_role = "selected" if picked else "due" if asked else role
    head = (
        Span("►" if asked else " ", "due" if asked else ""),
        Span(fit(seat_key(combatant.profile.seat), 1), "key"),
        Span(mark, role),
        Span(fit(combatant.name, grid.left - 4), name_role),
        Span(" "),
    )
    rows = _pool_rows(combatant, grid)
    words = _words(combatant, heading)
    lines: list[Line] = [(*head, *(rows[0] if rows else ()))]
    for row in rows[1:]:
        room = grid.left - 4
        if words and width(words) <= room:
            lines.append((Span("   "), Span(fit(words, room), "state"), Span(" "), *row))
            words = ""
        else:
            lines.append((Span(" " * grid.left), *row))
    if words and line_width(lines[-1]) + width(words) + 1 <= cells and len(rows) == 1:
        lines[-1] = (*lines[-1], Span(" "), Span(words, "state"))
    elif words and words != ORDERS:
        lines.append((Span("   "), Span(cut(words, cells - 3), "state")))
    return lines


def _pool_rows(combatant: Combatant, grid: _Grid) -> list[Line]:
    rows: list[list[Span]] = []
    for place, (pool, now) in enumerate(zip(combatant.profile.pools, combatant.pools, strict=True)):
        if place % grid.per == 0:
            rows.append([])
        elif rows[-1]:
            rows[-1].append(Span(" "))
        role = health(now, pool.full) if combatant.able else "dim"
        rows[-1] += [
            Span(fit(pool.name, grid.label) + grid.before, "dim"),
            Span(bar(now, pool.full, grid.bar), role),
            Span(grid.apart),
            Span(fit(f"{now}/{pool.full}", grid.number), role if role in ("low", "gone", "dim") else ""),
        ]
    return [tuple(row) for row in rows]


def condition_words(combatant: Combatant) -> str:
    """The conditions of a combatant in words: `prone, stunned −5 until 60`."""
    parts = []
    for condition in combatant.conditions:
        weight = f" {signed(condition.amount)}" if condition.amount else ""
        until = f" until {condition.until}" if condition.until is not None else ""
        parts.append(f"{condition.label}{weight}{until}")
    return ", ".join(parts)


def _words(combatant: Combatant, heading: str) -> str:
    parts = [] if combatant.presence is Presence.IN else [combatant.presence.value]
    if combatant.waiting:
        parts.append("waiting")
    if conditions := condition_words(combatant):
        parts.append(conditions)
    if heading:
        parts.append(heading)
    if combatant.orders:
        parts.append(ORDERS)
    return ", ".join(parts)
