"""The axis of the timeline: which count is in which column, with long empty gaps folded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tracker.clock.spans import TimeUnit
from tracker.model.lazy_dataclass import dataclass
from tracker.text.names import with_article

FOLD = 7
"""The columns of a fold."""
_LEAD = 20
"""The columns drawn after a mark before a fold, so that its words can be read."""
_LONG = _LEAD + FOLD + 6
"""The columns from which a gap is long."""


@dataclass(frozen=True, slots=True)
class Piece:
    """From column `column` on stands `count`. A fold hides the counts up to the next piece."""

    count: int
    column: int
    fold: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """The present is at column `here`. `cells` columns are shown."""

    now: int
    now_column: int
    cells: int
    scale: int
    pieces: tuple[Piece, ...]

    def column(self, count: int) -> int:
        """Return the column of a count. It may be outside of the pane."""
        piece = self.pieces[0]
        for piece in reversed(self.pieces):
            if piece.count <= count:
                break
        if piece.fold:
            return piece.column + FOLD // 2
        return piece.column + span(count - piece.count, self.scale)

    def count(self, column: int) -> int:
        """Return the count of a column, as exactly as the scale allows. Within a fold it is the first hidden one."""
        piece = self.pieces[0]
        for piece in reversed(self.pieces):
            if piece.column <= column:
                break
        if piece.fold:
            return piece.count
        columns = column - piece.column
        return piece.count + (columns // self.scale if self.scale > 0 else columns * -self.scale)

    def shown(self, count: int) -> bool:
        """Return whether a count has a column: it is neither off the edges nor folded away."""
        inside = 0 <= self.column(count) < self.cells
        return inside and not any(
            piece.fold and piece.count <= count < next_piece.count for piece, next_piece in pairwise(self.pieces)
        )

    @property
    def folds(self) -> tuple[tuple[int, int], ...]:
        """Return each fold as (its column, the number of hidden counts)."""
        return tuple(
            (piece.column, next_piece.count - piece.count) for piece, next_piece in pairwise(self.pieces) if piece.fold
        )


def span(counts: int, scale: int) -> int:
    """Return the columns that `counts` take."""
    return counts * scale if scale > 0 else counts // -scale


def scale_words(scale: int, unit: TimeUnit) -> str:
    """Return a scale in words: `2 columns a count`, `2 columns an initiative`, `5 counts a column`.

    Above 0 it is the columns of a count, below 0 the counts of a column.
    """
    if scale > 0:
        return f"{scale} column{'s' if scale > 1 else ''} {with_article(unit.one)}"
    return f"{-scale} {unit.many} a column"


def lay_axis(now: int, marks: Sequence[int], cells: int, scale: int) -> Axis:
    """Return the axis for what happens at the counts `marks`. Gaps fold only where a mark would be off the edge.

    A `scale` above 0 is the columns of a count, one below 0 the counts of a column.
    """
    now_column = cells // 6
    ahead = sorted({mark for mark in marks if mark > now})
    plain = (Piece(now, now_column),)
    if not ahead or now_column + span(ahead[-1] - now, scale) <= cells - 8:
        return Axis(now, now_column, cells, scale, plain)
    pieces, last, column = list(plain), now, now_column
    for mark in ahead:
        gap = span(mark - last, scale)
        if gap > _LONG:
            lead = _LEAD // scale if scale > 0 else _LEAD * -scale
            pieces.append(Piece(last + lead, column + _LEAD, fold=True))
            column += _LEAD + FOLD
            pieces.append(Piece(mark, column))
        else:
            column += gap
        last = mark
        if column > cells:
            break
    return Axis(now, now_column, cells, scale, tuple(pieces))
