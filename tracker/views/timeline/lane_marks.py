"""The marks of one line of a lane: each whole at its column, or counted at the edge. Words beside their own mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import width

FEWEST = 3
"""The fewest cells of words."""
_SOME = 6
"""The cells of room from which words are before a mark rather than after it."""
GHOST = "○"
"""The sign at the count to which a choice would move an action."""
BROKEN = "╳"
"""The sign at the landing of an action that the last step broke."""
EFFECT = "+"
"""The sign of an effect of the clock."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a column, its number, and words that may follow."""

    column: int
    sign: str
    number: str
    role: str
    words: str = ""
    turned: bool = False
    """True if its number is before its sign, so that another mark may follow directly."""

    @property
    def text(self) -> str:
        """The sign with its count, which are drawn together or not at all."""
        return f"{self.number}{self.sign[:1]}" if self.turned else f"{self.sign}{self.number}"

    @property
    def start(self) -> int:
        """The first cell. A mark past the left edge is at the edge."""
        return max(0, self.column - (width(self.number) if self.turned else 0))

    @property
    def end(self) -> int:
        return self.start + width(self.text)


@dataclass(frozen=True, slots=True)
class LaidMarks:
    """The marks that are drawn, from left to right. The `edge` tells of the others from cell `room` + 1 on."""

    marks: tuple[Mark, ...]
    edge: str
    room: int
    """The cells for marks and words."""

    def room_after(self, mark: Mark) -> int:
        """Return the cells for the words of a mark: behind it, and nearer to it than to the next."""
        following = min((other.start - 1 for other in self.marks if other.start > mark.start), default=self.room)
        return max(0, following - 1 - mark.end)


def lay_marks(marks: Sequence[Mark], cells: int, uncounted: int = 0) -> LaidMarks:
    """Lay the marks that have room, the first given first. The others and `uncounted` are counted at the edge."""
    room = cells
    while True:
        placed = placed_of(marks, room)
        kept = {id(mark) for mark in placed}
        edge = _edge([mark for mark in marks if id(mark) not in kept], uncounted, cells)
        left = cells - width(edge) - 1 if edge else cells
        if left >= room:
            return LaidMarks(tuple(sorted(placed, key=lambda mark: mark.start)), edge, room)
        room = left


def with_words(laid: LaidMarks, start: int, words: str) -> LaidMarks:
    """Return the marks with `words` at cell `start` as a further one, so that the words of others keep off them."""
    return replace(laid, marks=tuple(sorted((*laid.marks, Mark(start, "", words, "")), key=lambda mark: mark.start)))


def placed_of(marks: Sequence[Mark], room: int) -> list[Mark]:
    """Return the marks that fit whole into `room` cells at their columns, a blank before the next.

    Of two at one place it is the first given.
    """
    placed: list[Mark] = []
    for mark in marks:
        if mark.end <= room and all(_clear(mark, other) or _clear(other, mark) for other in placed):
            placed.append(mark)
    return placed


def _clear(mark: Mark, following: Mark) -> bool:
    return mark.end + (not mark.turned) <= following.start


def beside(mark: Mark, others: Sequence[Mark]) -> tuple[Mark, list[Mark]]:
    """Return a mark, and those it may be close to, so that each sign is at its own column.

    The number of the sign on the left is before it. Where both have the same column, or there is no room on the
    left, the mark is right behind the others instead.
    """
    turned = [replace(other, turned=True) if _touches(other, mark) else other for other in others]
    if any(_touches(mark, other) for other in others):
        mark = replace(mark, turned=True)
    marks = [*turned, mark]
    if len(placed_of(marks, max(laid.end for laid in marks))) == len(marks) and all(
        laid.column >= width(laid.number) for laid in marks if laid.turned
    ):
        return mark, turned
    behind = [other.end + 1 for other in others if other.column <= mark.column]
    return replace(mark, column=max([mark.column, *behind]), turned=False), list(others)


def _touches(mark: Mark, following: Mark) -> bool:
    return mark.column < following.column and not _clear(mark, following)


def _edge(hidden: Sequence[Mark], uncounted: int, cells: int) -> str:
    """Return the sign at the right edge: how many marks are beyond it, with the first one where it fits.

    `uncounted` are further ones, of lines out of sight.
    """
    many = len(hidden) + uncounted
    if not many:
        return ""
    main = [mark for mark in hidden if mark.sign != EFFECT]
    first = min(main, key=lambda mark: (mark.sign != GHOST, mark.column), default=None)
    counted = f"+{many}›"
    if first is None:
        return counted
    with_first = f"{first.text} +{many - 1}›" if many > 1 else f"{first.text}›"
    return with_first if width(with_first) <= cells // 2 else counted


class Room(NamedTuple):
    """The room for words: the first cell, and the number of cells."""

    start: int
    cells: int


def room_from(start: int, marks: Sequence[Mark], cells: int, least: int = _SOME) -> Room:
    """Return the room for words that would begin at `start`, after marks that leave less than `least` cells."""
    for mark in marks:
        if mark.end >= start and mark.start - 1 - start < least:
            start = max(start, mark.end + 1)
    end = min((mark.start - 1 for mark in marks if mark.start >= start), default=cells)
    return Room(start, max(0, end - start))


def room_for(words: str, start: int, marks: Sequence[Mark], cells: int) -> Room:
    """Return the room for all these words from `start` on: where they fit, else the widest one."""
    first = room_from(start, marks, cells, least=width(words))
    if first.cells >= width(words):
        return first
    begins = (start, *(mark.end + 1 for mark in marks if mark.end >= start))
    return max((room_from(begin, marks, cells, least=1) for begin in begins), key=lambda room: room.cells)
