"""A pane of lines: drawn line by line, and only the lines that changed are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.ui.theme import DARK, Palette
from tracker.views.cells import Line, Span, filled

if TYPE_CHECKING:
    from tracker.ui.app import TrackerApp

_EDGE = Span("│", "rule")


class LinesPane(Widget, can_focus=False):
    """Shows plain lines; text is text, never markup."""

    def __init__(self, id: str, *, edge: bool = False) -> None:
        super().__init__(id=id)
        self.edge = edge
        """Whether a line is drawn down its left side."""
        self._lines: tuple[Line, ...] = ()
        self._strips: dict[int, tuple[Line, int, Palette, Strip]] = {}

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        return cast("TrackerApp", self.app).palette if self.is_attached else DARK

    @property
    def cells(self) -> int:
        """Cells for lines."""
        return max(1, self.size.width - self.edge)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._lines

    def put(self, lines: tuple[Line, ...]) -> None:
        """Show other lines; only those that differ are drawn again."""
        old, self._lines = self._lines, lines
        width, height = self.size
        longest = min(height, max(len(old), len(lines)))
        changed = [y for y in range(longest) if old[y : y + 1] != lines[y : y + 1]]
        if changed and width:
            self.refresh(*_runs(changed, width))

    def render_line(self, y: int) -> Strip:
        palette, width = self.palette, self.size.width
        line = self._lines[y] if y < len(self._lines) else ()
        kept = self._strips.get(y)
        if kept is not None and kept[0] is line and kept[1] == width and kept[2] is palette:
            return kept[3]
        full = (_EDGE, *filled(line, width - 1)) if self.edge else filled(line, width)
        style = palette.style
        strip = Strip([Segment(text, style(role)) for text, role in full if text], width)
        self._strips[y] = (line, width, palette, strip)
        return strip

    def text(self) -> list[str]:
        """What is shown, as bare text."""
        return ["".join(span.text for span in line) for line in self._lines]


def _runs(rows: list[int], width: int) -> list[Region]:
    """The regions of rows, those next to each other as one."""
    regions: list[Region] = []
    start = rows[0]
    for place, row in enumerate(rows):
        if place + 1 == len(rows) or rows[place + 1] != row + 1:
            regions.append(Region(0, start, width, row - start + 1))
            start = rows[place + 1] if place + 1 < len(rows) else row
    return regions
