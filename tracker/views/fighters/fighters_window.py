"""Fighters window: the viewport of a list: which rows are in its lines, and how many are hidden where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping


def hidden_runs(many: int, shown: Collection[int]) -> tuple[range, ...]:
    """Return the runs of rows that are not shown, of `many` rows, in order."""
    runs: list[range] = []
    first = 0
    for row in (*sorted(shown), many):
        if row > first:
            runs.append(range(first, row))
        first = row + 1
    return tuple(runs)


def taken(many: int, heights: Mapping[int, int]) -> int:
    """Return the lines that rows of these heights take, with one for every gap between, above and below them."""
    return sum(heights.values()) + len(hidden_runs(many, heights))


def chosen(
    many: int, room: int, must: Iterable[int], wish: Iterable[int], heights: Mapping[int, int]
) -> dict[int, int]:
    """Return the rows to show, each with its height: the rows in `must`, then those in `wish`, as far as they fit.

    Where gaps cannot all be told of, those that must be shown take the room and one line tells of all that is hidden.
    """
    shown: dict[int, int] = {}
    for row in must:
        with_row = {**shown, row: heights[row]}
        if taken(many, with_row) <= room or sum(with_row.values()) + (len(with_row) < many) <= room or not shown:
            shown = with_row
    for row in wish if taken(many, shown) <= room else ():
        with_row = {**shown, row: heights[row]}
        if taken(many, with_row) <= room:
            shown = with_row
    return shown
