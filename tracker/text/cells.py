"""Cells: how wide text is on a terminal, text without control signs, and lines whose parts say what they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar


class Span(NamedTuple):
    """A piece of a line. `role` says what it is, the screen decides how that looks."""

    text: str
    role: str = ""


Line = tuple[Span, ...]
Shape = TypeVar("Shape")
Drawn = TypeVar("Drawn")

ELLIPSIS = "…"
_DANGLING = " ,;:·–(/"
"""Signs that say nothing before an ellipsis."""
_GAP = re.compile(" (?!%)")
"""A space at which a line may be broken."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
_LATE_WIDE = ((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356), (0x1D360, 0x1D376))
"""Characters that became wide after the tables of the oldest supported Python."""


# The functions below are cached: a key redraws some thousand texts, nearly all of them those of the key before.
@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """Return `text` without what is not drawn: control, formatting, bidi and zero-width signs, emoji modifiers."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFC", text) if _drawn(sign))


@lru_cache(maxsize=4096)
def _drawn(sign: str) -> bool:
    """Return whether a character is visible alone: no control, no filler, no mark on the one before."""
    # Selectors of a variant, tags of flags, colours of skin.
    if "\ufe00" <= sign <= "\ufe0f" or "\U000e0000" <= sign <= "\U000e0fff" or "\U0001f3fb" <= sign <= "\U0001f3ff":
        return False
    if sign in _FILLERS:
        return False
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@lru_cache(maxsize=4096)
def sign_width(sign: str) -> int:
    """Return the cells of one sign: 0 for combining ones, 2 for wide ones."""
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Mc"):
        return 0
    # Korean vowels and ends of syllables: they are drawn into the sign before.
    if "\u1160" <= sign <= "\u11ff" or "\ud7b0" <= sign <= "\ud7ff":
        return 0
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 2 if any(first <= ord(sign) <= last for first, last in _LATE_WIDE) else 1


@lru_cache(maxsize=8192)
def width(text: str) -> int:
    """Return the cells that `text` takes, once cleaned."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(sign_width, clean(text)))


@lru_cache(maxsize=8192)
def narrow(text: str) -> bool:
    """Return whether each sign of `text`, which is clean, takes one cell."""
    return text.isascii() or all(sign_width(sign) == 1 for sign in text)


@lru_cache(maxsize=8192)
def cut(text: str, cells: int) -> str:
    """Return `text`, cleaned and cut with `…` to at most `cells`, after a whole word if that keeps half of them."""
    text = clean(text)
    if width(text) <= cells:
        return text
    if cells < 1:
        return ""
    return _whole_words(clipped(text, cells - 1), text, (cells - 1) // 2) + ELLIPSIS


def clipped(text: str, cells: int) -> str:
    """Return the beginning of `text`, cleaned, in at most `cells`. No sign shows that it is cut."""
    kept = []
    for sign in clean(text):
        cells -= sign_width(sign)
        if cells < 0:
            break
        kept.append(sign)
    return "".join(kept)


def _whole_words(beginning: str, text: str, least: int) -> str:
    """Return the `beginning` of a text up to its last whole word. As it is when that takes fewer than `least` cells."""
    whole = beginning if text[len(beginning)] == " " else beginning.rpartition(" ")[0]
    whole = whole.rstrip(_DANGLING)
    return whole if width(whole) >= max(1, least) else beginning


def unseen(above: int, below: int, what: str = "more") -> str:
    """Return the number of rows scrolled off: ``↑6 ↓14 more``. A direction without any is left out."""
    parts = [f"{sign}{rows}" for sign, rows in (("↑", above), ("↓", below)) if rows > 0]
    return f"{' '.join(parts)} {what}" if parts else ""


def fit(text: str, cells: int, right: bool = False) -> str:
    """Return a text cut to exactly `cells`, or filled with spaces behind it, with `right` before it."""
    text = cut(text, cells)
    space = " " * (cells - width(text))
    return space + text if right else text + space


def line_width(line: Iterable[Span]) -> int:
    """Return the cells that a line takes."""
    return sum([width(text) for text, _ in line])


def fit_line(line: Iterable[Span], cells: int) -> Line:
    """Return a line cut to at most `cells`."""
    fitted: list[Span] = []
    room = cells
    for text, role in line:
        taken = width(text)
        if taken > room:
            if room > 0:
                fitted.append(Span(cut(text, room), role))
            elif fitted:  # the line is full, so the mark of the cut takes the last cells of the span before
                last = fitted.pop()
                fitted.append(Span(cut(last.text + "  ", width(last.text)), last.role))
            break
        fitted.append(Span(clean(text), role))
        room -= taken
    return tuple(fitted)


def filled(line: Iterable[Span], cells: int, role: str = "") -> Line:
    """Return a line cut or filled to exactly `cells`. `role` is that of the blanks."""
    fitted = fit_line(line, cells)
    space = cells - line_width(fitted)
    return (*fitted, Span(" " * space, role)) if space else fitted


def words(line: Sequence[Span]) -> str:
    """Return the bare text of a line."""
    return "".join(span.text for span in line)


# Cached, since a key changes few of the lines that are shown.
@lru_cache(maxsize=4096)
def wrap(text: str, cells: int, indent: int = 0, most: int = 0) -> tuple[str, ...]:
    """Return `text` broken at spaces into lines of `cells`, all but the first indented, at most `most` if given.

    A percent sign stays with its number.

    The indent takes less than half of the cells, so that each line has room for a sign. The least is one cell.
    """
    room = max(1, cells)
    space = " " * min(indent, (room - 1) // 2)
    lines: list[str] = []
    now = ""
    for word in _GAP.split(clean(text)):
        joined = f"{now} {word}" if now.strip() else now + word
        if width(joined) <= room or not now.strip():
            now = joined
        else:
            lines.append(now)
            now = space + word
        if width(now) > room:
            *broken, now = _pieces(now, room, space)
            lines += broken
    lines.append(now)
    if most and len(lines) > most:
        return (*lines[: most - 1], cut(f"{lines[most - 1]} {lines[most].strip()} {ELLIPSIS}", room))
    return tuple(lines)


def _pieces(text: str, room: int, space: str) -> list[str]:
    """Split a word wider than a line into lines of `room` cells, each but the first behind `space`.

    A character wider than the room has a line to itself, which the drawing pane cuts.
    """
    pieces: list[str] = []
    signs: list[str] = []
    used = taken = 0
    for sign in text:
        wide = sign_width(sign)
        if taken and wide and used + wide > room:
            pieces.append("".join(signs))
            signs, used, taken = [space], len(space), 0
        signs.append(sign)
        used += wide
        taken += 1
    return [*pieces, "".join(signs)]


def first_fitting(shapes: Iterable[Shape], draw: Callable[[Shape], Drawn], fits: Callable[[Drawn], bool]) -> Drawn:
    """Draw one shape after another, the roomiest first, until one fits. Of shapes that all fail return the last one.

    Raises ValueError without a shape.
    """
    drawn: list[Drawn] = []
    for shape in shapes:
        drawn = [draw(shape)]
        if fits(drawn[0]):
            break
    if not drawn:
        raise ValueError("there is no shape to draw")
    return drawn[0]


def places(parts: Sequence[Sequence[Span]], cells: int, gap: int) -> list[tuple[int, int]]:
    """Return the line and the cell of each part's beginning. `gap` cells lie between parts, and no part is broken."""
    spots: list[tuple[int, int]] = []
    line = used = 0
    for part in parts:
        taken = line_width(part)
        left = used + gap if used else 0
        if used and left + taken > cells:
            line, left = line + 1, 0
        spots.append((line, left))
        used = left + taken
    return spots


def flow(parts: Sequence[Sequence[Span]], cells: int, between: str = " · ") -> tuple[Line, ...]:
    """Return parts one after another in lines of `cells`, broken only between parts."""
    lines: list[list[Span]] = [[]]
    for part, (line, left) in zip(parts, places(parts, cells, width(between)), strict=True):
        if line == len(lines):
            lines.append([])
        lines[line] += [Span(between, "dim"), *part] if left else part
    return tuple(fit_line(line, cells) for line in lines)


def rule(title: str, cells: int, note: str = "", lit: bool = False) -> Line:
    """Return the heading of a pane: a line with its title in it, and a mark where it is `lit`, as when in use."""
    if not title:
        return (Span("─" * cells, "rule"),)
    mark = "▸" if lit else " "
    room = max(10, cells - 4 - (width(note) + 1 if note else 0))
    head = [Span("─", "rule"), Span(f"{mark}{cut(title, room)} ", "title-lit" if lit else "title")]
    if note:
        head.append(Span(f"{clean(note)} ", "dim"))
    fitted = fit_line(head, cells)
    return (*fitted, Span("─" * (cells - line_width(fitted)), "rule"))
