"""The fighters: who is shown, a row each with every pool in play, conditions as words, what is hidden counted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.combatant import Combatant, Pool, Presence
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem
from tracker.views.cells import Line, Span, cut, fit, line_width, width
from tracker.views.focus import Losses, in_focus
from tracker.views.names import shortened
from tracker.views.numbers import signed
from tracker.views.pools import Grid, grouped, headed, lay_grid, lay_heading, lay_pools
from tracker.views.sides import seat_key, side_mark, side_order, side_role

ORDERS = "orders"
"""Said of whoever has standing orders where there is room; it takes no line of its own."""
FOLDED = "+"
"""Stands for the groups of pools that nobody has touched."""

MARKED = "✓"
"""Stands behind the name of whoever is marked, so that one entry goes to all of them."""
BORNE = "*"
"""Stands for conditions that find no room where there are more fighters than lines."""
_LEAST_WORDS = 6
"""Cells in which words are worth beginning."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """The lines to draw, the heading first; `rows` says whose each line is, `above` and `below` how many are hidden."""

    lines: tuple[Line, ...]
    rows: tuple[str, ...]
    above: int = 0
    below: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """How the pane is looked at: who is selected and marked, the first seat after scrolling, its title, whether lit."""

    selected: str = ""
    marks: tuple[str, ...] = ()
    top: int = 0
    title: str = ""
    lit: bool = False
    lost: Losses = field(default_factory=dict)
    """What the last step took."""


class _Look(NamedTuple):
    """All that decides how one fighter is drawn, besides itself."""

    grid: Grid
    cells: int
    asked: bool
    selected: bool
    marked: bool
    mark: str
    role: str
    idle: bool
    """It waits, and nothing goes on by itself meanwhile."""
    going: str
    opened: tuple[str, ...]
    whole: tuple[str, ...]
    lost: tuple[tuple[str, int], ...]
    drift: tuple[tuple[str, int], ...]
    brief: bool
    unit: TimeUnit


_kept: dict[tuple[str, _Look], tuple[Combatant, list[Line]]] = {}
"""Lines already laid for a combatant that has not changed since."""
_MOST_KEPT = 4000


class _Pane:
    """One drawing of the pane: lays fighters out for it."""

    def __init__(self, encounter: Encounter, rules: RuleSystem, cells: int, grid: Grid, seen: Seen) -> None:
        self._encounter, self._rules, self._cells, self._grid, self._seen = encounter, rules, cells, grid, seen
        self._order = side_order(encounter)
        self._at_stake: Mapping[str, Collection[str]] = rules.face.at_stake(encounter)

    def lines(self, combatant: Combatant, brief: bool = False) -> list[Line]:
        """A row, and unless `brief` further ones for words that find no room in it and for pools that matter."""
        encounter, who = self._encounter, combatant.id
        question, picked = encounter.question, combatant.id == self._seen.selected
        look = _Look(
            self._grid,
            self._cells,
            question is not None and question.who == who,
            picked,
            who in self._seen.marks,
            side_mark(self._order, combatant.profile.side),
            side_role(self._order, combatant.profile.side) if combatant.able else "dim",
            combatant.waiting and not self._rules.face.doing(encounter, who),
            self._rules.face.heading(encounter, who) if combatant.able else "",
            _opened(combatant, self._at_stake.get(who, ()), picked),
            tuple(sorted(self._at_stake.get(who, ()))),
            tuple(self._seen.lost.get(who, {}).items()),
            tuple(self._rules.face.drift(encounter, who).items()) if combatant.able else (),
            brief,
            self._rules.unit,
        )
        kept = _kept.get((who, look))
        if kept is not None and kept[0] is combatant:
            return kept[1]
        lines = _laid(combatant, look)
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[who, look] = (combatant, lines)
        return lines


def lay_fighters(
    encounter: Encounter, rules: RuleSystem, *, cells: int, height: int, seen: Seen | None = None
) -> Fighters:
    """A heading and as many fighters as `height` lines hold: those in focus always, the fallen only with room left."""
    seen = seen or Seen()
    everyone = encounter.combatants
    top = max(0, min(seen.top, len(everyone) - 1))
    focus = tuple(dict.fromkeys((*in_focus(encounter, seen.selected), *seen.marks)))
    near = [*everyone[top : top + max(1, height)], *(encounter[who] for who in focus)]
    grid = lay_grid(near, cells)
    heading = [lay_heading(grid, cells, seen.title, seen.lit)] if seen.title or grid.words else []
    shown = _shown(_Pane(encounter, rules, cells, grid, seen), encounter, focus, top, height - len(heading))
    hidden = [at for at, combatant in enumerate(everyone) if combatant.id not in shown]
    above, below = [at for at in hidden if at < top], [at for at in hidden if at >= top]
    lines: list[Line] = heading
    rows = [""] * len(heading)
    marked = not above
    last = max((encounter.seats[who] for who in shown if below and encounter.seats[who] < below[-1]), default=-1)
    for at in sorted(encounter.seats[who] for who in shown):
        if not marked and at >= top:
            lines.append(_more("↑", [everyone[one] for one in above], cells))
            rows.append("")
            marked = True
        who = everyone[at].id
        lines += shown[who]
        rows += [who] * len(shown[who])
        if below and at == last:
            lines.append(_more("↓", [everyone[one] for one in below], cells))
            rows.append("")
    return Fighters(tuple(lines[:height]), tuple(rows[:height]), len(above), len(below))


def lay_focus(
    encounter: Encounter, rules: RuleSystem, *, cells: int, most: int, seen: Seen | None = None
) -> tuple[Line, ...]:
    """A row each for the first of those in focus, in seat order: what must stay in sight beside anything else."""
    seen = seen or Seen()
    who = sorted(in_focus(encounter, seen.selected)[:most], key=lambda one: encounter.seats[one])
    pane = _Pane(encounter, rules, cells, lay_grid([encounter[one] for one in who], cells), seen)
    return tuple(pane.lines(encounter[one], brief=True)[0] for one in who)


def _shown(pane: _Pane, encounter: Encounter, focus: Sequence[str], top: int, room: int) -> dict[str, list[Line]]:
    """Whom there is room for, each with its lines: all in full, else without the fallen, else the others in a row."""
    everyone = encounter.combatants
    standing = [combatant for combatant in everyone if combatant.able or combatant.id in focus]
    if top == 0:
        for some, full in ((everyone, everyone), (standing, standing), (standing, ())):
            space = room - (len(some) < len(everyone))
            if len(some) > space:
                continue
            shown = {one.id: pane.lines(one, not full and one.id not in focus) for one in some}
            left = space - sum(map(len, shown.values()))
            if left >= 0:
                return _fill(shown, pane, everyone, left)
    space = room - 1 - (top > 0)
    shown = {}
    for place, who in enumerate(focus):
        most = max(1, space - (len(focus) - place - 1))
        own = pane.lines(encounter[who])
        if len(own) > most:
            own = pane.lines(encounter[who], brief=True)[:most]
        if space:
            shown[who] = own
            space -= len(own)
    shown = _fill(shown, pane, [one for one in everyone[top:] if one.able], space)
    space = room - 1 - (top > 0) - sum(map(len, shown.values()))
    return _fill(shown, pane, everyone[top:], space)


def _unfolded(
    shown: dict[str, list[Line]], pane: _Pane, some: Sequence[Combatant], space: int
) -> tuple[dict[str, list[Line]], int]:
    """With all their lines for as many as `space` allows, those who can act first; and the lines still free."""
    more = dict(shown)
    for combatant in sorted(some, key=lambda one: not one.able):
        own = pane.lines(combatant)
        taken = len(own) - len(more[combatant.id])
        if taken <= space:
            more[combatant.id] = own
            space -= taken
    return more, space


def _fill(shown: dict[str, list[Line]], pane: _Pane, some: Sequence[Combatant], space: int) -> dict[str, list[Line]]:
    """With as many more as `space` lines hold, each on its shortest."""
    more = dict(shown)
    for combatant in some:
        if space < 1:
            break
        if combatant.id not in more:
            own = pane.lines(combatant, brief=True)
            if len(own) <= space:
                more[combatant.id] = own
                space -= len(own)
    return more


def _more(arrow: str, hidden: Sequence[Combatant], cells: int) -> Line:
    down = sum(combatant.presence is Presence.DOWN for combatant in hidden)
    words = f" {arrow} {len(hidden)} more"
    if down:
        words += f", {'' if down == len(hidden) else f'{down} of them '}down"
    return (Span(cut(words, cells), "dim"),)


def _opened(combatant: Combatant, at_stake: Collection[str], selected: bool) -> tuple[str, ...]:
    """The groups of pools that matter: in play always, touched, at stake, or asked for by selecting their owner."""
    opened = [
        pool.group
        for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)
        if selected or not pool.group or now != pool.full or pool.group in at_stake
    ]
    return tuple(dict.fromkeys(opened)) or tuple(dict.fromkeys(pool.group for pool in combatant.profile.pools))[:1]


def _laid(combatant: Combatant, look: _Look) -> list[Line]:
    grid = look.grid
    lost, drift = dict(look.lost), dict(look.drift)
    lines: list[Line] = []
    more: list[Line] = []
    groups = grouped(combatant)
    first, *others = look.opened or ("",)
    for place, row in enumerate(lay_pools(groups.get(first, ()), grid, combatant.able, lost, drift)):
        lines.append((*_head(combatant, look), *row) if place == 0 else (Span(" " * grid.left), *row))
    if not lines:
        lines.append(_head(combatant, look))
    for group in others:
        for place, row in enumerate(lay_pools(_members(groups[group], look), grid, combatant.able, lost, drift)):
            more.append((Span("     "), Span(fit(group if place == 0 else "", grid.left - 5), "dim"), *row))
    words = _words(combatant, look.idle, look.going, look.unit)
    if look.brief and words not in ("", ORDERS) and look.cells - line_width(lines[0]) < _LEAST_WORDS + 3:
        lines[0] = (*lines[0], Span(f" {BORNE}", "state"))
    elif len(look.opened) < len(groups) or (look.brief and more):
        lines[0] = (*lines[0], Span(f" {FOLDED}", "dim"))
    room = look.cells - line_width(lines[0]) - 1
    if words and (width(words) <= room or (look.brief and room >= _LEAST_WORDS)):
        lines[0] = (*lines[0], Span(" "), Span(cut(words, room), "state"))
    elif words and words != ORDERS and more and line_width(more[-1]) + 2 + width(words) <= look.cells:
        more[-1] = (*more[-1], Span("  "), Span(words, "state"))
    elif words and words != ORDERS and not look.brief:
        lines.append((Span("     "), Span(cut(words, look.cells - 5), "state")))
    return lines if look.brief else [*lines, *more]


def _members(pools: list[tuple[Pool, int]], look: _Look) -> list[tuple[Pool, int]]:
    """Those of an opened group that are shown: all under the heading or where all may matter, else the touched ones."""
    if look.selected or headed(pools, look.grid) or pools[0][0].group in look.whole:
        return pools
    return [(pool, now) for pool, now in pools if now != pool.full]


def _head(combatant: Combatant, look: _Look) -> Line:
    name_role = "selected" if look.selected else "due" if look.asked else look.role
    name = shortened(combatant.name, look.grid.left - 5)
    return (
        Span("►" if look.asked else " ", "due" if look.asked else ""),
        Span(fit(seat_key(combatant.profile.seat), 1), "key"),
        Span(look.mark, look.role),
        Span(fit(name, look.grid.left - 4), name_role),
        Span(MARKED, "due") if look.marked else Span(" "),
    )


def condition_words(combatant: Combatant, unit: TimeUnit = WHOLE) -> str:
    """The conditions of a combatant in words: `prone, stunned −5 until 60`."""
    parts = []
    for condition in combatant.conditions:
        weight = f" {signed(condition.amount)}" if condition.amount else ""
        until = f" until {unit.text(condition.until)}" if condition.until is not None else ""
        if condition.acts:
            until = f" until {'it' if condition.acts == combatant.id else condition.acts} acts"
        parts.append(f"{condition.label}{weight}{until}")
    return ", ".join(parts)


def _words(combatant: Combatant, idle: bool, going: str, unit: TimeUnit) -> str:
    parts = [] if combatant.presence is Presence.IN else [combatant.presence.value]
    if idle:
        parts.append("waiting")
    if conditions := condition_words(combatant, unit):
        parts.append(conditions)
    if going:
        parts.append(going)
    if combatant.orders:
        parts.append(ORDERS)
    return ", ".join(parts)
