"""Numbers drawn for the table: bars, seconds."""

from __future__ import annotations

from collections.abc import Collection

_FULL, _LOST, _GONE = "█▒░"
_EIGHTHS = "▏▎▍▌▋▊▉█"
_WHOLE = "▂"
"""The sign of a full pool: a low line, so that a loss stands out without colour too."""
LESS, MORE = "◂▸"
"""The signs at the edge of a bar: the clock takes points, or brings them."""
TICK = "┃"
"""The mark in the bar of a folded group at the points of a member."""


def bar(now: int, full: int, cells: int, lost: int = 0, drift: int = 0) -> tuple[str, str, str]:
    """Return a bar of `cells` in three parts: left `███`, lost in the last step `▒▒`, gone `░░`. Below 0 it is empty.

    A full pool is `▂▂▂`. The bar is never empty with a point left, nor full when hurt. What was lost is at least one
    cell. `drift` −1 or +1 puts an arrow at the edge, the way the clock takes it.
    """
    left = _share(now, full, cells)
    sign = _WHOLE if now >= full > 0 else _FULL
    shaded = min(cells, max(_share(now + lost, full, cells), left + 1)) - left if lost > 0 else 0
    solid = sign * (left - 1) + LESS if drift < 0 and left else sign * left
    rest = _GONE * (cells - left - shaded)
    if drift > 0 and left < cells:
        return solid + MORE, _LOST * (shaded - 1), rest if shaded else rest[1:]
    return solid, _LOST * shaded, rest


def share_bar(share: float, cells: int) -> tuple[str, str]:
    """Return a bar of a share from 0 to 1 in two parts: the filled one, to an eighth of a cell, and the empty one."""
    eighths = round(max(0.0, min(1.0, share)) * cells * len(_EIGHTHS))
    whole, rest = divmod(eighths, len(_EIGHTHS))
    left = _FULL * whole + (_EIGHTHS[rest - 1] if rest else "")
    return left, _GONE * (cells - len(left))


def cell_of(now: int, full: int, cells: int) -> int:
    """Return the cell of a bar, from 0, in which `now` of `full` points end. No points end in the first one."""
    return max(0, _share(now, full, cells) - 1)


def ticked(parts: tuple[str, str, str], ticks: Collection[int]) -> tuple[str, str, str]:
    """Return the parts of a bar with a tick in each of these cells. The arrow at its edge stays."""
    start, marked = 0, []
    for part in parts:
        signs = enumerate(part, start)
        marked.append("".join(TICK if cell in ticks and sign not in (LESS, MORE) else sign for cell, sign in signs))
        start += len(part)
    left, shaded, gone = marked
    return left, shaded, gone


def _share(now: int, full: int, cells: int) -> int:
    """Return the filled cells of a bar: none at 0, all when full, at least one missing or filled between."""
    if full <= 0 or now <= 0:
        return 0
    if now >= full:
        return cells
    return max(1, min(cells - 1, round(now * cells / full)))


def health(now: int, full: int) -> str:
    """Return the role of a pool with `now` of `full` points.

    It is `well`, `worn` at half or less, `low` at a quarter or less, `gone` at nothing.
    """
    if now <= 0 < full:
        return "gone"
    return "low" if now * 4 <= full else "worn" if now * 2 <= full else "well"


def seconds(value: float) -> str:
    """Return a number of seconds in words: `1.7 s`, `12 s`, `2 min 5 s`."""
    if value >= 60:
        minutes, rest = divmod(round(value), 60)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{value:g} s"
