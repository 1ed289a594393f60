"""Choice list: a menu as a list, one below another, or in two columns where that is too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest

from tracker.system_api.values import Choice
from tracker.text.cells import Line, Span, clean, cut, filled, fit_line, line_width, width, words, wrap
from tracker.views.question import KEY_NAMES

_INDENT = 5
"""Cells before what goes on in the next line."""
_WORTH = 8
"""Cells of room from which on a price that needs two lines begins beside the choice."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The lines of a list in two columns; `left` and `right` say whose each line is there, −1: nobody's."""

    lines: tuple[Line, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    whole: bool
    """Whether nothing is cut and nothing left for another page."""


@lru_cache(maxsize=8)
def lines_wished(choices: tuple[Choice, ...], cells: int, most: int) -> int:
    """In how many lines, at most so many, all the choices stand whole; where they never do, as many as there may be."""
    if len(choices) > 2 * most:
        return most
    return min(most, len(lay_menu(choices, cells, -1)[0]), len(lay_columns(choices, cells, -1, most).lines))


def _head(choice: Choice, here: bool) -> Line:
    """The key of a choice, with a mark before the one that Enter takes."""
    shown = KEY_NAMES.get(choice.key, clean(choice.key)) or " "
    mark = Span("▸" if here else " ", "title-lit" if here else "")
    return mark, Span(f"{shown} ", "dim" if choice.refused else "key")


def _role(choice: Choice, here: bool) -> str:
    """What a row of the list looks like."""
    return "marked" if here else "dim" if choice.refused else ""


def lay_menu(choices: Sequence[Choice], cells: int, marked: int) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    """The choices of a menu one below another, and which of them each line belongs to."""
    lines: list[Line] = []
    rows: list[int] = []
    for at, choice in enumerate(choices):
        refused = bool(choice.refused)
        here = at == marked
        head, label = _head(choice, here), Span(clean(choice.label), _role(choice, here))
        tail = choice.refused or choice.price
        role = "dim" if refused else "price"
        if not tail:
            lines.append((*head, label))
            rows.append(at)
            continue
        texts = wrap(tail, max(8, cells - width(choice.label) - 5))
        if len(texts) == 1:
            lines.append((*head, label, Span(f"  {texts[0]}", role)))
            rows.append(at)
            continue
        lines.append((*head, label))
        texts = wrap(tail, cells - 5)
        lines += [(Span("     "), Span(text, role)) for text in texts]
        rows += [at] * (1 + len(texts))
    return tuple(lines), tuple(rows)


def lay_columns(choices: Sequence[Choice], cells: int, marked: int, height: int) -> Columns:
    """The choices in two columns of at most `height` lines: all whole, or with as many lines each as there is room for.

    Where there is none for a line each, it is the page on which the marked one stands, and how many there are.
    """
    half, first, shown, more = cells // 2 - 1, 0, choices, ""
    if len(choices) > 2 * height:
        page = 2 * max(1, height - 1)
        first = max(0, marked) // page * page
        shown = choices[first : first + page]
        more = f"  {first + 1}–{first + len(shown)} of {len(choices)}"
    room = max(1, height - bool(more))
    for most in (0, 3, 2, 1):
        each = [_entry(choice, half, at == marked, most) for at, choice in enumerate(shown, first)]
        split = _split([len(lines) for lines in each])
        placed = [[(line, at) for line in lines] for at, lines in enumerate(each, first)]
        left, right = list(chain(*placed[:split])), list(chain(*placed[split:]))
        if max(len(left), len(right)) <= room:
            break
    nothing: tuple[Line, int] = ((), -1)
    rows = list(zip_longest(left, right, fillvalue=nothing))
    lines = [(*filled(one, half), Span(" "), *other) for (one, _), (other, _) in rows]
    if more:
        lines.append((Span(more, "dim"),))
    sides = tuple(at for (_, at), _ in rows), tuple(at for _, (_, at) in rows)
    return Columns(tuple(lines), *sides, whole=not most and not more)


def _split(heights: Sequence[int]) -> int:
    """How many stand at the left, so that the longer column is as short as can be."""
    whole = sum(heights)
    return min(range(len(heights) + 1), key=lambda at: (max(sum(heights[:at]), whole - sum(heights[:at])), -at))


def _entry(choice: Choice, cells: int, here: bool, most: int) -> tuple[Line, ...]:
    """A choice with its price or refusal in so many cells; in at most so many lines, when given, the last one cut."""
    head, role = _head(choice, here), _role(choice, here)
    tail, tone = clean(choice.refused or choice.price), "dim" if choice.refused else "price"
    label = clean(choice.label)
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
