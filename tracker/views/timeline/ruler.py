"""The ruler of the timeline: the counts over its lanes, and the lines between phases or minutes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tracker.clock.spans import TimeUnit
from tracker.text.cells import Line
from tracker.views.canvas import Canvas
from tracker.views.timeline.axis import FOLD, Axis, span

_NARROWEST_PART = 4
"""The columns of a phase or a minute from which it is ruled off."""


def ruler(axis: Axis, unit: TimeUnit) -> Line:
    """Return the counts above the lanes, and the present."""
    canvas = Canvas(axis.cells)
    step = 5 if axis.scale >= 2 else 10 if axis.scale == 1 else -axis.scale * 10
    taken = -1
    present = f"▼{unit.text(axis.now)}"
    start, end = axis.now_column, axis.now_column + len(present) + 1
    taken_by = [range(column - 1, column + FOLD + 1) for column, _ in axis.folds]
    marked = [(piece.column, unit.text(piece.count)) for piece in axis.pieces[1:] if not piece.fold]
    taken_by += [range(column - 1, column + len(text) + 1) for column, text in marked]
    for begin, last in _drawn_counts(axis):
        for count, text in unit.labels(begin, last, step):
            column = axis.column(count)
            cells = range(column, column + len(text))
            free = not any(cells.start in other or cells[-1] in other for other in taken_by)
            here_too = column < end and cells.stop >= start
            if taken < column <= axis.cells - len(text) and axis.shown(count) and free and not here_too:
                taken = canvas.put(column, text, "dim")
    for column, hidden in axis.folds:
        canvas.put(column, f"··{hidden}··"[:FOLD], "dim")
    for column, text in marked:
        canvas.put(column, text, "dim")
    canvas.put(axis.now_column, present, "now")
    return canvas.line()


def _drawn_counts(axis: Axis) -> Iterator[tuple[int, int]]:
    """Yield the first and last count of each stretch of the axis that no fold hides, from the left edge on."""
    for piece, following in pairwise((*axis.pieces, None)):
        assert piece is not None
        if not piece.fold:
            first = piece.count if piece is not axis.pieces[0] else axis.count(0)
            yield first, following.count - 1 if following is not None else axis.count(axis.cells)


def rule_off(canvas: Canvas, axis: Axis, unit: TimeUnit) -> None:
    """Mark the beginning of each greater number of the clock, such as a phase or a minute."""
    if unit.counting is None or span(unit.counting.base, axis.scale) < _NARROWEST_PART:
        return
    base = unit.counting.base
    first = -(-max(0, axis.count(0)) // base) * base
    for count in range(first, axis.count(axis.cells) + 1, base):
        if axis.shown(count):
            canvas.put(axis.column(count), "┊", "rule")
