"""The marks of one lane: each in a cell of its own, with as much of its label as has room before the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.text.cells import cut, width

_FEWEST = 3
"""Cells of words worth beginning."""
_SOME = 6
"""Cells of room from which on words stand before a mark rather than after it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a column, its number, and words that may follow; what finds no room is left out whole."""

    column: int
    sign: str
    number: str
    role: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A mark as it is drawn."""

    mark: Mark
    column: int
    text: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + width(self.text)


def lay_marks(marks: Sequence[Mark], cells: int) -> tuple[Laid, ...]:
    """The marks from left to right, those of one column side by side in the order given, a blank before each sign."""
    columns: list[int] = []
    in_order = sorted(marks, key=lambda mark: mark.column)
    for mark in in_order:
        columns.append(max(mark.column, columns[-1] + 1 if columns else mark.column))
    return tuple(
        Laid(mark, column, _label(mark, after - column - 1))
        for mark, column, after in zip(in_order, columns, [*columns, cells + 1][1:], strict=True)
    )


def _label(mark: Mark, free: int) -> str:
    """As much of a mark as has room: sign, number, words."""
    text = f"{mark.sign}{mark.number}"
    if width(text) > free:
        return mark.sign[:1]
    return cut(f"{text} {mark.words}", free) if mark.words and free - width(text) >= _FEWEST else text


def room_from(start: int, laid: Sequence[Laid], cells: int, least: int = _SOME) -> tuple[int, int]:
    """Where words that would begin at `start` can, and in how many cells: after marks that leave less than `least`."""
    for one in laid:
        if one.end >= start and one.column - 1 - start < least:
            start = max(start, one.end + 1)
    after = min((one.column - 1 for one in laid if one.column >= start), default=cells)
    return start, max(0, after - start)


def room_for(words: str, start: int, laid: Sequence[Laid], cells: int) -> tuple[int, int]:
    """Where all these words stand from `start` on, and in how many cells: where they fit, else in the widest room."""
    first = room_from(start, laid, cells, least=width(words))
    if first[1] >= width(words):
        return first
    begins = (start, *(one.end + 1 for one in laid if one.end >= start))
    return max((room_from(begin, laid, cells, least=1) for begin in begins), key=lambda room: room[1])
