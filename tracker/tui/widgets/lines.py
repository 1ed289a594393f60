"""A pane of lines: drawn line by line, and only the lines that changed are drawn again."""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_
from typing import cast

from rich.segment import Segment
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import Line, Span, filled, line_width, narrow, width
from tracker.tui.base_app import BaseApp
from tracker.tui.line_writer import LineWriter
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.theme import DARK, Palette

_BACKGROUND = Color(0, 0, 0)
"""The background for Textual's filters. Those of this app do not use it."""
_EDGE = Span("│", "rule")


@dataclass(slots=True)
class _Drawn:
    """A line as drawn in these cells and colours."""

    line: Line
    width: int
    edge: bool
    palette: Palette
    spans: Line
    even: bool
    """True if each character takes one cell, so that positions are counts of characters."""
    strip: Strip | None = None


class LinesPane(ErrorBoundaryPump, Widget, can_focus=False):
    """Shows plain lines. Text is text, never markup."""

    def __init__(self, id: str, *, edge: bool = False) -> None:
        super().__init__(id=id)
        self.edge = edge
        """True if a line is drawn down its left side."""
        self.faded = False
        self._lines: tuple[Line, ...] = ()
        # Each line as it was laid out last, by its row: a key changes a few of them, and only those are made again.
        self._drawn: dict[int, _Drawn] = {}
        """The lines drawn last."""

    @property
    def palette(self) -> Palette:
        palette = cast(BaseApp, self.app).palette if self.is_attached else DARK
        return palette.faded if self.faded else palette

    @property
    def cells(self) -> int:
        return max(1, self.size.width - self.edge)

    @property
    def lines(self) -> tuple[Line, ...]:
        return self._lines

    def put(self, lines: tuple[Line, ...], writer: LineWriter | None = None) -> None:
        """Show other lines. Only those that differ are drawn again: with `writer` now, else soon by Textual."""
        old = self._lines
        self._lines = tuple(
            [was if was == line else line for was, line in zip(old, lines, strict=False)] + list(lines[len(old) :])
        )
        if writer is not None:
            self._write(old, writer)
        else:
            self._mark_changed(old)

    def _mark_changed(self, old: tuple[Line, ...]) -> None:
        """Mark the parts of the pane that differ from the `old` lines, for Textual to draw."""
        lines, (width, height) = self._lines, self.size
        regions: list[Region] = []
        for y in range(min(height, max(len(old), len(lines)))):
            old_line, new_line = old[y] if y < len(old) else (), lines[y] if y < len(lines) else ()
            if old_line is new_line:
                continue
            x = _same(old_line, new_line)
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
        """Write at once what differs from the `old` lines: of lines drawn before only the spans that differ."""
        lines = self._lines
        if len(old) == len(lines) and all(map(is_, old, lines)):
            return
        palette, (left, top, width, height) = self.palette, self.region
        for y in range(min(height, max(len(old), len(lines)))):
            old_line, new_line = old[y] if y < len(old) else (), lines[y] if y < len(lines) else ()
            if old_line is new_line:
                continue
            kept, now = self._drawn.get(y), self._draw(y, palette, width)
            spans, x = now.spans, 0
            if kept is not None and kept.even and now.even and self._drawn_so(kept, old_line, palette, width):
                first, last = _differing(kept.spans, spans)
                x, spans = sum([len(text) for text, _ in spans[:first]]), spans[first:last]
            if spans:
                writer.line(left + x, top + y, self._segments(spans, palette))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines themselves, without border, padding or opacity."""
        palette, width = self.palette, self.size.width
        strips = [self._strip(y, palette, width) for y in crop.line_range]
        start, end = crop.column_span
        return strips if (start, end) == (0, width) else [strip.crop(start, end) for strip in strips]

    def render_line(self, y: int) -> Strip:
        return self._strip(y, self.palette, self.size.width)

    def _strip(self, y: int, palette: Palette, width: int) -> Strip:
        """Return a line as a strip, cached for its cells and colours."""
        drawn = self._draw(y, palette, width)
        if drawn.strip is None:
            drawn.strip = Strip(self._segments(drawn.spans, palette), width)
        return drawn.strip

    def _draw(self, y: int, palette: Palette, width: int) -> _Drawn:
        """Return a line filled to its cells. An unchanged one comes from the cache."""
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
        """Return whether the cached drawing is of this line, width and palette."""
        return drawn.line is line and (drawn.width, drawn.edge) == (width, self.edge) and drawn.palette is palette

    def _segments(self, spans: Line, palette: Palette) -> list[Segment]:
        """Return spans as segments, through the filters of the app."""
        segments = _segments(spans, palette)
        for line_filter in self.get_line_filters():
            segments = line_filter.apply(segments, _BACKGROUND)
        return segments

    def text(self) -> list[str]:
        return ["".join(span.text for span in line) for line in self._lines]


def _whole(line: Line, cells: int) -> tuple[Line, bool]:
    """Return a line of exactly `cells`, and whether each of its characters takes one. Most lines only want spaces."""
    texts = [text for text, _ in line]
    even = all(map(narrow, texts))
    space = cells - (sum(map(len, texts)) if even else line_width(line))
    if space < 0:
        return filled(line, cells), False
    return ((*line, Span(" " * space)) if space else line), even


def _differing(old_line: Line, new_line: Line) -> tuple[int, int]:
    """Return the range of the changed spans of `new_line`: the first one, and the position after the last.

    Both lines are equally wide.
    """
    first, last, end = 0, len(new_line), len(old_line)
    while first < last and first < end and old_line[first] == new_line[first]:
        first += 1
    while last > first and end > first and old_line[end - 1] == new_line[last - 1]:
        last -= 1
        end -= 1
    return first, last


def _same(old_line: Line, new_line: Line) -> int:
    """Return the number of cells at the beginning that both lines have in common."""
    cells = 0
    for old_span, new_span in zip(old_line, new_line, strict=False):
        if old_span != new_span:
            break
        cells += width(old_span.text)
    return cells


def _chips(line: Line) -> Iterator[Span]:
    """Return the spans of a line, with the blanks around each key outside of its chip."""
    for span in line:
        text, role = span
        key = text.strip(" ") if role == "key" else text
        if key == text or not key:
            yield span if key else Span(text)
            continue
        before, _, after = text.partition(key)
        yield from (Span(before), Span(key, role), Span(after))


def _segments(line: Line, palette: Palette) -> list[Segment]:
    """Return as few segments as show the line. A gap takes the style before it if that is invisible."""
    segments: list[Segment] = []
    looks = palette.looks
    text, (look, bare) = "", palette.look("")
    for span_text, role in _chips(line):
        style, plain = looks.get(role) or palette.look(role)
        if style is look or (bare and plain and span_text.isspace()):
            text += span_text
        else:
            if text:
                segments.append(Segment(text, look))
            text, look, bare = span_text, style, plain
    if text:
        segments.append(Segment(text, look))
    return segments
