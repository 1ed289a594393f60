"""Choice list: a menu as a list, one below another, or in two columns where that is too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

from tracker.game_api.values import Risk
from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import (
    Line,
    Span,
    clean,
    cut,
    filled,
    first_fitting,
    fit,
    fit_line,
    line_width,
    width,
    words,
    wrap,
)
from tracker.views.choices.choice_table import Columns, ListRow, columns_of, heading
from tracker.views.choices.question import KEY_NAMES
from tracker.views.numbers import share_bar

_INDENT = 5
"""The indent of continuation lines, in cells."""
_UNDER = 20
"""The cells behind name and chance from which a price wraps under its own beginning."""
_WORTH = 8
"""The cells from which a price of two lines begins beside the choice."""


@dataclass(frozen=True, slots=True)
class TwoColumns:
    """The lines of a list in two columns. `left` and `right` have the choice of each line there, −1: none."""

    lines: tuple[Line, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    whole: bool
    """True if nothing is cut or left for another page."""


# Cached: the layout asks several times for each drawing, and each answer lays out all choices.
@lru_cache(maxsize=8)
def lines_wished(rows: tuple[ListRow, ...], cells: int, most: int) -> int:
    """Return the number of lines, at most `most`, in which all choices are whole. `most` if they never are."""
    if len(rows) > 2 * most:
        return most
    if any(row.tabled or row.chance for row in rows):  # they are compared line by line
        return min(most, len(_lay_compared(rows, cells, 0)[0]))
    return min(most, len(lay_menu(rows, cells, -1)[0]), len(lay_columns(rows, cells, -1, most).lines))


def _head(row: ListRow, marked: bool) -> Line:
    """Return the key of a choice. A mark before it shows the one that Enter takes."""
    shown = KEY_NAMES.get(row.key, clean(row.key)) or " "
    mark = Span("▸" if marked else " ", "strong" if marked else "")
    return mark, Span(f"{shown} ", "dim" if row.refused else "key")


def _role(row: ListRow, marked: bool) -> str:
    return "marked" if marked else "dim" if row.refused else ""


def _cells(row: ListRow, columns: Columns, marked: bool) -> Line:
    """Return name and chance of a choice, each in its column. A name longer than the column pushes the rest."""
    role, named = _role(row, marked), bool(row.chance or row.tail or row.risk)
    space = max(0, columns.name - width(row.name)) if named else 0
    # Bars can be compared only where all of them begin in the same cell.
    spans = [Span(row.name if row.risk is None else cut(row.name, columns.name), role), Span(" " * space)]
    if columns.chance and named:
        spans.append(Span(f"  {fit(row.chance, columns.chance, right=True)}", "dim" if row.refused else "number"))
    if row.share is not None and row.risk is None and columns.bar:
        left, off = share_bar(row.share, columns.bar)
        spans += [Span(f"  {left}", "number"), Span(off, "dim")]
    elif row.target and columns.bar:
        spans.append(Span(" " * (columns.bar + 2)))
    if row.risk is not None:
        spans += _risk_cells(row.risk, columns)
        if columns.own_next:
            spans.append(Span(f"  {row.own_next:<{columns.own_next}}", "ghost"))
    if columns.lands and named:
        spans.append(Span(f"  {columns.landing(row.lands)}", "ghost"))
    return tuple(spans)


def _risk_cells(risk: Risk, columns: Columns) -> list[Span]:
    """Return the remaining risk and its bar: full without an answer, the shortest is the safest."""
    chance, before = risk.after.most, (risk.before or risk.after).most
    left, off = share_bar(chance / before if before else 0, columns.bar)
    figures = Span(f"  {fit(columns.told(risk), columns.risk, right=True)}", "number")
    return [figures, Span(f"  {left}", "number"), Span(off, "dim")]


def lay_menu(
    rows: Sequence[ListRow], cells: int, marked: int, whole: bool = False, headed: bool = True
) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    """Return the lines of a menu, its choices one below another, and for each the position of its choice (−1: none).

    Friends are under a line of their own behind foes. A row that stands for a fighter takes a second line only where
    the list is to be told `whole`. Where chances to be hit are compared, a heading comes first unless `headed` is
    False.
    """
    lines: list[Line] = []
    owners: list[int] = []
    columns = columns_of(rows, cells)
    titles = heading(rows, columns) if headed else ""
    # A key that is written as a word, such as `enter`, stands out of the column of the others.
    key = max((line_width(_head(row, marked=False)) for row in rows if row.key not in KEY_NAMES), default=0)
    if titles:
        lines.append(fit_line((Span(f"{' ' * key}{titles}", "dim"),), cells))
        owners.append(-1)
    for index, row in enumerate(rows):
        is_marked = index == marked
        if row.friend and not (index and rows[index - 1].friend):
            lines.append((Span(f"{' ' * key}── own side ", "dim"),))
            owners.append(-1)
        head, tone = _head(row, is_marked), "dim" if row.refused else "price"
        taken = max(key, line_width(head))
        head = (*head, Span(" " * (taken - line_width(head))))
        line = _cells(row, columns, is_marked)
        if taken + line_width(line) > cells:  # such as the names of all who are down
            line = fit_line(line, cells - taken)
        if not row.tail:
            lines.append((*head, *line))
            owners.append(index)
            continue
        room = cells - taken - line_width(line) - 2
        if row.target or (whole and columns.chance and room >= _UNDER):
            texts = wrap(row.tail, room) if whole and room >= _WORTH else (cut(row.tail, max(0, room)),)
            first, *others = _toned(texts, len(row.tail) - len(row.state), tone)
            lines.append((*head, *line, Span("  "), *first))
            lines += [(Span(" " * (cells - room)), *other) for other in others]
            owners += [index] * len(texts)
            continue
        texts = wrap(row.tail, max(8, room))
        if len(texts) == 1 and room >= width(texts[0]):
            lines.append((*head, *line, Span(f"  {texts[0]}", tone)))
            owners.append(index)
            continue
        lines.append((*head, *line))
        texts = wrap(row.tail, cells - 5)
        lines += [(Span("     "), Span(text, tone)) for text in texts]
        owners += [index] * (1 + len(texts))
    return tuple(lines), tuple(owners)


def _toned(texts: Sequence[str], priced: int, tone: str) -> list[Line]:
    """Return the lines of a tail with its first `priced` signs in `tone`: how a target stands is no cost."""
    lines: list[Line] = []
    for text in texts:
        lines.append((Span(text[:priced], tone), Span(text[priced:])) if priced > 0 else (Span(text),))
        priced -= len(text) + 1  # the space at which the text is broken
    return lines


@dataclass(frozen=True, slots=True)
class Table:
    """The lines of a list. `left` and, in two columns, `right` have the choice of each line, −1: none."""

    lines: tuple[Line, ...] = ()
    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()


NO_TABLE = Table()


def lay_table(rows: Sequence[ListRow], cells: int, marked: int, height: int) -> Table:
    """Return the choices in at most `height` lines: one below another, else in two columns, else a page of these.

    `marked` is the position of the marked one. −1: none.
    """
    if len(rows) <= height:
        for lines, owners in (
            _lay_compared(rows, cells, marked),
            lay_menu(rows, cells, marked),
            lay_menu(rows, cells, marked, headed=False),
        ):
            if len(lines) <= height:
                return Table(lines, owners)
    columns = lay_columns(rows, cells, marked, height)
    return Table(columns.lines, columns.left, columns.right)


def _lay_compared(rows: Sequence[ListRow], cells: int, marked: int) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    """Return the lines of a menu, and for each the position of its choice (−1: none).

    If risks are compared, each has one line, with the marked one's details below all.
    """
    lines, owners = lay_menu(rows, cells, marked, whole=True)
    if len(lines) <= len(rows) + 1 or all(row.risk is None for row in rows):
        return lines, owners
    bare = [row if row.risk is None else replace(row, tail="") for row in rows]
    lines, owners = lay_menu(bare, cells, marked)
    detail = rows[marked].tail if 0 <= marked < len(rows) and rows[marked].risk is not None else ""
    besides = (Span(" " * _INDENT), Span(cut(detail, cells - _INDENT), "price")) if detail else ()
    return (*lines, besides), (*owners, -1)


class _Halves(NamedTuple):
    """Two columns of lines, each line with its choice. A choice has at most `most` lines. 0: any number."""

    most: int
    left: list[tuple[Line, int]]
    right: list[tuple[Line, int]]

    @property
    def height(self) -> int:
        """The lines of the longer column."""
        return max(len(self.left), len(self.right))


def lay_columns(choices: Sequence[ListRow], cells: int, marked: int, height: int) -> TwoColumns:
    """Lay the choices in two columns of at most `height` lines: all whole, or with as many lines each as fit.

    Where there is none for a line each, it is the page on which the marked one stands, and how many there are.
    """
    half, first, shown, counter = cells // 2 - 1, 0, choices, ""
    if len(choices) > 2 * height:
        page = 2 * max(1, height - 1)
        first = max(0, marked) // page * page
        shown = choices[first : first + page]
        counter = f"  {first + 1}–{first + len(shown)} of {len(choices)}"
    room = max(1, height - bool(counter))

    def draw(most: int) -> _Halves:
        each = [_entry(choice, half, marked=index == marked, most=most) for index, choice in enumerate(shown, first)]
        split = _split([len(lines) for lines in each])
        placed = [[(line, index) for line in lines] for index, lines in enumerate(each, first)]
        return _Halves(most, list(chain(*placed[:split])), list(chain(*placed[split:])))

    most, left, right = first_fitting((0, 3, 2, 1), draw, lambda halves: halves.height <= room)
    nothing: tuple[Line, int] = ((), -1)
    rows = list(zip_longest(left, right, fillvalue=nothing))
    lines = [(*filled(left_line, half), Span(" "), *right_line) for (left_line, _), (right_line, _) in rows]
    if counter:
        lines.append((Span(counter, "dim"),))
    sides = tuple(index for (_, index), _ in rows), tuple(index for _, (_, index) in rows)
    return TwoColumns(tuple(lines), *sides, whole=not most and not counter)


def _split(heights: Sequence[int]) -> int:
    """Return the number of choices in the left column, so that the longer column is as short as possible."""
    whole = sum(heights)
    return min(
        range(len(heights) + 1), key=lambda place: (max(sum(heights[:place]), whole - sum(heights[:place])), -place)
    )


def _entry(row: ListRow, cells: int, marked: bool, most: int) -> tuple[Line, ...]:
    """Return a choice with its price or refusal in `cells`. With `most`, the last line is cut."""
    head, role = _head(row, marked), _role(row, marked)
    tail, tone = row.tail, "dim" if row.refused else "price"
    if row.friend:
        tail = f"own side · {tail}"
    label = f"{row.name} {row.chance}" if row.chance else row.name
    if row.risk is not None:
        tail = " · ".join(part for part in (row.risk.words, row.own_next, tail) if part)
    if most == 1:
        return (fit_line((*head, Span(label, role), Span(f"  {tail}" if tail else "", tone)), cells),)
    free = cells - line_width(head)
    named = wrap(label, free if width(label) <= free else cells - _INDENT)
    lines: list[Line] = [(*head, Span(named[0], role))]
    lines += [(Span(" " * _INDENT), Span(text, role)) for text in named[1:]]
    free = cells - line_width(lines[-1]) - 2
    broken = width(tail) > free and (free < _WORTH or width(tail) <= cells - _INDENT)
    beside = "" if broken else wrap(tail, free)[0]
    if tail[len(beside) :][:1] not in ("", " "):
        beside = ""
    below = tail[len(beside) :].strip().removeprefix("· ")
    if beside:
        lines[-1] = (*lines[-1], Span(f"  {beside}", tone))
    lines += [(Span(" " * _INDENT), Span(text, tone)) for text in (wrap(below, cells - _INDENT) if below else ())]
    if most and len(lines) > most:
        rest = " ".join(words(line).strip() for line in lines[most - 1 :])
        lines[most - 1 :] = [(Span(" " * _INDENT), Span(cut(rest, cells - _INDENT), tone))]
    return tuple(lines)
