"""A pane of lines: drawn line by line, and only the lines that changed are drawn again."""

from __future__ import annotations

from typing import NamedTuple, cast

from rich.segment import Segment
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.ui.ink import Ink
from tracker.ui.theme import DARK, Painted, Palette
from tracker.views.cells import Line, Span, filled, line_width, narrow, width

_BACKGROUND = Color(0, 0, 0)
"""What Textual's filters are told lies below; those of this app do not ask."""
_EDGE = Span("│", "rule")


class _Drawn(NamedTuple):
    """A line as it looks in so many cells and these colours."""

    line: Line
    width: int
    palette: Palette
    segments: list[Segment]
    strip: Strip


class LinesPane(Widget, can_focus=False):
    """Shows plain lines; text is text, never markup."""

    def __init__(self, id: str, *, edge: bool = False) -> None:
        super().__init__(id=id)
        self.edge = edge
        """Whether a line is drawn down its left side."""
        self.faded = False
        """Whether what is shown is past."""
        self._lines: tuple[Line, ...] = ()
        self._strips: dict[int, _Drawn] = {}

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        palette = cast(Painted, self.app).palette if self.is_attached else DARK
        return palette.faded if self.faded else palette

    @property
    def cells(self) -> int:
        """Cells for lines."""
        return max(1, self.size.width - self.edge)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._lines

    def put(self, lines: tuple[Line, ...], ink: Ink | None = None) -> None:
        """Show other lines; only those that differ are drawn again: with `ink`, else soon by Textual."""
        old = self._lines
        self._lines = tuple(
            [was if was == line else line for was, line in zip(old, lines, strict=False)] + list(lines[len(old) :])
        )
        if ink is not None:
            self._write(old, ink)
        else:
            self._mark_changed(old)

    def _mark_changed(self, old: tuple[Line, ...]) -> None:
        """Tell Textual which parts are not drawn as they are now."""
        lines, (width, height) = self._lines, self.size
        regions: list[Region] = []
        for y in range(min(height, max(len(old), len(lines)))):
            before, after = old[y] if y < len(old) else (), lines[y] if y < len(lines) else ()
            if before is after:
                continue
            x = _same(before, after)
            x = x + self.edge if x else 0
            last = regions[-1] if regions else None
            if last is not None and last.bottom == y:
                x = min(last.x, x)
                regions[-1] = Region(x, last.y, width - x, last.height + 1)
            elif x < width:
                regions.append(Region(x, y, width - x, 1))
        if regions and width:
            self.refresh(*regions)

    def _write(self, old: tuple[Line, ...], ink: Ink) -> None:
        """Write what has changed, at once."""
        lines, palette, (left, top, width, height) = self._lines, self.palette, self.region
        for y in range(min(height, max(len(old), len(lines)))):
            before, after = old[y] if y < len(old) else (), lines[y] if y < len(lines) else ()
            if before is after:
                continue
            kept, now = self._strips.get(y), self._drawn(y, palette, width)
            drawn = kept is not None and kept.line is before and kept.width == width and kept.palette is palette
            if kept is not None and drawn and _even(kept) and _even(now):
                ink.change(left, top + y, kept.segments, now.segments)
            else:
                ink.line(left, top + y, now.segments)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines themselves: there is no border, padding or opacity to be laid around them."""
        palette, width = self.palette, self.size.width
        strips = [self._drawn(y, palette, width).strip for y in crop.line_range]
        start, end = crop.column_span
        return strips if (start, end) == (0, width) else [strip.crop(start, end) for strip in strips]

    def render_line(self, y: int) -> Strip:
        return self._drawn(y, self.palette, self.size.width).strip

    def _drawn(self, y: int, palette: Palette, width: int) -> _Drawn:
        line = self._lines[y] if y < len(self._lines) else ()
        kept = self._strips.get(y)
        if kept is not None and kept.line is line and kept.width == width and kept.palette is palette:
            return kept
        full = _full(line, max(1, width - self.edge))
        if self.edge:
            full = (_EDGE, *full)
        segments = _segments(full, palette)
        for line_filter in self.get_line_filters():
            segments = line_filter.apply(segments, _BACKGROUND)
        drawn = self._strips[y] = _Drawn(line, width, palette, segments, Strip(segments, width))
        return drawn

    def text(self) -> list[str]:
        """What is shown, as bare text."""
        return ["".join(span.text for span in line) for line in self._lines]


def _full(line: Line, cells: int) -> Line:
    """A line of exactly so many cells; most are already, or only want spaces."""
    space = cells - line_width(line)
    if space < 0:
        return filled(line, cells)
    return (*line, Span(" " * space)) if space else line


def _even(drawn: _Drawn) -> bool:
    """Whether each sign of a line takes one cell, so that its signs stand where counting them says."""
    texts = [text for text, _, _ in drawn.segments]
    return sum(map(len, texts)) == drawn.width and all(map(narrow, texts))


def _same(one: Line, other: Line) -> int:
    """Cells at the beginning that both lines have alike."""
    cells = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        cells += width(mine.text)
    return cells


def _segments(line: Line, palette: Palette) -> list[Segment]:
    """As few segments as show the line; a gap takes on the look before it where none of it would be seen."""
    segments: list[Segment] = []
    looks = palette.looks
    text, (look, bare) = "", palette.look("")
    for more, role in line:
        style, plain = looks.get(role) or palette.look(role)
        if style is look or (bare and plain and more.isspace()):
            text += more
        else:
            if text:
                segments.append(Segment(text, look))
            text, look, bare = more, style, plain
    if text:
        segments.append(Segment(text, look))
    return segments
