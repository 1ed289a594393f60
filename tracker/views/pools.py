"""Pools: the columns in which the pools of fighters stand, each as bar and number, for any list of pools in groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import is_
from typing import NamedTuple

from tracker.model.combatant import Combatant, Pool, Profile
from tracker.model.events import Event, PoolChanged
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.text.cells import Line, Span, cut, fit, width
from tracker.views.canvas import Canvas
from tracker.views.numbers import bar, cell_of, health, ticked
from tracker.views.short_names import shortened

READABLE = 12
"""The cells of a bar before anything else in its row gets room."""
LEAST = 8
"""The cells of a bar before a row has fewer bars."""
_FOR_NAMES = 6
"""The cells of a bar before a name is shortened."""
_SHORTEST = 4
"""The cells of a bar before its name takes a second column."""
_LONGEST = 32
_TAIL = 18
"""The cells for words at the end of a row, once the bars can be read."""
_LONGEST_LABEL = 10
"""The most cells of a label before each bar."""
_FOLDED = 2
"""The cells for the mark of folded pools."""
_NARROWEST_NAME, _WIDEST_NAME = 8, 16


Shares = Mapping[str, Collection[tuple[int, int]]]
"""The points left and the full points of each member of a group, by pool."""


def shares_of(standing: Sequence[Combatant]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return, by pool, the (points left, full points) of a group's members, where these differ between them."""
    shares: dict[str, dict[tuple[int, int], None]] = {}
    for member in standing:
        for pool, now in zip(member.profile.pools, member.pools, strict=True):
            shares.setdefault(pool.name, {})[pool.left(now), pool.full] = None
    return {name: tuple(each) for name, each in shares.items() if len(each) > 1}


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns: where bars begin, how many are in a row, and how wide bar and number are."""

    left: int
    """The cells before the first bar: key, mark and name."""
    per: int
    bar: int
    number: int
    gap: int
    words: tuple[str, ...]
    """The names of the columns, once for all. Empty when each bar has a label."""
    heads: tuple[str, ...]
    """The headings that fit above the columns: abbreviations where words are too long."""
    label: int
    """The cells of a label."""

    @property
    def column(self) -> int:
        """The cells from the beginning of one column to the next."""
        return (self.label + 1 if self.label else 0) + self.bar + 1 + self.number + self.gap

    @property
    def end(self) -> int:
        return self.left + self.per * self.column - self.gap


def word(pool: Pool) -> str:
    """Return the full name of a pool within its group."""
    return pool.short or pool.label or pool.name


def pool_words(combatant: Combatant) -> dict[str, str]:
    """Return what each pool of a fighter is called by its name, with its group where two are called the same."""
    pools = combatant.profile.pools
    alike = Counter(map(word, pools))
    return {pool.name: f"{pool.group if alike[word(pool)] > 1 else ''} {word(pool)}".strip() for pool in pools}


def in_pool_words(event: Event, encounter: Encounter) -> Event:
    """Return the change of a pool with the pool's word as its label, as the bars have it. Other events as they are."""
    if not isinstance(event, PoolChanged) or event.label or event.who not in encounter:
        return event
    called = pool_words(encounter[event.who]).get(event.pool, event.pool)
    return event if called == event.pool else replace(event, label=called)


def grouped(combatant: Combatant) -> dict[str, list[tuple[Pool, int]]]:
    """Return, by group, the (pool, points left) of a fighter, in the order of the sheet."""
    pairs = list(zip(combatant.profile.pools, combatant.pools, strict=True))
    groups: dict[str, list[tuple[Pool, int]]] = {}
    for name, members in groupby(pairs, key=lambda pair: pair[0].group):
        groups.setdefault(name, []).extend(members)
    return groups


def first_pools(combatant: Combatant) -> tuple[Pool, ...]:
    """Return the pools that are always in play, or those of the first group where all of them may fold."""
    pools = combatant.profile.pools
    group = "" if any(not pool.group for pool in pools) or not pools else pools[0].group
    return tuple(pool for pool in pools if pool.group == group)


@dataclass(frozen=True, slots=True)
class _PoolWidths:
    """The cells that the row of one fighter takes, and its pools."""

    fighter_name: int
    words: tuple[str, ...]
    """The names of its pools in play."""
    abbreviations: tuple[str, ...]
    held: tuple[bool, ...]
    """True for each of them of which the fighter can have points."""
    label: int
    number: int


class _Measured(NamedTuple):
    """The widths of a fighter, and the value they were measured for."""

    profile: Profile
    points: tuple[int, ...]
    widths: _PoolWidths


class _Laid(NamedTuple):
    """A grid, and the widths it was laid for."""

    widths: list[_PoolWidths]
    grid: Grid


class Needs:
    """The widths that fighters need, measured again only for fighters who changed: a key changes few of a crowd."""

    def __init__(self) -> None:
        self._measured: dict[str, _Measured] = {}
        self._grids: dict[tuple[int, int], _Laid] = {}

    def of(self, combatants: Sequence[Combatant]) -> list[_PoolWidths]:
        """Return the widths of each fighter. They are the same object until the fighter changes."""
        needed: list[_PoolWidths] = []
        for combatant in combatants:
            profile, before = combatant.profile, self._measured.get(combatant.profile.id)
            if before is None or before.profile is not profile or before.points is not combatant.pools:
                widths = _pool_widths(combatant)
                # The old value stays while it is equal, so that `grid` can compare by identity.
                same = before.widths if before is not None and widths == before.widths else widths
                before = self._measured[profile.id] = _Measured(profile, combatant.pools, same)
            needed.append(before.widths)
        return needed

    def grid(self, combatants: Sequence[Combatant], cells: int, key: int = 1) -> Grid:
        """Return the columns for these fighters in `cells`, the former ones while their needs are the same.

        `key` is how many cells are for the key before each name.
        """
        needed, before = self.of(combatants), self._grids.get((cells, key))
        # One cell for the key is among those before every name: the grid is told of further ones.
        if before is None or len(before.widths) != len(needed) or not all(map(is_, before.widths, needed)):
            before = self._grids[cells, key] = _Laid(needed, _grid(needed, cells, key - 1))
        return before.grid


def _pool_widths(combatant: Combatant) -> _PoolWidths:
    """Return the cells that a fighter needs for its name, for labels and numbers, and its pools in play."""
    profile, in_play = combatant.profile, first_pools(combatant)
    label = max((min(_LONGEST_LABEL, width(_shortest_label(pool))) for pool in profile.pools), default=0)
    numbers = (width(pool.text(now)) for pool, now in zip(profile.pools, combatant.pools, strict=True))
    abbreviations = tuple(pool.name for pool in in_play)
    held = tuple(not pool.lacking for pool in in_play)
    words = tuple(map(word, in_play))
    return _PoolWidths(width(profile.name), words, abbreviations, held, label, max(numbers, default=3))


def lay_grid(combatants: Sequence[Combatant], cells: int, needs: Needs | None = None, key: int = 1) -> Grid:
    """Return the columns that serve all these fighters in `cells`. Long names give way to bars that can be read.

    `key` is how many cells stand free for the key of each.
    """
    return (needs or Needs()).grid(combatants, cells, key)


def _grid(widths: Sequence[_PoolWidths], cells: int, key_cells: int) -> Grid:
    """Return the columns in `cells`, of which `key_cells` are free for keys.

    If all have the same pools in play, the heading names them once, with gaps, bars and names as roomy as possible.
    A pool of which no fighter can have points has no column.
    Otherwise each bar has a label, and a fighter takes as many rows as its pools need.
    """
    number, left = _widest(widths), _left(widths, cells // 5) + key_cells
    alike = bool(widths) and all(row.words == widths[0].words for row in widths)
    columns = (
        tuple(place for place, held in enumerate(zip(*(row.held for row in widths), strict=True)) if any(held))
        if alike
        else ()
    )
    words = tuple(widths[0].words[place] for place in columns)
    narrowest = min(left, 5 + key_cells + _NARROWEST_NAME)
    whole = _left(widths, _WIDEST_NAME) + key_cells
    for gap, least_bar, least_left, most_left in (
        (2, _FOR_NAMES, whole, whole),
        (2, LEAST, left, left),
        (1, LEAST, narrowest, left),
        (1, _SHORTEST, left, left),
    ):
        left_here = min(most_left, cells - _FOLDED + gap - len(words) * (number + 1 + gap + least_bar))
        if words and left_here >= least_left:
            bar_cells = _bar(cells - _FOLDED - left_here - len(words) * (number + 1 + gap) + gap, len(words))
            pairs = zip(words, (widths[0].abbreviations[place] for place in columns), strict=True)
            heads = tuple(full if width(full) < bar_cells + number + gap else name for full, name in pairs)
            return Grid(
                left=left_here, per=len(words), bar=bar_cells, number=number, gap=gap, words=words, heads=heads, label=0
            )
    label, most = max((row.label for row in widths), default=0), _most(widths)
    room, taken = cells - left - _FOLDED, label + 1 + number + 2
    per_row = max(1, min(most, (room + 1) // (taken + LEAST)))
    # As many rows as that takes, but the pools spread evenly over them.
    per_row = -(-most // -(-most // per_row)) if most else 1
    return Grid(
        left=left,
        per=per_row,
        bar=max(1, _bar(room + 1 - per_row * taken, per_row)),
        number=number,
        gap=1,
        words=(),
        heads=(),
        label=label,
    )


def _left(widths: Sequence[_PoolWidths], most: int) -> int:
    return 5 + max(_NARROWEST_NAME, min(max((row.fighter_name for row in widths), default=0), _WIDEST_NAME, most))


def _most(widths: Sequence[_PoolWidths]) -> int:
    return max((sum(row.held) for row in widths), default=1)


def _widest(widths: Sequence[_PoolWidths]) -> int:
    return max((row.number for row in widths), default=3)


def _bar(free: int, per: int) -> int:
    """Return the cells of a bar, with `free` cells for `per` bars in a row.

    It is first readable, then words get part of the free cells, then it grows.
    """
    readable = min(free // per, READABLE)
    rest = free - readable * per
    return readable if readable < READABLE else min(_LONGEST, readable + max(0, rest - _TAIL) // per)


def least_cells(combatants: Sequence[Combatant], blocks: int, needs: Needs | None = None) -> int:
    """Return the cells in which everyone's pools that are in play are in one row with bars of `blocks`."""
    widths = (needs or Needs()).of(combatants)
    number = _widest(widths)
    return _left(widths, _WIDEST_NAME) + _most(widths) * (blocks + number + 3) - 2 + _FOLDED


def lay_heading(grid: Grid, cells: int, title: str, lit: bool) -> Line:
    """Return the heading of the pane, with the names above the columns, and a mark where it is `lit`, as in use."""
    canvas = Canvas(cells)
    canvas.put(0, "─" * cells, "rule")
    if title:
        canvas.put(1, f"{'▸' if lit else ' '}{title} ", "title-lit" if lit else "title")
    for place, head in enumerate(grid.heads):
        canvas.put(grid.left + place * grid.column - 1, f" {cut(head, grid.column - grid.gap)} ", "title")
    return canvas.line()


def heading_words(grid: Grid) -> str:
    """Return what the columns are called, each above its bar, from the first bar on."""
    canvas = Canvas(grid.per * grid.column)
    for place, head in enumerate(grid.heads):
        canvas.put(place * grid.column, cut(head, grid.column - grid.gap))
    return "".join(span.text for span in canvas.line())


def headed(pools: Sequence[tuple[Pool, int]], grid: Grid) -> bool:
    """Return whether the heading says what these pools are called."""
    named = tuple(word(pool) for pool, _ in _in_columns(pools, grid))
    return bool(named) and named == grid.words[: len(named)]


def _in_columns(pools: Sequence[tuple[Pool, int]], grid: Grid) -> list[tuple[Pool, int]]:
    """Return these pools without those that have neither points nor a column."""
    return [(pool, now) for pool, now in pools if not pool.lacking or word(pool) in grid.words]


def lay_pools(
    pools: Sequence[tuple[Pool, int]],
    grid: Grid,
    able: bool,
    lost: Mapping[str, int],
    drift: Mapping[str, int],
    shares: Shares | None = None,
) -> list[list[Span]]:
    """Return rows of bars and numbers. A pool the heading does not name has its own label in front of its bar.

    The column of one of which a fighter can have no points stays empty. By pool, `lost` has the points lost in the last
    step, `drift` the way the clock takes it (−1 or +1), and `shares` the points of the members of a folded group: each
    bar has a tick where those of a member end.
    """
    rows: list[list[Span]] = []
    under_heading = headed(pools, grid)
    pools = _in_columns(pools, grid) if under_heading else [pair for pair in pools if not pair[0].lacking]
    labels, span = ((), 1) if under_heading else _labels([pool for pool, _ in pools], grid)
    label = max(map(width, labels), default=0)
    room = span * grid.column - grid.gap - grid.number - 1 - (label + 1 if label else 0)
    blocks = min(room, grid.bar)
    for place, (pool, now) in enumerate(pools):
        if place % (grid.per // span) == 0:
            rows.append([])
        else:
            rows[-1].append(Span(" " * (grid.gap + room - blocks)))
        if labels:
            rows[-1].append(Span(fit(labels[place], label) + " ", "dim"))
        if pool.lacking:
            rows[-1].append(Span(" " * (blocks + 1 + grid.number)))
            continue
        points = pool.left(now)
        role = "dim" if not able else "full" if points >= pool.full else health(points, pool.full)
        parts = bar(points, pool.full, blocks, lost.get(pool.name, 0), drift.get(pool.name, 0))
        ends = {cell_of(has, full, blocks) for has, full in (shares or {}).get(pool.name, ())}
        left, shaded, gone = ticked(parts, ends)
        drawn = role if able else "full"
        rows[-1] += [Span(left, drawn), Span(shaded, "shaded"), Span(gone, drawn)]
        number = fit(pool.text(now), grid.number, right=True)
        rows[-1] += [Span(" "), Span(number, "lost" if shaded else _number_role(role))]
    return rows


def _shortest_label(pool: Pool) -> str:
    """Return the abbreviation of a pool, such as `PFT`. Where a game only has a name of its own for it, the word.

    A bar that players see without figures has none.
    """
    return pool.name if not pool.name or pool.name.isupper() else word(pool)


def _labels(pools: Sequence[Pool], grid: Grid) -> tuple[tuple[str, ...], int]:
    """Return the labels of pools that the heading does not name, and how many columns each bar with its label takes."""
    names = tuple(pool.name for pool in pools)
    if grid.label:
        called = (word(pool) if width(word(pool)) <= grid.label else _shortest_label(pool) for pool in pools)
        return tuple(fit(shortened(label, grid.label), grid.label) for label in called), 1
    most = min(2, grid.per)
    room = 0
    for span in range(1, most + 1):
        room = span * grid.column - grid.gap - grid.number - 2 - _SHORTEST
        for labels in (tuple(map(word, pools)), names):
            if max(map(width, labels), default=0) <= room:
                return labels, span
    return tuple(shortened(name, room) for name in names), most


def _number_role(role: str) -> str:
    """Return the style of a number: that of its bar where the bar warns, quiet where the pool is full."""
    return role if role in ("low", "gone", "dim") else "dim" if role == "full" else "number"
