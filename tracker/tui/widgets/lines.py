"""A pane of lines: drawn line by line, and only the lines that changed are drawn again."""

from __future__ import annotations

from dataclasses import dataclass
from operator import is_
from typing import cast

from rich.segment import Segment
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.text.cells import Line, Span, filled, line_width, narrow, width
from tracker.tui.base_app import BaseApp
from tracker.tui.line_writer import LineWriter
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.theme import DARK, Palette

_BACKGROUND = Color(0, 0, 0)
"""What Textual's filters are told lies below. Those of this app do not ask."""
_EDGE = Span("│", "rule")


@dataclass(slots=True)
class _Drawn:
    """A line as it is drawn in these cells and colours."""

    line: Line
    width: int
    edge: bool
    palette: Palette
    spans: Line
    """The whole of it, with edge and spaces."""
    even: bool
    """Whether each sign takes one cell, so that signs stand where counting them says."""
    strip: Strip | None = None
    """The same for Textual, once it asked."""


class LinesPane(ErrorBoundaryPump, Widget, can_focus=False):
    """Shows plain lines. Text is text, never markup."""

    def __init__(self, id: str, *, edge: bool = False) -> None:
        super().__init__(id=id)
        self.edge = edge
        """Whether a line is drawn down its left side."""
        self.faded = False
        """Whether what is shown is past."""
        self._lines: tuple[Line, ...] = ()
        # Each line as it was laid out last, by its row: a key changes a few of them, and only those are made again.
        self._drawn: dict[int, _Drawn] = {}
        """What was drawn last in each line."""

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        palette = cast(BaseApp, self.app).palette if self.is_attached else DARK
        return palette.faded if self.faded else palette

    @property
    def cells(self) -> int:
        """Cells for lines."""
        return max(1, self.size.width - self.edge)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The shown lines."""
        return self._lines

    def put(self, lines: tuple[Line, ...], writer: LineWriter | None = None) -> None:
        """Show other lines. Only those that differ are drawn again: with `writer`, else soon by Textual."""
        old = self._lines
        self._lines = tuple(
            [was if was == line else line for was, line in zip(old, lines, strict=False)] + list(lines[len(old) :])
        )
        if writer is not None:
            self._write(old, writer)
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

    def _write(self, old: tuple[Line, ...], writer: LineWriter) -> None:
        """Write what has changed, at once: of what was drawn before only the spans that differ."""
        lines = self._lines
        if len(old) == len(lines) and all(map(is_, old, lines)):
            return
        palette, (left, top, width, height) = self.palette, self.region
        for y in range(min(height, max(len(old), len(lines)))):
            before, after = old[y] if y < len(old) else (), lines[y] if y < len(lines) else ()
            if before is after:
                continue
            kept, now = self._drawn.get(y), self._draw(y, palette, width)
            spans, x = now.spans, 0
            if kept is not None and kept.even and now.even and self._drawn_so(kept, before, palette, width):
                first, last = _differing(kept.spans, spans)
                x, spans = sum([len(text) for text, _ in spans[:first]]), spans[first:last]
            if spans:
                writer.line(left + x, top + y, self._segments(spans, palette))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines themselves: there is no border, padding or opacity to be laid around them."""
        palette, width = self.palette, self.size.width
        strips = [self._strip(y, palette, width) for y in crop.line_range]
        start, end = crop.column_span
        return strips if (start, end) == (0, width) else [strip.crop(start, end) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return a line as Textual draws it."""
        return self._strip(y, self.palette, self.size.width)

    def _strip(self, y: int, palette: Palette, width: int) -> Strip:
        """Return a line as a strip, made once for its cells and colours."""
        drawn = self._draw(y, palette, width)
        if drawn.strip is None:
            drawn.strip = Strip(self._segments(drawn.spans, palette), width)
        return drawn.strip

    def _draw(self, y: int, palette: Palette, width: int) -> _Drawn:
        """Return a line filled to its cells. What was drawn before is kept where nothing changed."""
        line = self._lines[y] if y < len(self._lines) else ()
        kept = self._drawn.get(y)
        if kept is not None and self._drawn_so(kept, line, palette, width):
            return kept
        spans, even = _whole(line, max(1, width - self.edge))
        if self.edge:
            spans = (_EDGE, *spans)
        drawn = self._drawn[y] = _Drawn(line, width, self.edge, palette, spans, even)
        return drawn

    def _drawn_so(self, drawn: _Drawn, line: Line, palette: Palette, width: int) -> bool:
        """Return whether this is how a line is drawn in these cells and colours."""
        return drawn.line is line and (drawn.width, drawn.edge) == (width, self.edge) and drawn.palette is palette

    def _segments(self, spans: Line, palette: Palette) -> list[Segment]:
        """Spans as segments, through the filters of the app."""
        segments = _segments(spans, palette)
        for line_filter in self.get_line_filters():
            segments = line_filter.apply(segments, _BACKGROUND)
        return segments

    def text(self) -> list[str]:
        """Return the shown text, without colours."""
        return ["".join(span.text for span in line) for line in self._lines]


def _whole(line: Line, cells: int) -> tuple[Line, bool]:
    """Return a line of exactly `cells`, most only want spaces. And whether each sign of it takes one."""
    texts = [text for text, _ in line]
    even = all(map(narrow, texts))
    space = cells - (sum(map(len, texts)) if even else line_width(line))
    if space < 0:
        return filled(line, cells), False
    return ((*line, Span(" " * space)) if space else line), even


def _differing(before: Line, after: Line) -> tuple[int, int]:
    """From which to which span of `after` a line differs from what stood there, which is as wide."""
    first, last, end = 0, len(after), len(before)
    while first < last and first < end and before[first] == after[first]:
        first += 1
    while last > first and end > first and before[end - 1] == after[last - 1]:
        last -= 1
        end -= 1
    return first, last


def _same(one: Line, other: Line) -> int:
    """Cells at the beginning that both lines have alike."""
    cells = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        cells += width(mine.text)
    return cells


def _segments(line: Line, palette: Palette) -> list[Segment]:
    """As few segments as show the line. A gap takes on the look before it where none of it would be seen."""
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
