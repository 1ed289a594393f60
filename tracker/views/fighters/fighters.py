"""The fighters: who is shown, a row each with every pool in play, conditions as words, what is hidden counted."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.features.groups import members
from tracker.game_api.rules import Rules
from tracker.game_api.target_keys import seat_key
from tracker.model.combatant import Action, Combatant, Pool, Presence
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.log_lines import Names
from tracker.text.cells import ELLIPSIS, Line, Span, cut, fit, line_width, width
from tracker.text.numbers import signed
from tracker.views.fallen import fallen, lay_fallen
from tracker.views.fighters.fighters_window import chosen, hidden_runs, taken
from tracker.views.focus import Losses, in_focus
from tracker.views.hidden_signs import NOT, Hiding, hiding
from tracker.views.pools import Grid, Needs, grouped, headed, lay_grid, lay_heading, lay_pools, shares_of
from tracker.views.short_names import CrowdName, told_apart
from tracker.views.sides import side_mark, side_order, side_role
from tracker.views.touched_pools import Touched

ORDERS = "orders"
"""The word on the row of a fighter with standing orders, where there is room. It takes no line."""
FOLDED = "+"
"""The sign for untouched groups of pools."""

MARKED = "✓"
"""The sign behind the name of a marked fighter, so that one entry goes to all of them."""
BORNE = "*"
"""The sign for conditions without room, if there are more fighters than lines."""
_NEXT = 8
"""The entries of the agenda searched for the fighter who comes next."""
_KEY_AT = 1
"""The position of the key among the parts of a row, after the sign of the fighter who is asked."""
HEAD_PARTS = 5
"""The parts of a row before its bars."""
_LEAST_WORDS = 6
"""The fewest cells of words."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """The lines to draw, the heading first. `rows` says whose each line is, `above` and `below` how many are hidden."""

    lines: tuple[Line, ...]
    rows: tuple[str, ...]
    above: int = 0
    below: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of the pane: selection, marks, the first seat after scrolling, the title, whether it is lit."""

    selected: str = ""
    marks: tuple[str, ...] = ()
    top: int = 0
    title: str = ""
    lit: bool = False
    lost: Losses = field(default_factory=dict)
    broken: Mapping[str, Action] = field(default_factory=dict)
    """The actions that the last step broke, by fighter."""
    fold_fallen: bool = False
    """True if the fallen share one line even where there is room for them all."""
    keys: Callable[[Combatant], str] | None = None
    """Returns the key on a row. Without it each fighter has the key of its seat."""
    key_cells: int = 1
    """The cells for keys, whatever they are now."""
    touched: Touched = field(default_factory=dict)
    """The pools that stay visible though they are full again."""
    pane_keys: tuple[str, str] = ("t", "f")
    """The keys of the timeline and of the page of all pools."""

    def key(self, combatant: Combatant) -> str:
        return seat_key(combatant.profile.seat) if self.keys is None else self.keys(combatant)


class _Look(NamedTuple):
    """Everything that decides how one fighter is drawn, besides the fighter. It is the key of the cache of lines."""

    grid: Grid
    cells: int
    key_cells: int
    asked: bool
    selected: bool
    marked: bool
    name: str
    """The name, shortened to the room."""
    hidden: Hiding
    """Says if the players see it, and which sides are unaware of it."""
    mark: str
    role: str
    idle: bool
    """True if it waits and no activity continues meanwhile."""
    going: str
    opened: tuple[str, ...]
    whole: tuple[str, ...]
    touched: frozenset[str]
    """The pools that stay visible though they are full again."""
    lost: tuple[tuple[str, int], ...]
    drift: tuple[tuple[str, int], ...]
    brief: bool
    unit: TimeUnit
    shares: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    """For a folded group, the points of its members by pool."""
    acting: tuple[tuple[str, str], ...]
    """The names of fighters whose next action ends a condition of it."""


class _Drawn(NamedTuple):
    """The cached lines of a fighter, with the values they were laid for."""

    combatant: Combatant
    look: _Look
    lines: list[Line]


class LineCache:
    """The lines laid before, kept by a pane that draws again and again: most fighters are as they were."""

    def __init__(self) -> None:
        self.needs = Needs()
        self.lines: dict[tuple[str, bool, bool], _Drawn] = {}
        """The cached lines by fighter, brief or not, closed or not."""


class FighterRows:
    """Lays the rows of fighters for one drawing."""

    def __init__(
        self,
        encounter: Encounter,
        rules: Rules,
        cells: int,
        grid: Grid,
        seen: Seen,
        kept: LineCache,
        whole: Encounter | None,
    ) -> None:
        self._encounter, self._rules, self._cells, self._grid, self._seen = encounter, rules, cells, grid, seen
        self._kept, self._whole = kept.lines, whole or encounter
        self._order, self._hiding = side_order(encounter), hiding(encounter)
        self._at_stake: Mapping[str, Collection[str]] = rules.display.pools_at_risk(encounter)
        names, self._key_cells = tuple([fighter.name for fighter in encounter]), seen.key_cells
        room = grid.left - 4 - self._key_cells
        self._called = told_apart(names, room), told_apart(names, room - 1)
        """The names as shortened to the room, and to one cell less behind the sign of a hidden fighter."""

    def lines(self, combatant: Combatant, brief: bool = False, closed: bool = False) -> list[Line]:
        """Return a row, and unless `brief` further ones for words without room and for pools that matter.

        `closed`: pools that only matter because their fighter is selected stay folded.
        """
        row, *further = self._without_key(combatant, brief, closed)
        key = Span(fit(self._seen.key(combatant), self._key_cells), "key")
        return [(*row[:_KEY_AT], key, *row[_KEY_AT + 1 :]), *further]

    def _without_key(self, combatant: Combatant, brief: bool, closed: bool) -> list[Line]:
        """Return a fighter's lines with blanks for the key, which changes with the question while they stay cached."""
        encounter, who = self._encounter, combatant.id
        hidden = self._hiding.get(who, NOT)
        called = self._called[bool(hidden.sign)].get(combatant.name)  # none of a member of a group that is folded
        question, picked = encounter.question, combatant.id == self._seen.selected
        asked_for = picked and not closed
        at_stake, touched = self._at_stake.get(who, ()), self._seen.touched.get(who, frozenset())
        look = _Look(
            grid=self._grid,
            cells=self._cells,
            key_cells=self._key_cells,
            asked=question is not None and question.who == who,
            selected=picked,
            marked=who in self._seen.marks,
            name=called.text if called is not None else combatant.name,
            hidden=hidden,
            mark=side_mark(self._order, combatant.profile.side),
            role=side_role(self._order, combatant.profile.side) if combatant.able else "dim",
            idle=combatant.waiting and not combatant.busy and not self._rules.display.activity(encounter, who),
            going=self._rules.display.pool_outlook(encounter, who) if combatant.able else "",
            opened=_opened(combatant, at_stake, asked_for, touched),
            whole=tuple(sorted({pool.group for pool in combatant.profile.pools} if asked_for else at_stake)),
            touched=touched,
            lost=tuple(self._seen.lost.get(who, {}).items()),
            drift=tuple(self._rules.display.pool_trends(encounter, who).items()) if combatant.able else (),
            brief=brief,
            shares=self._shares(combatant),
            unit=self._rules.unit,
            acting=tuple(
                (condition.acts, encounter[condition.acts].name)
                for condition in combatant.conditions
                if condition.acts in encounter
            ),
        )
        kept = self._kept.get((who, brief, closed))
        if kept is not None and kept.combatant is combatant and kept.look == look:
            return kept.lines
        lines = _laid(combatant, look)
        self._kept[who, brief, closed] = _Drawn(combatant, look, lines)
        return lines

    def _shares(self, combatant: Combatant) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
        """Return, by pool, (points left, full points) of a group's members: of those still standing, else of all."""
        if not isinstance(combatant.profile.name, CrowdName):
            return ()
        everyone = members(self._whole, combatant.group)
        return tuple(shares_of([member for member in everyone if member.able] or everyone).items())


def lay_fighters(
    encounter: Encounter,
    rules: Rules,
    *,
    cells: int,
    height: int,
    seen: Seen | None = None,
    whole: Encounter | None = None,
    kept: LineCache | None = None,
) -> Fighters:
    """Lay a heading and as many fighters as `height` lines hold, those in focus always, the fallen last.

    `whole` is the fight with no group folded. `kept` has what is known from the drawing before.
    """
    seen, kept = seen or Seen(), kept or LineCache()
    everyone = encounter.combatants
    top = max(0, min(seen.top, len(everyone) - 1))
    focus = tuple(dict.fromkeys((*in_focus(encounter, rules, seen.selected, whole), *seen.marks)))
    middle = _middle(encounter, focus, seen.selected, top)
    near = {
        *range(len(everyone))[max(0, middle - height) : middle + height + 1],
        *(encounter.seats[who] for who in focus),
    }
    grid = lay_grid([everyone[place] for place in sorted(near)], cells, kept.needs, seen.key_cells)
    headed = height > len(in_focus(encounter, rules, "", whole)) and bool(seen.title or grid.words)
    heading = [lay_heading(grid, cells, seen.title, seen.lit)] if headed else []
    room = height - len(heading)
    pane = FighterRows(encounter, rules, cells, grid, seen, kept, whole)
    away = _folded_away(pane, encounter, focus, top, room, seen.fold_fallen)
    if away:
        standing = tuple(fighter for fighter in everyone if fighter not in away)
        seats = {fighter.id: seat for seat, fighter in enumerate(standing)}
        shown = _shown(
            pane, replace(encounter, combatants=standing, seats=seats), focus, top=0, middle=0, room=room - 1
        )
        return _lay_lines(standing, shown, heading, room - 1, cells, away)
    shown = _shown(pane, encounter, focus, top, middle, room)
    return _lay_lines(everyone, shown, heading, room, cells)


def _folded_away(
    pane: FighterRows, encounter: Encounter, focus: Sequence[str], top: int, room: int, always: bool
) -> tuple[Combatant, ...]:
    """Return the fallen who share one line, where `room` is too small for a row each, or `always`.

    None while the list is scrolled by hand, so that `top` is not 0.
    """
    everyone = encounter.combatants
    away = fallen(everyone, focus)
    if top or not away or room <= len(focus) + 1:
        return ()
    if always:
        return away
    if len(everyone) <= room and sum(len(pane.lines(fighter)) for fighter in everyone) <= room:
        return ()
    return away


def _lay_lines(
    everyone: Sequence[Combatant],
    shown: Mapping[int, list[Line]],
    heading: Sequence[Line],
    room: int,
    cells: int,
    away: Sequence[Combatant] = (),
) -> Fighters:
    """Return the heading, the lines of those shown with a line for each gap, and the line of those folded `away`.

    They have `room` lines between heading and fallen. `shown` has the lines of each fighter by seat.
    """
    lines, rows = list(heading), [""] * len(heading)
    height = len(heading) + room + bool(away)
    runs = hidden_runs(len(everyone), shown)
    merged = sum(map(len, shown.values())) + len(runs) > room
    starts = {} if merged else {run.start: run for run in runs}
    for place, fighter in enumerate(everyone):
        if place in shown:
            lines += shown[place]
            rows += [fighter.id] * len(shown[place])
        elif place in starts:
            run = starts[place]
            sign = "↑" if run.start == 0 else "↓" if run.stop == len(everyone) else ELLIPSIS
            lines.append(_hidden_count(sign, everyone[run.start : run.stop], cells))
            rows.append("")
    if merged and runs:
        lines.append(_hidden_count("↕", [everyone[seat] for run in runs for seat in run], cells))
        rows.append("")
    if away:
        lines.append(lay_fallen(away, cells))
        rows.append("")
    above = len(runs[0]) if runs and runs[0].start == 0 else 0
    below = sum(map(len, runs)) - above + len(away)
    return Fighters(tuple(lines[:height]), tuple(rows[:height]), above, below)


def _middle(encounter: Encounter, focus: Sequence[str], selected: str, top: int) -> int:
    """Return the seat around which others are shown: the selected or most needed fighter's, or `top` when scrolled."""
    if top or not focus:
        return top
    return encounter.seats[encounter[selected].id if selected in encounter else focus[0]]


def _shown(
    pane: FighterRows, encounter: Encounter, focus: Sequence[str], top: int, middle: int, room: int
) -> dict[int, list[Line]]:
    """Return the fighters with room by seat, each with its lines: all in full, or without the fallen or further lines.

    Fighters who stand come before lines for gaps. Without room for all, those around the seat `middle` from seat `top`
    on.
    """
    everyone, seat_of = encounter.combatants, encounter.seats
    many = len(everyone)
    standing = [combatant for combatant in everyone if combatant.able or combatant.id in focus]
    in_focus = [encounter[who] for who in focus]
    telling = [fighter for fighter in in_focus if tells_more(fighter)]
    for visible, full in (
        (everyone, everyone),
        (standing, standing),
        (standing, in_focus),
        (standing, telling),
        (standing, []),
    ):
        if top or len(visible) > room:
            continue
        ids = {fighter.id for fighter in full}
        shown = {seat_of[fighter.id]: pane.lines(fighter, brief=fighter.id not in ids) for fighter in visible}
        heights = {seat: len(lines) for seat, lines in shown.items()}
        if taken(many, heights) <= room:
            fallen = {
                seat: pane.lines(fighter, brief=True) for seat, fighter in enumerate(everyone) if seat not in shown
            }
            heights |= {seat: len(lines) for seat, lines in fallen.items()}
            seats = chosen(many, room, shown, fallen, heights)
            rows = {seat: shown.get(seat) or fallen[seat] for seat in seats}
            return rows if full else _unfolded(rows, pane, encounter, focus, room - taken(many, seats))
    if not top and len(standing) < room:
        rows = {seat_of[fighter.id]: pane.lines(fighter, brief=True) for fighter in standing}
        return _unfolded(rows, pane, encounter, focus, room - len(standing) - 1)
    around = _around(everyone, top, middle, room + 2)
    brief = {seat: pane.lines(everyone[seat], brief=True) for seat in (*(seat_of[who] for who in focus), *around)}
    spare = room - len(focus) - 2  # a line each for the gaps above and below
    for combatant in telling:
        lines = pane.lines(combatant)
        if len(lines) - 1 <= spare:
            brief[seat_of[combatant.id]] = lines
            spare -= len(lines) - 1
    heights = {seat: len(lines) for seat, lines in brief.items()}
    seats = chosen(many, room, [seat_of[who] for who in focus], brief, heights)
    return _unfolded({seat: brief[seat] for seat in seats}, pane, encounter, focus, room - taken(many, seats))


def _around(everyone: Sequence[Combatant], top: int, middle: int, most: int) -> list[int]:
    """Return at most `most` seats from `top` on, nearest to the seat `middle`: standing fighters, then the others."""
    able = [seat for seat in range(top, len(everyone)) if everyone[seat].able]
    middle_place = bisect(able, middle)
    near = sorted(able[max(0, middle_place - most) : middle_place + most], key=lambda seat: abs(seat - middle))[:most]
    if len(near) == most:
        return near
    fallen = [seat for seat in range(top, len(everyone)) if not everyone[seat].able]
    return [*near, *sorted(fallen, key=lambda seat: abs(seat - middle))][:most]


def tells_more(combatant: Combatant) -> bool:
    """Return whether its further lines would tell of conditions or of touched pools, not only of full ones."""
    pools = zip(combatant.profile.pools, combatant.pools, strict=True)
    return bool(combatant.conditions) or any(pool.group and not pool.untouched(now) for pool, now in pools)


def _unfolded(
    shown: dict[int, list[Line]], pane: FighterRows, encounter: Encounter, focus: Sequence[str], space: int
) -> dict[int, list[Line]]:
    """Return the lines shown by seat, with all lines for as many fighters in focus as `space` further lines allow."""
    unfolded = dict(shown)
    for who in focus:
        seat, fighter = encounter.seats[who], encounter[who]
        for lines in (pane.lines(fighter), pane.lines(fighter, closed=True)):
            if seat in unfolded and 0 < len(lines) - len(unfolded[seat]) <= space:
                space -= len(lines) - len(unfolded[seat])
                unfolded[seat] = lines
    return unfolded


def _hidden_count(arrow: str, hidden: Sequence[Combatant], cells: int) -> Line:
    """Return the line for fighters out of sight: the arrow towards them, how many, and how many of them are down."""
    down = sum(combatant.presence is Presence.DOWN for combatant in hidden)
    words = f" {arrow} {len(hidden)} more"
    if down:
        words += f", {'' if down == len(hidden) else f'{down} of them '}down"
    return (Span(cut(words, cells), "dim"),)


def _opened(
    combatant: Combatant, at_stake: Collection[str], selected: bool, touched: Collection[str]
) -> tuple[str, ...]:
    """Return the groups of pools that matter: in play always, touched, at stake, or of the selected fighter."""
    opened = [
        pool.group
        for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)
        if selected or not pool.group or not pool.untouched(now) or pool.group in at_stake or pool.name in touched
    ]
    in_order = sorted(dict.fromkeys(opened), key=lambda group: group != "")  # those always in play are first
    return tuple(in_order) or tuple(dict.fromkeys(pool.group for pool in combatant.profile.pools))[:1]


def _laid(combatant: Combatant, look: _Look) -> list[Line]:
    """Return the lines of a fighter: name, bars and words in as few as possible, further groups of pools below."""
    grid = look.grid
    lost, drift, shares = dict(look.lost), dict(look.drift), dict(look.shares)
    lines: list[Line] = []
    further: list[Line] = []
    groups = grouped(combatant)
    first, *others = look.opened or ("",)
    for place, row in enumerate(lay_pools(groups.get(first, ()), grid, combatant.able, lost, drift, shares)):
        lines.append((*_head(combatant, look), *row) if place == 0 else (Span(" " * grid.left), *row))
    if not lines:
        lines.append(_head(combatant, look))
    for group in others:
        for place, row in enumerate(
            lay_pools(_members(groups[group], look), grid, combatant.able, lost, drift, shares)
        ):
            further.append((Span("     "), Span(fit(group if place == 0 else "", grid.left - 5), "dim"), *row))
    words = _words(combatant, look)
    if look.brief and words not in ("", ORDERS) and look.cells - line_width(lines[0]) < _LEAST_WORDS + 3:
        lines[0] = (*lines[0], Span(f" {BORNE}", "state"))
    elif len(look.opened) < len(groups) or (look.brief and further):
        lines[0] = (*lines[0], Span(f" {FOLDED}", "dim"))
    room = look.cells - line_width(lines[0]) - 1
    if words and (width(words) <= room or (look.brief and room >= _LEAST_WORDS)):
        lines[0] = (*lines[0], Span(" "), Span(cut(words, room), "state"))
    elif words and words != ORDERS and further and line_width(further[-1]) + 2 + width(words) <= look.cells:
        further[-1] = (*further[-1], Span("  "), Span(words, "state"))
    elif words and words != ORDERS and not look.brief:
        lines.append((Span("     "), Span(cut(words, look.cells - 5), "state")))
    return lines if look.brief else [*lines, *further]


def _members(pools: list[tuple[Pool, int]], look: _Look) -> list[tuple[Pool, int]]:
    """Return the pools of an opened group: all under a heading or where all may matter, else the touched ones."""
    if headed(pools, look.grid) or pools[0][0].group in look.whole:
        return pools
    return [(pool, now) for pool, now in pools if not pool.untouched(now) or pool.name in look.touched]


def _head(combatant: Combatant, look: _Look) -> Line:
    """Return the text before the bars: the mark of the fighter who is asked, the key, the side, the name."""
    name_role = "selected" if look.selected else "asked" if look.asked else look.role
    name = look.hidden.sign + look.name
    return (
        Span("►" if look.asked else " ", "asked" if look.asked else ""),
        Span(" " * look.key_cells, "key"),
        Span(look.mark, look.role),
        Span(fit(name, look.grid.left - 3 - look.key_cells), name_role),
        Span(MARKED, "strong") if look.marked else Span(" "),
    )


def condition_words(combatant: Combatant, unit: TimeUnit = WHOLE, name: Names = str) -> str:
    """Return the conditions of a combatant in words: `prone, stunned −5 until 60`. `name` says what an id is called."""
    parts = []
    for condition in combatant.conditions:
        weight = f" {signed(condition.amount)}" if condition.amount else ""
        until = f" until {unit.text(condition.until)}" if condition.until is not None else ""
        if condition.acts:
            whose = "it" if condition.acts == combatant.id else name(condition.acts)
            until = f" to the end of the turn of {whose}" if condition.lasts else f" until {whose} acts"
        parts.append(f"{condition.label}{weight}{until}")
    return ", ".join(parts)


def _words(combatant: Combatant, look: _Look) -> str:
    """Return the state of a fighter in words: presence, visibility, conditions, activity, orders."""
    parts = [] if combatant.presence is Presence.IN else [combatant.presence.value]
    if look.hidden.words:
        parts.append(look.hidden.words)
    if look.idle:
        parts.append("waiting")
    names = dict(look.acting)
    if conditions := condition_words(combatant, look.unit, lambda who: names.get(who, who)):
        parts.append(conditions)
    if look.going:
        parts.append(look.going)
    if combatant.orders:
        parts.append(ORDERS)
    return ", ".join(parts)
