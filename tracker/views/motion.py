"""Motion: lines on the way to where they are drawn. Lanes come from the right, and lost points leave their bars."""

from __future__ import annotations

from tracker.text.cells import Line, Span, sign_width, width
from tracker.views.timeline.axis import Axis

FRAMES = 4
"""Frames in which a bar shrinks, after the first."""
SLIDE = 3
"""Frames in which the lanes slide."""
LEFT = "█"
SHADED = "shaded"
"""The role of the lost part of a bar. It is behind the part that is left."""


def columns_to_slide(before: Axis, now: Axis) -> int:
    """Return by how many columns the present stood further right on the axis before. 0 where the axis is another."""
    if (before.cells, before.now_column, before.scale) != (
        now.cells,
        now.now_column,
        now.scale,
    ) or now.now <= before.now:
        return 0
    return max(0, min(before.column(now.now), now.cells - 1) - now.now_column)


def slid(line: Line, names: int, columns: int) -> Line:
    """Return a line of which all behind the first `names` cells stands `columns` further right, in as many cells."""
    if columns <= 0:
        return line
    cells = 0
    for place, span in enumerate(line):
        if cells == names:
            return (*line[:place], Span(" " * columns), *_cut(line[place:], columns))
        cells += width(span.text)
    return line


def _cut(line: Line, cells: int) -> Line:
    """Return a line without its last cells, as the edge of a pane cuts it: no sign tells that something is missing."""
    room = sum(width(span.text) for span in line) - cells
    kept: list[Span] = []
    for text, role in line:
        taken = ""
        for sign in text:
            room -= sign_width(sign)
            if room < 0:
                return (*kept, Span(taken, role))
            taken += sign
        kept.append(Span(taken, role))
    return tuple(kept)


def shrinking(line: Line, share: float) -> Line:
    """Return a line in whose bars this share of the lost points, 0 to 1, is not lost yet."""
    if share <= 0 or not any(span.role == SHADED and span.text for span in line):
        return line
    drawn: list[Span] = []
    for span in line:
        left = round(len(span.text) * share) if span.role == SHADED and drawn else 0
        if left:
            drawn.append(Span(LEFT * left, drawn[-1].role))
        drawn.append(Span(span.text[left:], span.role))
    return tuple(drawn)
