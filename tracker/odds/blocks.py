"""Drawing: a forecast in blocks: a bar for each side, a histogram of its length, and of what is left of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.odds.result import Odds, Row, how_long, interval, lines, percent, side
from tracker.odds.tally import Tally
from tracker.text.cells import clean, fit, width

BAR = 20
"""The cells of the bar of a side."""
BLOCKS = " ▁▂▃▄▅▆▇█"
_FULL, _EMPTY = "█", "░"
_COLUMNS = 24
"""The blocks of the histogram of lengths."""


def page(odds: Odds, cells: int = 0) -> list[str]:
    """Return the forecast with a bar for each side and histograms of lengths and losses, policy by policy.

    In lines of `cells` where that is not 0 and words allow it.
    """
    page_lines = lines(odds, cells)
    for row in odds.rows:
        if row.tally.fights:
            page_lines += [
                "",
                clean(row.policy),
                *_bars(odds, row),
                *_lengths(odds, row.tally),
                *_losses(odds, row.tally),
            ]
    return page_lines


def _bars(odds: Odds, row: Row) -> list[str]:
    """Return a line for each side: its name, a bar of its victories, and their share with its interval."""
    wide = max(width(side(name)) for name in odds.sides)
    return [
        f"  {fit(side(name), wide)}  {bar(row.tally.won(name).share)}  {interval(row.tally.won(name))}"
        for name in odds.sides
    ]


def bar(share: float, cells: int = BAR) -> str:
    """Return a bar of `cells` cells: empty only for a share of 0, full only for a share of 1."""
    full = round(share * cells)
    full = max(1, full) if share > 0 else full
    full = min(cells - 1, full) if share < 1 else full
    return _FULL * full + _EMPTY * (cells - full)


def blocks(numbers: Sequence[int]) -> str:
    """Return a block for each number, as high as it is great. A blank stands for none at all."""
    most = max(numbers, default=0)
    return "".join(
        BLOCKS[max(1, round(number * (len(BLOCKS) - 1) / most))] if number else BLOCKS[0] for number in numbers
    )


def columns(lengths: Mapping[int, int], cells: int = _COLUMNS) -> tuple[int, int, list[int]]:
    """Return the first and last count at which fights were over, and their numbers in equal parts between them.

    `lengths` has the number of fights for each last count. There are at most `cells` parts.
    """
    if not lengths:
        return 0, 0, []
    first, last = min(lengths), max(lengths)
    cells = min(cells, last - first + 1)
    parts = [0] * cells
    for count, number in lengths.items():
        parts[(count - first) * cells // (last - first + 1)] += number
    return first, last, parts


def _lengths(odds: Odds, tally: Tally) -> list[str]:
    """Return one line: the shortest and the longest decided fight, and blocks between. No line without such fights."""
    first, last, parts = columns(tally.lengths)
    if not parts:
        return []
    return [f"  over  {how_long(odds.unit, first)} {blocks(parts)} {how_long(odds.unit, last)}"]


def _losses(odds: Odds, tally: Tally) -> list[str]:
    """Return the losses of each fighter of the side with a block for each tenth of its body, and the foes' falls."""
    loss_lines = []
    own_seats = [seat for seat, fighter in enumerate(odds.fighters) if fighter.able and fighter.side == odds.side]
    wide = max((width(clean(odds.fighters[seat].name)) for seat in own_seats), default=0)
    for seat in own_seats:
        # A fighter who fell has nothing left: its share is before the blocks, which show those who stand.
        left = list(tally.left_of(seat))
        left[0] -= tally.falls[seat]
        name, falls = clean(odds.fighters[seat].name), percent(tally.fell(seat).share)
        loss_lines.append(f"  {fit(name, wide)}  falls {falls:>3} %  left 0 % {blocks(left)} 100 %")
    for name in odds.sides:
        seats = [seat for seat, fighter in enumerate(odds.fighters) if fighter.able and fighter.side == name]
        if name != odds.side and seats:
            fall = sum(tally.falls[seat] for seat in seats) / tally.fights
            loss_lines.append(f"  {side(name)}: {fall:.1f} of {len(seats)} fall")
    return loss_lines
