"""Pools: the columns in which the pools of fighters stand, each as bar and number, for any list of pools in groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tracker.encounter.combatant import Combatant, Pool
from tracker.views.canvas import Canvas
from tracker.views.cells import Line, Span, cut, fit, width
from tracker.views.numbers import bar, health, plain_number

READABLE = 12
"""Cells of a bar before anything else in its row gets room."""
LEAST = 8
"""Cells of a bar before fewer of them stand in a row."""
_SHORTEST = 4
"""Cells of a bar before its name takes a second column."""
_LONGEST = 32
_TAIL = 18
"""Cells for words at the end of a row, once the bars can be read."""
_FOLDED = 2
"""Cells for the mark of what is folded."""
_NARROWEST_NAME, _WIDEST_NAME = 8, 16


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns: where bars begin, how many stand in a row, and how wide bar and number are."""

    left: int
    """Cells before the first bar: key, mark and name."""
    per: int
    bar: int
    number: int
    gap: int
    words: tuple[str, ...]
    """What the columns are called, once for all; empty when each bar has its own label."""
    heads: tuple[str, ...]
    """The same as it fits above them: abbreviations where words are too long."""
    label: int
    """Cells of such a label."""

    @property
    def column(self) -> int:
        """Cells from the beginning of one column to the next."""
        return (self.label + 1 if self.label else 0) + self.bar + 1 + self.number + self.gap

    @property
    def end(self) -> int:
        """The column after the last number."""
        return self.left + self.per * self.column - self.gap


def word(pool: Pool) -> str:
    """What a pool is called within its group, in full."""
    return pool.short or pool.label or pool.name


def grouped(combatant: Combatant) -> dict[str, list[tuple[Pool, int]]]:
    """The pools by group with the points left, in the order of the sheet."""
    pairs = list(zip(combatant.profile.pools, combatant.pools, strict=True))
    groups: dict[str, list[tuple[Pool, int]]] = {}
    for name, members in groupby(pairs, key=lambda pair: pair[0].group):
        groups.setdefault(name, []).extend(members)
    return groups


def _first(combatant: Combatant) -> tuple[Pool, ...]:
    """The pools that are always in play, or those of the first group where all of them may fold."""
    pools = combatant.profile.pools
    group = "" if any(not pool.group for pool in pools) or not pools else pools[0].group
    return tuple(pool for pool in pools if pool.group == group)


def _kinds(combatants: Sequence[Combatant]) -> list[Combatant]:
    """One of each kind: fighters of a kind share their pools, and a crowd has few kinds."""
    return list({id(one.profile.pools): one for one in combatants}.values())


def lay_grid(combatants: Sequence[Combatant], cells: int) -> Grid:
    """The columns that serve all these fighters in `cells`; long names give way to bars that can be read."""
    left = _left(combatants, cells)
    number = _widest(combatants)
    kinds = _kinds(combatants)
    called = {tuple(map(word, _first(one))) for one in kinds}
    words = called.pop() if len(called) == 1 else ()
    narrowest = min(left, 5 + _NARROWEST_NAME)
    for gap, least, fewest in ((2, LEAST, left), (1, LEAST, narrowest), (1, _SHORTEST, left)):
        own = min(left, cells - _FOLDED + gap - len(words) * (number + 1 + gap + least))
        if words and own >= fewest:
            blocks = _bar(cells - _FOLDED - own - len(words) * (number + 1 + gap) + gap, len(words))
            pairs = zip(words, _first(combatants[0]), strict=True)
            heads = tuple(full if width(full) < blocks + number + gap else pool.name for full, pool in pairs)
            return Grid(own, len(words), blocks, number, gap, words, heads, 0)
    label = max((width(pool.name) for one in kinds for pool in one.profile.pools), default=0)
    most = max((len(_first(one)) for one in kinds), default=1)
    room, taken = cells - left - _FOLDED, label + 1 + number + 2
    per = max(1, min(most, (room + 1) // (taken + LEAST)))
    per = -(-most // -(-most // per)) if most else 1
    return Grid(left, per, max(1, _bar(room + 1 - per * taken, per)), number, 1, (), (), label)


def _left(combatants: Sequence[Combatant], cells: int) -> int:
    names = max((width(combatant.name) for combatant in combatants), default=0)
    return 5 + max(_NARROWEST_NAME, min(names, _WIDEST_NAME, cells // 5))


def _bar(free: int, per: int) -> int:
    """The length of a bar: readable first, then words get some of what is free, then it grows."""
    own = min(free // per, READABLE)
    rest = free - own * per
    return own if own < READABLE else min(_LONGEST, own + max(0, rest - _TAIL) // per)


def least_cells(combatants: Sequence[Combatant], blocks: int) -> int:
    """The cells in which everyone's pools that are in play stand in one row with bars of `blocks`."""
    number = _widest(combatants)
    most = max((len(_first(one)) for one in _kinds(combatants)), default=1)
    names = max((width(combatant.name) for combatant in combatants), default=0)
    return 5 + max(_NARROWEST_NAME, min(names, _WIDEST_NAME)) + most * (blocks + number + 3) - 2 + _FOLDED


def tightest_cells(combatants: Sequence[Combatant], cells: int) -> int:
    """The same with the shortest bars that can be read, names cut and one cell between; 0 where `cells` will do."""
    if lay_grid(combatants, cells).bar >= LEAST:
        return 0
    most = max((len(_first(one)) for one in _kinds(combatants)), default=1)
    number = _widest(combatants)
    return 5 + _NARROWEST_NAME + most * (LEAST + number + 2) - 1 + _FOLDED


def lay_heading(grid: Grid, cells: int, title: str, lit: bool) -> Line:
    """The heading of the pane, with what the columns are called above them."""
    canvas = Canvas(cells)
    canvas.put(0, "─" * cells, "rule")
    if title:
        canvas.put(1, f"{'▸' if lit else ' '}{title} ", "title-lit" if lit else "title")
    for at, head in enumerate(grid.heads):
        canvas.put(grid.left + at * grid.column - 1, f" {cut(head, grid.column - grid.gap)} ", "title")
    return canvas.line()


def headed(pools: Sequence[tuple[Pool, int]], grid: Grid) -> bool:
    """Whether the heading says what these pools are called."""
    return bool(grid.words) and tuple(word(pool) for pool, _ in pools) == grid.words[: len(pools)]


def lay_pools(
    pools: Sequence[tuple[Pool, int]], grid: Grid, able: bool, lost: Mapping[str, int], drift: Mapping[str, int]
) -> list[list[Span]]:
    """Rows of bars and numbers; a pool the heading does not name has its own label in front of its bar."""
    rows: list[list[Span]] = []
    labels, span = ((), 1) if headed(pools, grid) else _labels([pool for pool, _ in pools], grid)
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
        role = health(now, pool.full) if able else "dim"
        left, shaded, gone = bar(now, pool.full, blocks, lost.get(pool.name, 0), drift.get(pool.name, 0))
        rows[-1] += [Span(left, role), Span(shaded, "lost"), Span(gone, "dim" if not able else role)]
        rows[-1].append(Span(" " + fit(_number(now, pool.full), grid.number, right=True), _number_role(role)))
    return rows


def _labels(pools: Sequence[Pool], grid: Grid) -> tuple[tuple[str, ...], int]:
    """What stands in front of each bar, in words or abbreviated, and how many columns each takes for it."""
    names = tuple(pool.name for pool in pools)
    if grid.label:
        return tuple(fit(name, grid.label) for name in names), 1
    most = min(2, grid.per)
    room = 0
    for span in range(1, most + 1):
        room = span * grid.column - grid.gap - grid.number - 2 - _SHORTEST
        for labels in (tuple(map(word, pools)), names):
            if max(map(width, labels), default=0) <= room:
                return labels, span
    return tuple(cut(name, room) for name in names), most


def _number_role(role: str) -> str:
    return role if role in ("low", "gone", "dim") else ""


def _number(now: int, full: int) -> str:
    return f"{plain_number(now)}/{full}"


def _widest(combatants: Sequence[Combatant]) -> int:
    """The cells of the longest number; crowds have few numbers that differ, and each of them is looked at once."""
    points = {(now, pool.full) for one in combatants for pool, now in zip(one.profile.pools, one.pools, strict=True)}
    return max((width(_number(now, full)) for now, full in points), default=3)
