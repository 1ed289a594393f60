"""Frames: what stood on a terminal at moments one after another, cell by cell; recordings are written from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import NamedTuple

from tracker.text.cells import sign_width


class Look(NamedTuple):
    """How a cell looks: colours as `#rrggbb`, empty for the terminal's own."""

    colour: str = ""
    background: str = ""
    bold: bool = False
    underline: bool = False
    strike: bool = False


class Cell(NamedTuple):
    """What stands in a cell; the second cell of a wide sign holds nothing."""

    sign: str
    look: Look


Row = tuple[Cell, ...]
_APART = 6
"""Cells alike that part two stretches of a row: to write fewer again costs less than to begin anew."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The whole terminal from the second `at` on; `marker` names a moment that one may jump to."""

    at: float
    rows: tuple[Row, ...]
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Film:
    """Frames in the order of their time, the first at second 0, and how long they last together."""

    title: str
    frames: tuple[Frame, ...]
    seconds: float

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        rows = self.frames[0].rows
        return len(rows[0]), len(rows)


def row_of(pieces: Iterable[tuple[str, Look]]) -> Row:
    """The cells of a line of texts; a sign without a width of its own joins the one before it."""
    cells: list[Cell] = []
    for text, look in pieces:
        for sign in text:
            across = sign_width(sign)
            if across == 0 and cells:
                cells[-1] = Cell(cells[-1].sign + sign, cells[-1].look)
            elif across:
                cells += [Cell(sign, look), *[Cell("", look)] * (across - 1)]
    return tuple(cells)


class Run(NamedTuple):
    """Cells side by side that look alike: the first column, how many they are, and their text."""

    x: int
    cells: int
    text: str
    look: Look


def runs_of(row: Sequence[Cell], x: int = 0) -> list[Run]:
    """A row, or the part of it from column `x` on, in runs that look alike."""
    runs = []
    for look, group in groupby(row, key=lambda cell: cell.look):
        cells = list(group)
        runs.append(Run(x, len(cells), "".join(cell.sign for cell in cells), look))
        x += len(cells)
    return runs


def changed(before: Row, after: Row) -> list[tuple[int, int]]:
    """Where two rows differ: of each stretch the first column and the one behind the last, `_APART` cells between."""
    stretches: list[tuple[int, int]] = []
    for x, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if stretches and x - stretches[-1][1] < _APART:
            stretches[-1] = (stretches[-1][0], x + 1)
        else:
            stretches.append((x, x + 1))
    return [_whole(before, after, first, end) for first, end in stretches]


def _whole(before: Row, after: Row, first: int, end: int) -> tuple[int, int]:
    """A stretch with both cells of every wide sign at its ends: half of one is nothing."""
    while first and not (after[first].sign and before[first].sign):
        first -= 1
    while end < len(after) and not (after[end].sign and before[end].sign):
        end += 1
    return first, end


def thinned(film: Film, least: int = 2) -> Film:
    """The same film with a fifth of its frames fewer: those that stand shortest go, marked ones last."""
    frames = film.frames
    ends = [*(frame.at for frame in frames[1:]), film.seconds]
    inner = range(1, len(frames) - 1)
    shortest = sorted(inner, key=lambda n: (bool(frames[n].marker), ends[n] - frames[n].at, n))
    gone = set(shortest[: max(1, len(frames) // 5)]) if len(frames) > least else set()
    return replace(film, frames=tuple(frame for n, frame in enumerate(frames) if n not in gone))


def lasting(film: Film, seconds: float) -> Film:
    """The same film, faster or slower, so that it lasts `seconds`."""
    rate = seconds / film.seconds if film.seconds else 1.0
    return replace(film, seconds=seconds, frames=tuple(replace(frame, at=frame.at * rate) for frame in film.frames))


def successive(film: Film) -> list[tuple[Frame, Frame]]:
    """Each frame but the last with the one that follows it."""
    return list(pairwise(film.frames))
